/**
 * What the analysis of one ruleset answers: plain data.
 */
import type { Fix } from '../../language/messages/diagnostic'
import type { OpenQuestion } from '../open-questions'
import type { Place } from '../parts/source-text'
import type { WrittenWitness } from '../written-witness'

export type FindingKind =
  | 'never_has_value'
  | 'never_true'
  | 'never_false'
  | 'cannot_hold_together'
  | 'comparison_is_constant'
  | 'branch_never_taken'
  | 'branch_divides_by_zero'
  | 'operand_changes_nothing'
  | 'implied_by_others'
  | 'claim_changes_nothing'

export interface Finding {
  readonly kind: FindingKind
  readonly severity: 'warning' | 'note'
  /** What is so, why, and what to do. */
  readonly sentence: string
  /** Names, in the order of the text. */
  readonly assertions: readonly string[]
  readonly claims: readonly string[]
  readonly definitions: readonly string[]
  readonly place: Place | null
  /** Of `implied_by_others`: the assertion that is TRUE wherever the others are, and the fewest such others. */
  readonly implication: { readonly implied: string; readonly by: readonly string[] } | null
  /** A dictionary in which a branch divides by zero; null for the other kinds, which say that there is none. */
  readonly witness: WrittenWitness | null
  /** Edits that remove what changes nothing, where no answer changes by them; offsets into the text analysed. */
  readonly fix: Fix | null
}

/** Dictionaries near a threshold, between which the answer changes. Null where there is none, or none was decided. */
export interface Example {
  readonly assertion: string
  readonly trueWhen: WrittenWitness | null
  readonly falseWhen: WrittenWitness | null
}

export interface AnalysisResult {
  readonly findings: readonly Finding[]
  /** In the order of the assertions; empty in the quick form. */
  readonly examples: readonly Example[]
  readonly open: readonly OpenQuestion[]
}
