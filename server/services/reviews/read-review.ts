import { Refusal } from '../../api/refusal'
import type { ReviewEnding, ReviewState } from '../../api/terms/review-terms'
import type { MemberVerbs } from '../../database/accounts/members'
import type { RequestedReviewVerbs, StoredReviewRequest } from '../../database/reviews/requested-reviews'
import type { ReviewCommentVerbs, StoredComment } from '../../database/reviews/review-comments'
import type { ReviewFactVerbs } from '../../database/reviews/review-facts'
import type { ReviewField } from '../../engine/explain/review-document'
import { demandReading } from '../access/permit'
import { actorsOf, type Caller, namespaceOf } from '../calls/caller'
import { hasPermission } from '../calls/permissions'
import { listClausesOfCited } from '../documents/clauses-of-cited'
import { readShownReview } from '../signing/shown-review'
import { type CommentThread, isOwnComment, toThreads } from './comment-rows'
import { type FollowDependencies, type FollowedComments, followComments } from './follow-comments'
import { type NameStatusDependencies, readNameStatus } from './name-status'
import { reviewStateOf } from './review-brief'
import { type CommentSubject, clauseSubjects, type NamedSubject, subjectsOf } from './review-subjects'
import { type ReviewerRow, toReviewerRows } from './reviewer-rows'

export interface ReviewView {
  readonly name: string
  readonly newest: { readonly hash: string; readonly revision: number }
  readonly state: ReviewState
  /** Why approvals in force do not count; else null. */
  readonly approvalReason: string | null
  /** The open review, or else the latest one; null if there was none. */
  readonly review: RequestRow | null
  /** Latest first, without `review`. */
  readonly others: readonly EndedRow[]
  readonly reviewers: readonly ReviewerRow[]
  /** In the order of writing. */
  readonly comments: readonly CommentThread[]
  /** Parts of the newest revision in its order, then clauses of cited documents; at most {@link MAX_SUBJECTS}. */
  readonly subjects: readonly SubjectTitle[]
  /** The words of the parts that comments are about, by comment. */
  readonly words: Readonly<Record<string, SubjectWords>>
  readonly may: ReviewRights
}

export interface RequestRow {
  readonly id: string
  readonly openedBy: string
  readonly openedAt: string
  /** Number of the revision that it was opened on. */
  readonly openedRevision: number
  readonly message: string
  readonly anyReviewer: boolean
  /** YYYY-MM-DD, or null. */
  readonly dueOn: string | null
  readonly isOverdue: boolean
  readonly ended: { readonly at: string; readonly by: string; readonly how: ReviewEnding } | null
}

export interface EndedRow {
  readonly id: string
  readonly openedBy: string
  readonly openedAt: string
  readonly how: ReviewEnding | null
}

export interface SubjectTitle extends CommentSubject {
  readonly title: string
}

export interface SubjectWords {
  readonly title: string
  readonly fields: readonly ReviewField[]
}

export interface ReviewRights {
  /** Whether a review can be opened, and by this caller. */
  readonly open: boolean
  /** Comment on the shown review, which is open. */
  readonly comment: boolean
  /** Change or end the shown review, which is open. */
  readonly manage: boolean
  /** Save revisions. */
  readonly author: boolean
}

export const MAX_SUBJECTS = 2_000
const MAX_LISTED_REVIEWS = 50

export interface ReadReviewDependencies extends NameStatusDependencies, FollowDependencies {
  readonly store: NameStatusDependencies['store'] &
    FollowDependencies['store'] &
    RequestedReviewVerbs &
    ReviewCommentVerbs &
    ReviewFactVerbs &
    Pick<MemberVerbs, 'listMembers'>
}

export interface ReviewChoice {
  readonly name: string
  /** Null for the open review, or the latest one. */
  readonly reviewId: string | null
}

