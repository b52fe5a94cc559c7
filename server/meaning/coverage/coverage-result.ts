/**
 * What the measurement of test cases answers: plain data.
 */
import type { Check } from '../../engine/decide/assertion-result'
import type { ClaimDictionary } from '../claim-dictionary'
import type { OpenQuestion } from '../open-questions'
import type { Place } from '../parts/source-text'
import type { WrittenWitness } from '../written-witness'

/** From assertion to answer, in the order of the text. */
export type Answers = Readonly<Record<string, Check>>

/** `changes` is the sum of `noticed`, `equal`, `undecided` and the survivors. */
export interface CoverageScore {
  readonly changes: number
  /** Changes after which an expectation of a case fails that is fulfilled now. */
  readonly noticed: number
  /** Changes that were proved to change no answer: they do not count. */
  readonly equal: number
  /** Changes of which it was not decided whether they change an answer. */
  readonly undecided: number
}

/**
 * The changes that can affect the answer of one assertion. A change of a definition counts for every assertion that refers
 * to it, so these scores can add up to more than the whole.
 */
export interface AssertionScore extends CoverageScore {
  readonly assertion: string
}

export interface FailingCase {
  readonly case: string
  readonly assertion: string
  readonly expected: Check
  /** Null where the ruleset has no such assertion. */
  readonly computed: Check | null
}

/** A change that no case notices. */
export interface Survivor {
  /** Whose answer changes. */
  readonly assertion: string
  readonly place: Place
  /** "75 becomes 76": no capital, no full stop. */
  readonly change: string
  /** A dictionary whose answer changes. */
  readonly detectedBy: WrittenWitness
  /** What the ruleset as it is answers to it. */
  readonly computed: Answers
}

export interface OfferedCase {
  /** What the case is for: no capital, no full stop. */
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
  /** In the order of the text. */
  readonly byAssertion: readonly AssertionScore[]
  readonly failing: readonly FailingCase[]
  readonly survivors: readonly Survivor[]
  /** Both sides of every reachable threshold, and every claim that decides alone; those that a case has are left out. */
  readonly boundaryCases: readonly OfferedCase[]
  /** Minimal: dictionaries for the changes that the known ones detect, none to spare; empty where a budget ended. */
  readonly smallestSet: readonly CaseOfSet[]
  readonly open: readonly OpenQuestion[]
}
