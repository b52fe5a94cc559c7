/** What pages other than the review show about the review of a name. */
import type { ReviewState } from '../../api/terms/review-terms'
import type { RequestedReviewVerbs } from '../../database/reviews/requested-reviews'
import type { ReviewCommentVerbs } from '../../database/reviews/review-comments'
import type { ReviewFactVerbs } from '../../database/reviews/review-facts'
import { demandReading } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import type { ApprovalStatus } from '../signing/approval-status'
import { type NameStatusDependencies, readNameStatus } from './name-status'
import { type CommentSubject, keyOf } from './review-subjects'

export interface ReviewBrief {
  readonly state: ReviewState
  readonly hash: string
  /** Null if no review is open. */
  readonly review: { readonly id: string; readonly dueOn: string | null; readonly openComments: number } | null
  /** Open comments by subject, most first. */
  readonly bySubject: readonly SubjectCount[]
  /** Requests for changes of the newest revision. */
  readonly requests: readonly {
    readonly recordId: string
    readonly by: string
    readonly note: string | null
    readonly signedAt: string
  }[]
}

export interface SubjectCount extends CommentSubject {
  readonly open: number
}

export interface BriefDependencies extends NameStatusDependencies {
  readonly store: NameStatusDependencies['store'] & RequestedReviewVerbs & ReviewCommentVerbs & ReviewFactVerbs
}

/** @throws Refusal RULESET_NOT_FOUND, ENGINE_BUSY */
export async function readReviewBrief(
  dependencies: BriefDependencies,
  caller: Caller,
  name: string,
): Promise<ReviewBrief> {
  demandReading(caller, 'read')
  const { store, now } = dependencies
  const namespaceId = namespaceOf(caller)
  const { newest, approval } = await readNameStatus(dependencies, caller, name)
  const [open = null] = await store.openReviewsOf(namespaceId, [name])
  const signatures = newest.changesRequested === 0 ? [] : await store.latestSignatures(namespaceId, name, now())
  return {
    state: reviewStateOf(approval, open !== null),
    hash: newest.hash,
    review: open && { id: open.reviewId, dueOn: open.dueOn, openComments: open.openComments },
    bySubject: open === null ? [] : await countBySubject(store, namespaceId, open.reviewId),
    requests: signatures
      .filter(({ hash, meaning }) => hash === newest.hash && meaning === 'changes_requested')
      .map(({ recordId, printedName, note, signedAt }) => ({
        ...{ recordId, note, by: printedName, signedAt: signedAt.toISOString() },
      })),
  }
}

async function countBySubject(
  store: ReviewCommentVerbs,
  namespaceId: string,
  reviewId: string,
): Promise<readonly SubjectCount[]> {
  const counts = new Map<string, SubjectCount>()
  for (const { parentId, resolvedAt, subject } of await store.listComments(namespaceId, reviewId)) {
    if (parentId !== null || resolvedAt !== null) continue
    counts.set(keyOf(subject), { ...subject, open: (counts.get(keyOf(subject))?.open ?? 0) + 1 })
  }
  return [...counts.values()].sort((one, other) => other.open - one.open)
}

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
