import type { Check } from '../../engine/decide/assertion-result'
import type { ClaimDictionary } from '../claim-dictionary'
import type { OpenQuestion } from '../open-questions'
import type { Place } from '../parts/source-text'
import type { WrittenWitness } from '../written-witness'

/** From assertion to answer. */
export type Answers = Readonly<Record<string, Check>>

/** `changes` is the sum of `noticed`, `equal`, `undecided` and the survivors. */
export interface CoverageScore {
  readonly changes: number
  /** An expectation fails after the change and is met now. */
  readonly noticed: number
  /** Proved to change no answer, so they do not count. */
  readonly equal: number
  readonly undecided: number
}

/**
 * A change of a definition counts for every assertion that refers to it, so these scores can add up to more than the
 * whole.
 */
export interface AssertionScore extends CoverageScore {
  readonly assertion: string
}

export interface FailingCase {
  readonly case: string
  readonly assertion: string
  readonly expected: Check
  /** Null if the ruleset has no such assertion. */
  readonly computed: Check | null
}

export interface Survivor {
  readonly assertion: string
  readonly place: Place
  /** "75 becomes 76", without a full stop. */
  readonly change: string
  /** A dictionary whose answer changes. */
  readonly detectedBy: WrittenWitness
  /** By the unchanged ruleset. */
  readonly computed: Answers
}

export interface OfferedCase {
  /** Without a capital and a full stop. */
  readonly why: string
  readonly assertion: string
  readonly witness: WrittenWitness
  readonly computed: Answers
}

export interface CaseOfSet {
  readonly claims: ClaimDictionary
  readonly computed: Answers
}

export interface CoverageResult {
  readonly score: CoverageScore
  readonly byAssertion: readonly AssertionScore[]
  readonly failing: readonly FailingCase[]
  readonly survivors: readonly Survivor[]
  /** Both sides of every reachable threshold, and every claim that decides by itself; without existing cases. */
  readonly boundaryCases: readonly OfferedCase[]
  /** Minimal; empty if a budget ended. */
  readonly smallestSet: readonly CaseOfSet[]
  readonly open: readonly OpenQuestion[]
}
