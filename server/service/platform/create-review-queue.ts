/** Frames that wait for a reviewer: being written. */
import type { Bus } from '../../bus/bus'
import type { Store } from '../../store/store'
import type { ReviewQueue } from './review-queue'

export interface ReviewQueueParts {
  readonly store: Store
  readonly bus: Pick<Bus, 'sharesDatabase' | 'wake' | 'enqueue'>
  readonly now: () => Date
}

export function createReviewQueue(_parts: ReviewQueueParts): ReviewQueue {
  throw new Error('not written yet')
}
