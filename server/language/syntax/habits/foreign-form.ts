/** Reported by the checker, because the rewrite depends on the operands' units. */
import type { IdiomId } from '../../messages/idioms'
import type { Span } from '../../text/line-index'
import type { Expression } from '../syntax'

export interface ForeignForm extends Span {
  /** As written: `Round`, `**`, `?`. */
  readonly name: string
  readonly idiom: IdiomId
  /** The span to report. */
  readonly at: Span
  readonly operands: readonly Expression[]
  /** False for an operator. */
  readonly isCall: boolean
  /** Languages disagree on the operands, so no fix is certain. */
  readonly isDoubtful?: boolean
}
