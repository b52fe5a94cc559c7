/**
 * A function or an operator of another language that the parser has read and the checker reports, since its rewrite
 * depends on the units of the operands.
 */
import type { IdiomId } from '../messages/idioms'
import type { Expression, Span } from './syntax'

export interface ForeignForm extends Span {
  /** As it is written: `Round`, `**`, `?`. */
  readonly name: string
  readonly idiom: IdiomId
  /** What the diagnostic marks. */
  readonly at: Span
  readonly operands: readonly Expression[]
  /** True for a function, false for an operator. */
  readonly isCall: boolean
  /** True if languages disagree about what the form takes in, so that no fix is certain. */
  readonly isDoubtful?: boolean
}