/** @throws Refusal RULESET_NOT_FOUND for an unsaved name or an unknown review of it, ENGINE_BUSY */
export async function readReview(
  dependencies: ReadReviewDependencies,
  caller: Caller,
  { name, reviewId }: ReviewChoice,
): Promise<ReviewView> {
  demandReading(caller, 'read')
  const { store, now } = dependencies
  const namespaceId = namespaceOf(caller)
  const { newest, approval } = await readNameStatus(dependencies, caller, name)
  const listed = await store.listReviewRequests(namespaceId, { name, openOnly: false, limit: MAX_LISTED_REVIEWS })
  const open = listed.find(({ endedAt }) => endedAt === null) ?? null
  const shown = reviewId === null ? (open ?? listed[0] ?? null) : await findOfName(store, namespaceId, name, reviewId)
  const numbers = new Map(
    (await store.numberedRevisions(namespaceId, name)).map(({ hash, number }) => [hash, number] as const),
  )
  const revisionOf = (hash: string) => numbers.get(hash) ?? 0
  const { review: document } = await readShownReview(dependencies, caller, newest.hash)
  const comments = shown === null ? [] : await store.listComments(namespaceId, shown.id)
  const inText = subjectsOf(document)
  const clauses = clauseSubjects(await listClausesOfCited(dependencies, caller, newest.hash))
  const subjects = [...inText, ...clauses]
  const followed = await followComments(dependencies, caller, { hash: newest.hash, subjects }, comments)
  const sources = await readSources(dependencies, namespaceId, comments)
  const facts = {
    caller,
    revisionOf,
    mayResolve: (comment: StoredComment) => shown?.endedAt === null && mayResolve(caller, shown, comment),
    placeOf: followed.placeOf,
    sourceOf: (hash: string) => sources.get(hash) ?? '',
  }
  return {
    name,
    newest: { hash: newest.hash, revision: revisionOf(newest.hash) },
    state: reviewStateOf(approval, open !== null),
    approvalReason: approval.reason,
    review: shown && toRequestRow(shown, revisionOf, now()),
    others: listed.filter(({ id }) => id !== shown?.id).map(toEndedRow),
    reviewers:
      shown === null
        ? []
        : toReviewerRows({
            review: shown,
            members: await store.listMembers(namespaceId),
            signatures: await store.latestSignatures(namespaceId, name, now()),
            newestHash: newest.hash,
            revisionOf,
            callerId: caller.person?.id ?? null,
          }),
    comments: toThreads(comments, facts),
    subjects: subjects.slice(0, MAX_SUBJECTS).map(({ kind, name: subject, title }) => ({ kind, name: subject, title })),
    words: wordsOf(comments, followed),
    may: rightsOf(caller, shown, open),
  }
}

async function findOfName(
  store: RequestedReviewVerbs,
  namespaceId: string,
  name: string,
  id: string,
): Promise<StoredReviewRequest> {
  const review = await store.findReviewRequest(namespaceId, id)
  if (review === null || review.name !== name) throw unknownReview()
  return review
}

export function unknownReview(): Refusal {
  return new Refusal('RULESET_NOT_FOUND', 'There is no such review in this namespace. Load the page again.')
}

/** Reads the sources only of revisions with a suggestion for a part of them. */
async function readSources(
  { rulesets }: ReadReviewDependencies,
  namespaceId: string,
  comments: readonly StoredComment[],
): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>()
  for (const { hash, suggestion } of comments)
    if (suggestion?.replaces && !sources.has(hash))
      sources.set(hash, (await rulesets.findStored(namespaceId, hash)).source)
  return sources
}

function wordsOf(
  comments: readonly StoredComment[],
  { subjectOf }: FollowedComments,
): Readonly<Record<string, SubjectWords>> {
  const words = comments
    .filter(({ parentId }) => parentId === null)
    .flatMap((comment): [string, NamedSubject][] => {
      const subject = subjectOf(comment)
      return subject === null ? [] : [[comment.id, subject]]
    })
  return Object.fromEntries(words.map(([id, { title, fields }]) => [id, { title, fields }]))
}

/** True for the opener and for every author of the namespace. */
export function mayManage(caller: Caller, { openedById }: Pick<StoredReviewRequest, 'openedById'>): boolean {
  if (!hasPermission(actorsOf(caller), 'review')) return false
  return (openedById !== null && openedById === caller.person?.id) || hasPermission(actorsOf(caller), 'save')
}

/** True for the writer of the comment, and for everyone who may manage the review. */
export function mayResolve(caller: Caller, review: StoredReviewRequest, comment: StoredComment): boolean {
  if (!hasPermission(actorsOf(caller), 'review')) return false
  return isOwnComment(comment, caller) || mayManage(caller, review)
}

function rightsOf(caller: Caller, shown: StoredReviewRequest | null, open: StoredReviewRequest | null): ReviewRights {
  const mayReview = hasPermission(actorsOf(caller), 'review')
  const isOpen = shown !== null && shown.endedAt === null
  return {
    open: mayReview && open === null,
    comment: mayReview && isOpen,
    manage: isOpen && mayManage(caller, shown),
    author: hasPermission(actorsOf(caller), 'save'),
  }
}

function toRequestRow(review: StoredReviewRequest, revisionOf: (hash: string) => number, now: Date): RequestRow {
  const { id, openedLabel, openedAt, openedHash, message, anyReviewer, dueOn, endedAt, endedLabel, ending } = review
  return {
    ...{ id, openedBy: openedLabel, openedAt: openedAt.toISOString(), message, anyReviewer, dueOn },
    openedRevision: revisionOf(openedHash),
    isOverdue: endedAt === null && dueOn !== null && dueOn < now.toISOString().slice(0, 10),
    ended:
      endedAt === null || ending === null ? null : { at: endedAt.toISOString(), by: endedLabel ?? '', how: ending },
  }
}

function toEndedRow({ id, openedLabel, openedAt, ending }: StoredReviewRequest): EndedRow {
  return { id, openedBy: openedLabel, openedAt: openedAt.toISOString(), how: ending }
}
