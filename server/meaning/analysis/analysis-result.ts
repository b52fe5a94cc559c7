import type { Fix } from '../../language/messages/diagnostic'
import type { OpenQuestion } from '../open-questions'
import type { Place } from '../parts/source-text'
import type { WrittenWitness } from '../written-witness'

export type FindingKind =
  | 'never_has_value'
  | 'never_true'
  | 'never_false'
  | 'cannot_hold_together'
  | 'exceptions_meet'
  | 'comparison_is_constant'
  | 'branch_never_taken'
  | 'branch_divides_by_zero'
  | 'table_rows_overlap'
  | 'table_gap'
  | 'table_row_never_decides'
  | 'operand_changes_nothing'
  | 'implied_by_others'
  | 'claim_changes_nothing'

export interface Finding {
  readonly kind: FindingKind
  readonly severity: 'warning' | 'note'
  readonly sentence: string
  /** In the order of the text. */
  readonly assertions: readonly string[]
  readonly claims: readonly string[]
  readonly definitions: readonly string[]
  readonly place: Place | null
  /** For `implied_by_others`, with the fewest others that imply it. */
  readonly implication: { readonly implied: string; readonly by: readonly string[] } | null
  /** For `branch_divides_by_zero`, `exceptions_meet`, `table_rows_overlap` and `table_gap`. */
  readonly witness: WrittenWitness | null
  /** Changes no answer; offsets into the analysed text. */
  readonly fix: Fix | null
}

/** Dictionaries near a threshold with different answers; null if no threshold was found. */
export interface Example {
  readonly assertion: string
  readonly trueWhen: WrittenWitness | null
  readonly falseWhen: WrittenWitness | null
}

export interface AnalysisResult {
  readonly findings: readonly Finding[]
  /** Empty in the quick form. */
  readonly examples: readonly Example[]
  readonly open: readonly OpenQuestion[]
}
