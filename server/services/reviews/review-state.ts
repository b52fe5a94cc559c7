import type { ReviewState } from '../../api/terms/review-terms'
import type { ApprovalStatus } from '../signing/approval-status'

/**
 * The state of a name, by the approval status of its newest revision. Which revision is in force is decided elsewhere.
 *
 * An approval without a signature counts in a namespace without rules, where its status is `unsigned`.
 */
export function reviewStateOf({ state }: Pick<ApprovalStatus, 'state'>, isOpen: boolean): ReviewState {
  switch (state) {
    case 'changes_requested':
      return 'changes_requested'
    case 'approved':
    case 'unsigned':
      return 'approved'
    case 'not_counted':
    case 'none':
      return isOpen ? 'in_review' : 'draft'
  }
}
