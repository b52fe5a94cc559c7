/**
 * What a comparison of two rulesets says, as plain data: strings, numbers, truth values and lists.
 *
 * Promises: the same two rulesets under the same budgets give the same value, so its canonical bytes can be signed.
 * `kind` and every other word of a fixed list is stable; sentences are for people and may change with the product.
 */
import type { Limit } from './answer'
import type { CompleteAnswer } from './answers'
import type { ChangeKind } from './change-kinds'
import type { ClaimDictionary } from './claim-dictionary'

export type PairVerdict =
  /** Proved: no dictionary is answered differently, one that leaves claims unknown neither (but see `unless`). */
  | 'same'
  /**
   * Proved: the same outcome in every completion, under another policy. Where no claim that it reads is unknown, and no
   * local is, it is answered as before.
   */
  | 'another policy'
  /** Some TRUE become FALSE, and no FALSE becomes TRUE. */
  | 'stricter'
  /** Some FALSE become TRUE, and no TRUE becomes FALSE. */
  | 'looser'
  /** Answers change in more than one of these ways. */
  | 'both'
  /** Answers change as listed; whether they change in further ways is not decided. */
  | 'differs'
  /** UNKNOWN becomes TRUE or FALSE: before, something was divided by zero, units did not join, or a local decided. */
  | 'gains a value'
  /** TRUE or FALSE becomes UNKNOWN. */
  | 'loses a value'
  /** No dictionary that gives every claim a value inside its range is answered differently; others may be. */
  | 'differs outside the ranges'
  /** Only irrational numbers are answered differently as far as was found, and no dictionary holds those. */
  | 'differs at irrational numbers'
  /** It reads a claim of which no value means the same in both rulesets. */
  | 'not comparable'
  | 'not decided'

export type Direction = 'stricter' | 'looser' | 'gains a value' | 'loses a value'

/** One way in which answers can change. Two ways gain a value, and two lose it. */
export interface AnswerWay {
  readonly direction: Direction
  readonly before: CompleteAnswer
  readonly after: CompleteAnswer
}

/** Every way in which the answer to a dictionary that gives each claim a value can change. */
export const ANSWER_WAYS: readonly AnswerWay[] = [
  { direction: 'stricter', before: 'TRUE', after: 'FALSE' },
  { direction: 'looser', before: 'FALSE', after: 'TRUE' },
  { direction: 'gains a value', before: 'UNKNOWN', after: 'TRUE' },
  { direction: 'gains a value', before: 'UNKNOWN', after: 'FALSE' },
  { direction: 'loses a value', before: 'TRUE', after: 'UNKNOWN' },
  { direction: 'loses a value', before: 'FALSE', after: 'UNKNOWN' },
]

/** A way that was not decided. */
export interface OpenWay extends AnswerWay {
  readonly reason: OpenReason
}

/** What ended a question, or why none was asked. */
export type OpenReason = Limit | 'needs solver' | 'locals'

export interface IntervalEnd {
  /** A numeral, in the unit of the claim. */
  readonly value: string
  readonly included: boolean
}

/** The outer ends are those of the `@range` of its own ruleset; they are null if the claim has no range. */
export interface Band {
  readonly from: IntervalEnd | null
  readonly to: IntervalEnd | null
  readonly answer: CompleteAnswer
}

/** Along one numeric claim of a witness, the others as they are there: where answers change as they do there. */
export interface Region {
  readonly claim: string
  /** As the author of the later ruleset writes it; null for a bare number. */
  readonly unit: string | null
  readonly from: IntervalEnd | null
  readonly to: IntervalEnd | null
  /** The value of the claim in the witness. */
  readonly value: string
  /** "above 350 up to 400 USD" */
  readonly words: string
  /** The answers of each ruleset along the whole range that it gives the claim, in the unit of the later ruleset. */
  readonly before: readonly Band[]
  readonly after: readonly Band[]
}

/** One way in which answers change, with a dictionary at the edge of the change. */
export interface AnswerChange extends AnswerWay {
  readonly witness: {
    /** What each ruleset accepts; they differ where claims were added, removed or measured otherwise. */
    readonly before: ClaimDictionary
    readonly after: ClaimDictionary
    /** Claims that bring the change about: it is the same whatever the others are. */
    readonly decisive: readonly string[]
    readonly words: string
  }
  readonly regions: readonly Region[]
}

export interface ComparedPair {
  /** Names of the assertion in each ruleset. */
  readonly before: string
  readonly after: string
  readonly pairedBy: 'name' | 'meaning' | 'author'
  readonly verdict: PairVerdict
  /** How sameness of outcomes was proved: by unchanged text and definitions, or by a question. Null for other verdicts. */
  readonly proof: 'text' | 'question' | null
  readonly changes: readonly AnswerChange[]
  readonly open: readonly OpenWay[]
  /**
   * Claims that the pair reads and whose vocabulary changed: where one of them is unknown, answers may differ even so.
   */
  readonly unless: readonly string[]
  /**
   * Where the verdict is `differs outside the ranges`: a dictionary that leaves claims unknown and is answered
   * differently, if one is known.
   */
  readonly partial: PartialWitness | null
}

/** Whether outcomes are proved the same in every completion; where a local is read, perhaps the answers alone. */
export function hasSameOutcomes({ verdict }: Pick<ComparedPair, 'verdict'>): boolean {
  return verdict === 'same' || verdict === 'another policy'
}

/** Whether it is proved that every dictionary is answered as before (decisions/027). */
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
  /** What the finding is about: name before and after, null where it is on one side alone. */
  readonly before: string | null
  readonly after: string | null
  readonly sentence: string
}

export interface Comparison {
  /**
   * `identical`: nothing that is compared differs. `same`: what is written differs and every answer is proved the same.
   * `changed`: at least one finding says what changes. `not decided`: nothing is known to change, and not all is proved.
   */
  readonly verdict: 'identical' | 'same' | 'changed' | 'not decided'
  /** One sentence about the whole. */
  readonly summary: string
  readonly findings: readonly Finding[]
  /** In the order of the later ruleset. */
  readonly pairs: readonly ComparedPair[]
}
