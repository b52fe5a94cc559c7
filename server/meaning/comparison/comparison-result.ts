/**
 * Plain data, equal for equal rulesets and budgets, so that its canonical bytes can be signed. `kind` and the words of
 * fixed lists are stable; sentences are not.
 */
import type { Limit } from '../answer'
import type { ClaimDictionary } from '../claim-dictionary'
import type { CompleteAnswer } from './answers'
import type { ChangeKind } from './change-kinds'

export type PairVerdict =
  /** Proved for every dictionary, also with unknown claims (but see `unless`). */
  | 'same'
  /** Outcomes are proved the same. Answers can only differ if a local or a claim that is read is unknown. */
  | 'another policy'
  /** Some TRUE become FALSE, but not the reverse. */
  | 'stricter'
  /** Some FALSE become TRUE, but not the reverse. */
  | 'looser'
  /** Answers change in several of these ways. */
  | 'both'
  /** Answers change as listed; further ways are not decided. */
  | 'differs'
  /** UNKNOWN becomes TRUE or FALSE: before, something was divided by zero, units did not join, or a local decided. */
  | 'gains a value'
  /** TRUE or FALSE becomes UNKNOWN. */
  | 'loses a value'
  /** No dictionary with all claims inside their ranges is answered differently. */
  | 'differs outside the ranges'
  /** All differences that were found are at irrational numbers, which no dictionary holds. */
  | 'differs at irrational numbers'
  /** No value of some claim means the same in both rulesets. */
  | 'not comparable'
  | 'not decided'

export type Direction = 'stricter' | 'looser' | 'gains a value' | 'loses a value'

export interface AnswerWay {
  readonly direction: Direction
  readonly before: CompleteAnswer
  readonly after: CompleteAnswer
}

/** For dictionaries with all claims. */
export const ANSWER_WAYS: readonly AnswerWay[] = [
  { direction: 'stricter', before: 'TRUE', after: 'FALSE' },
  { direction: 'looser', before: 'FALSE', after: 'TRUE' },
  { direction: 'gains a value', before: 'UNKNOWN', after: 'TRUE' },
  { direction: 'gains a value', before: 'UNKNOWN', after: 'FALSE' },
  { direction: 'loses a value', before: 'TRUE', after: 'UNKNOWN' },
  { direction: 'loses a value', before: 'FALSE', after: 'UNKNOWN' },
]

export interface OpenWay extends AnswerWay {
  readonly reason: OpenReason
}

/** `reading`: both rulesets accept some values of a claim and read them as different ones. */
export type OpenReason = Limit | 'needs solver' | 'locals' | 'reading'

export interface IntervalEnd {
  /** A numeral, in the unit of the claim. */
  readonly value: string
  readonly included: boolean
}

/** Outer ends are those of the ruleset's `@range`; null without a range. */
export interface Band {
  readonly from: IntervalEnd | null
  readonly to: IntervalEnd | null
  readonly answer: CompleteAnswer
}

/** An interval of one numeric claim in which answers change as in the witness. */
export interface Region {
  readonly claim: string
  /** As the later ruleset's author writes it; null for a bare number. */
  readonly unit: string | null
  readonly from: IntervalEnd | null
  readonly to: IntervalEnd | null
  /** In the witness. */
  readonly value: string
  /** "above 350 up to 400 USD" */
  readonly words: string
  /** Along the whole range in that ruleset, in the unit of the later one. */
  readonly before: readonly Band[]
  readonly after: readonly Band[]
}

export interface AnswerChange extends AnswerWay {
  readonly witness: {
    /** They differ if claims were added, removed or measured in another unit. */
    readonly before: ClaimDictionary
    readonly after: ClaimDictionary
    /** Claims that cause the change, whatever the others are. */
    readonly decisive: readonly string[]
    readonly words: string
  }
  readonly regions: readonly Region[]
}

export interface ComparedPair {
  readonly before: string
  readonly after: string
  readonly pairedBy: 'name' | 'meaning' | 'author'
  readonly verdict: PairVerdict
  /** How equal outcomes were proved. Null for other verdicts. */
  readonly proof: 'text' | 'question' | null
  readonly changes: readonly AnswerChange[]
  readonly open: readonly OpenWay[]
  /** Claims with a changed vocabulary: if one is unknown, answers may differ. */
  readonly unless: readonly string[]
  /** For `differs outside the ranges`: a dictionary with unknown claims, if one shows the difference. */
  readonly partial: PartialWitness | null
}

/** If a local is read, perhaps only the answers are the same. */
export function hasSameOutcomes({ verdict }: Pick<ComparedPair, 'verdict'>): boolean {
  return verdict === 'same' || verdict === 'another policy'
}

/** See decisions/027. */
export function hasSameAnswers({ verdict, unless }: Pick<ComparedPair, 'verdict' | 'unless'>): boolean {
  return verdict === 'same' && unless.length === 0
}

export interface PartialWitness {
  readonly before: ClaimDictionary
  readonly after: ClaimDictionary
  readonly answers: readonly [before: string, after: string]
}

export interface Finding {
  readonly kind: ChangeKind
  /** Null on a side without the thing. */
  readonly before: string | null
  readonly after: string | null
  readonly sentence: string
}

export interface Comparison {
  /**
   * `same`: the text differs, and every answer is proved the same. `not decided`: no change is known, but not
   * everything is proved.
   */
  readonly verdict: 'identical' | 'same' | 'changed' | 'not decided'
  readonly summary: string
  readonly findings: readonly Finding[]
  /** In the order of the later ruleset. */
  readonly pairs: readonly ComparedPair[]
}
