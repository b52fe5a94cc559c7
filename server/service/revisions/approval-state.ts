/** What was signed of a revision, in one word. Promises: expired and withdrawn approvals count nowhere. */
import type { Standing } from '../../store/named-revisions'

export type ApprovalState =
  /** At least one person signed, and nobody asks for changes. */
  | 'approved'
  /** Only credentials or agents recorded approvals. */
  | 'unsigned'
  | 'changes_requested'
  | 'none'

/** Whoever asks for changes is heard before others who approve. */
export function approvalStateOf({ signed, unsigned, changesRequested }: Standing): ApprovalState {
  if (changesRequested > 0) return 'changes_requested'
  if (signed > 0) return 'approved'
  return unsigned > 0 ? 'unsigned' : 'none'
}
