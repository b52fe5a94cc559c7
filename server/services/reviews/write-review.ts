/** Opens, changes and ends reviews. */
import { Refusal, unfitRefusal } from '../../api/refusal'
import { MAX_REVIEWERS, type ReviewEnding } from '../../api/terms/review-terms'
import type { RepeatableCall } from '../../database/access/repeatable-calls'
import type { RequestedReviewVerbs, ReviewActor, StoredReviewRequest } from '../../database/reviews/requested-reviews'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { type NameStatusDependencies, readNameStatus, unknownName } from './name-status'
import { mayManage, unknownReview } from './read-review'
import { demandReviewText } from './read-texts'
import { reviewStateOf } from './review-brief'

export interface AskedReviewers {
  readonly reviewerIds: readonly string[]
  /** Whether every reviewer of the namespace is asked. */
  readonly anyReviewer: boolean
  /** YYYY-MM-DD, or null. */
  readonly dueOn: string | null
}

export interface ReviewToOpen extends AskedReviewers {
  readonly name: string
  readonly message: string
}

export type OpenAnswer =
  | { readonly kind: 'opened'; readonly review: StoredReviewRequest }
  /** Somebody else opened one, so nothing was stored. */
  | { readonly kind: 'open_already'; readonly review: StoredReviewRequest }

export interface WriteReviewDependencies extends NameStatusDependencies {
  readonly store: NameStatusDependencies['store'] & RequestedReviewVerbs
  readonly newId: () => string
}

/** @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, BAD_REQUEST, BUDGET_EXCEEDED */
export async function openReview(
  { store, now, newId }: WriteReviewDependencies,
  caller: Caller,
  review: ReviewToOpen,
  call: RepeatableCall | null = null,
): Promise<OpenAnswer> {
  demandPermission(caller, 'review')
  const { name, message, anyReviewer, dueOn, reviewerIds } = review
  demandReviewText('message', message)
  demandReviewers(review)
  if (dueOn !== null && dueOn < now().toISOString().slice(0, 10))
    throw unfitRefusal('due_on', 'today or a later day', dueOn)
  const outcome = await store.openReview({
    ...{ id: newId(), namespaceId: namespaceOf(caller), name, message, reviewerIds, anyReviewer, dueOn },
    ...{ by: reviewActor(caller), at: now(), call },
  })
  switch (outcome.kind) {
    case 'unknown_name':
      throw unknownName(name)
    case 'renamed':
      throw new Refusal('BAD_REQUEST', `"${name}" was renamed to "${outcome.to}". Ask for a review of that ruleset.`)
    case 'archived':
      throw new Refusal('BAD_REQUEST', `"${name}" is archived. Restore it before you ask for a review.`)
    case 'not_reviewers':
      throw notReviewers(outcome.personIds)
    default:
      return outcome
  }
}

/** @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, BAD_REQUEST */
export async function changeReview(
  { store, now }: WriteReviewDependencies,
  caller: Caller,
  { reviewId, ...asked }: { readonly reviewId: string } & AskedReviewers,
): Promise<StoredReviewRequest> {
  demandPermission(caller, 'review')
  await demandManager(store, caller, reviewId)
  demandReviewers(asked)
  const change = { namespaceId: namespaceOf(caller), id: reviewId, by: reviewActor(caller), at: now(), ...asked }
  const outcome = await store.changeReview(change)
  switch (outcome.kind) {
    case 'unknown':
      throw unknownReview()
    case 'ended':
      throw endedRefusal()
    case 'not_reviewers':
      throw notReviewers(outcome.personIds)
    case 'changed':
      return outcome.review
  }
}

const MAX_ATTEMPTS = 5

/**
 * Completes the review if the newest revision is approved, else withdraws it.
 * @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, BAD_REQUEST, ENGINE_BUSY
 */
export async function endReview(
  dependencies: WriteReviewDependencies,
  caller: Caller,
  reviewId: string,
): Promise<ReviewEnding> {
  demandPermission(caller, 'review')
  const { store, now } = dependencies
  const { name } = await demandManager(store, caller, reviewId)
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const { newest, approval } = await readNameStatus(dependencies, caller, name)
    const ending = reviewStateOf(approval, true) === 'approved' ? 'completed' : 'withdrawn'
    const end = { namespaceId: namespaceOf(caller), id: reviewId, by: reviewActor(caller), at: now() }
    const outcome = await store.endReview({ ...end, ending, hash: newest.hash })
    if (outcome === 'ended') return ending
    if (outcome === 'unknown') throw unknownReview()
    if (outcome === 'ended_before') throw endedRefusal()
  }
  throw new Refusal('ENGINE_BUSY', 'Revisions of this ruleset are being saved without a pause. End the review again.', {
    retry_after_ms: 1_000,
  })
}

export function reviewActor({ person, label }: Caller): ReviewActor {
  return { personId: person?.id ?? null, label }
}

export function endedRefusal(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'This review has ended, so nothing was stored. Load the page again, and open another review to continue.',
  )
}

async function demandManager(
  store: RequestedReviewVerbs,
  caller: Caller,
  reviewId: string,
): Promise<StoredReviewRequest> {
  const review = await store.findReviewRequest(namespaceOf(caller), reviewId)
  if (review === null) throw unknownReview()
  if (!mayManage(caller, review))
    throw new Refusal(
      'CREDENTIAL_SCOPE',
      'The person who opened a review and the authors of this namespace change or end it.',
    )
  return review
}

function demandReviewers({ reviewerIds, anyReviewer }: AskedReviewers): void {
  const count = new Set(reviewerIds).size
  if (count > MAX_REVIEWERS)
    throw new Refusal('BUDGET_EXCEEDED', `A review asks at most ${MAX_REVIEWERS} people by name, not ${count}.`, {
      budget: 'reviewers',
      limit: MAX_REVIEWERS,
      actual: count,
    })
  if (count === 0 && !anyReviewer)
    throw unfitRefusal('reviewers', 'at least one person, or every reviewer of the namespace', 'nobody')
}

function notReviewers(personIds: readonly string[]): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'Only active members with the role reviewer are asked for a review. An administrator gives that role. Nothing was stored.',
    {
      failures: personIds.map((id) => ({ field: 'reviewers', expected: 'an active reviewer', received: id })),
      failure_count: personIds.length,
    },
  )
}
