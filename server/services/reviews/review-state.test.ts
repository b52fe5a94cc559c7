import { expect, it } from 'vitest'
import { REVIEW_STATES, type ReviewState } from '../../api/terms/review-terms'
import type { ApprovalState } from '../signing/approval-status'
import { reviewStateOf } from './review-brief'

/** Without and with an open review. */
const EXPECTED: Readonly<Record<ApprovalState, readonly [ReviewState, ReviewState]>> = {
  approved: ['approved', 'approved'],
  unsigned: ['approved', 'approved'],
  not_counted: ['draft', 'in_review'],
  changes_requested: ['changes_requested', 'changes_requested'],
  none: ['draft', 'in_review'],
}

it('decides every combination of approval status and review', () => {
  for (const [state, [closed, open]] of Object.entries(EXPECTED) as [ApprovalState, readonly ReviewState[]][]) {
    expect([state, reviewStateOf({ state }, false)]).toEqual([state, closed])
    expect([state, reviewStateOf({ state }, true)]).toEqual([state, open])
  }
  expect(new Set(Object.values(EXPECTED).flat())).toEqual(new Set(REVIEW_STATES))
})
