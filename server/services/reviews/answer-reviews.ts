/** Reviews and comments of /v1 and of AI agents. Agents open reviews and comment, and never sign. */
import { canonicalJson, canonicalObject, type Json } from '../../api/canonical-json'
import { Refusal, unfitRefusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import type { RepeatableCall } from '../../database/access/repeatable-calls'
import type { StoredReviewRequest } from '../../database/reviews/requested-reviews'
import type { StoredComment } from '../../database/reviews/review-comments'
import type { CallContext, RequestOf, Success } from '../calls/call-context'
import { type Caller, namespaceOf, personLabel } from '../calls/caller'
import { readNameStatus, readNameStatuses, unknownName } from './name-status'
import type { ReadReviewDependencies } from './read-review'
import { reviewStateOf } from './review-brief'
import { WHOLE_RULESET } from './review-subjects'
import { addComment, type WriteCommentDependencies } from './write-comment'
import { openReview, type WriteReviewDependencies } from './write-review'

export type AnswerReviewsDependencies = ReadReviewDependencies & WriteReviewDependencies & WriteCommentDependencies
type Calling = Pick<CallContext, 'caller' | 'channel'>

/** Open reviews in one answer. */
const MAX_LISTED = 200

/** @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, BAD_REQUEST, BUDGET_EXCEEDED, ENGINE_BUSY */
export async function answerOpenReview(
  dependencies: AnswerReviewsDependencies,
  { caller }: Calling,
  request: RequestOf<'openReview'>,
  call: RepeatableCall | null,
): Promise<Success> {
  const { name, message = '', reviewers = [], due_on = null } = request
  const reviewerIds = await findReviewers(dependencies, caller, reviewers)
  const invited = { reviewerIds, anyReviewer: reviewerIds.length === 0, dueOn: due_on }
  const { kind, review } = await openReview(dependencies, caller, { name, message, ...invited }, call)
  const [described = null] = await describeReviews(dependencies, caller, [review])
  if (described === null) throw unknownName(name)
  return answerOf({ opened: kind === 'opened', review: described })
}

/** @throws Refusal RULESET_NOT_FOUND, ENGINE_BUSY */
export async function answerListReviews(
  dependencies: AnswerReviewsDependencies,
  caller: Caller,
  { name }: RequestOf<'listOpenReviews'>,
): Promise<Success> {
  const { store } = dependencies
  const namespaceId = namespaceOf(caller)
  if (name !== undefined && (await store.openName(namespaceId, name, dependencies.now())) === null)
    throw unknownName(name)
  const filter = { name: name ?? null, openOnly: true, limit: MAX_LISTED }
  const open = await store.listReviewRequests(namespaceId, filter)
  const reviews = await describeReviews(dependencies, caller, open)
  if (name === undefined) return answerOf({ reviews })
  const [review] = open
  const comments = review === undefined ? [] : await store.listComments(namespaceId, review.id)
  return answerOf({ reviews, comments: comments.map(toWireComment) })
}

/** @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, COMPILE_FAILED, BAD_REQUEST, BUDGET_EXCEEDED, ENGINE_BUSY */
export async function answerComment(
  dependencies: AnswerReviewsDependencies,
  calling: Calling,
  request: RequestOf<'commentOnRuleset'>,
  call: RepeatableCall | null,
): Promise<Success> {
  const { name, ruleset_hash, subject, text, reply_to, suggestion } = request
  const { newest } = await readNameStatus(dependencies, calling.caller, name)
  const filter = { name, openOnly: true, limit: 1 }
  const [review] = await dependencies.store.listReviewRequests(namespaceOf(calling.caller), filter)
  if (review === undefined)
    throw new Refusal('BAD_REQUEST', `No review of the ruleset "${name}" is open. Open one, then comment.`)
  const comment = {
    ...{ reviewId: review.id, hash: ruleset_hash ?? newest.hash, subject: subject ?? WHOLE_RULESET },
    ...{ text, parentId: reply_to ?? null, suggestion: suggestion ?? null },
  }
  return answerOf({ comment: toWireComment(await addComment(dependencies, calling, comment, call)) })
}

/** Members of the namespace by e-mail address. @throws Refusal BAD_REQUEST */
async function findReviewers(
  { store }: AnswerReviewsDependencies,
  caller: Caller,
  emails: readonly string[],
): Promise<readonly string[]> {
  if (emails.length === 0) return []
  const members = await store.listMembers(namespaceOf(caller))
  const byEmail = new Map(members.map(({ email, personId }) => [email.toLowerCase(), personId]))
  return emails.map((email, nth) => {
    const personId = byEmail.get(email.trim().toLowerCase())
    if (personId === undefined)
      throw unfitRefusal(`reviewers[${nth}]`, 'the e-mail address of a reviewer of this namespace', email)
    return personId
  })
}

/** Leaves out a review whose name points at nothing. */
async function describeReviews(
  dependencies: AnswerReviewsDependencies,
  caller: Caller,
  reviews: readonly StoredReviewRequest[],
): Promise<Json[]> {
  const names = reviews.map(({ name }) => name)
  const statuses = await readNameStatuses(dependencies, caller, names)
  const open = await dependencies.store.openReviewsOf(namespaceOf(caller), names)
  const openComments = new Map(open.map((review) => [review.name, review.openComments]))
  return reviews.flatMap((review) => {
    const status = statuses.get(review.name)
    if (status === undefined) return []
    return {
      review_id: review.id,
      name: review.name,
      state: reviewStateOf(status.approval, review.endedAt === null),
      ruleset_hash: status.newest.hash,
      opened_at: review.openedAt.toISOString(),
      opened_by: review.openedLabel,
      message: review.message,
      reviewers: review.reviewers.map(personLabel),
      any_reviewer: review.anyReviewer,
      due_on: review.dueOn,
      open_comments: openComments.get(review.name) ?? 0,
    }
  })
}

function toWireComment(comment: StoredComment): Json {
  const { id, reviewId, parentId, hash, subject, text, author, byAgent, createdAt, resolvedAt, suggestion } = comment
  return {
    comment_id: id,
    review_id: reviewId,
    reply_to: parentId,
    ruleset_hash: hash,
    subject: { kind: subject.kind, name: subject.name },
    text,
    author,
    ...(byAgent && { recorded_by: 'agent' }),
    written_at: createdAt.toISOString(),
    resolved: resolvedAt !== null,
    suggestion: suggestion && {
      text: suggestion.text,
      replaces: suggestion.replaces === null ? 'ruleset' : 'statement',
    },
  }
}

function answerOf(members: Readonly<Record<string, Json>>): Success {
  const texts = Object.entries({ ok: true, ...members, versions: { ...VERSIONS } })
  return { body: canonicalObject(Object.fromEntries(texts.map(([name, value]) => [name, canonicalJson(value)]))) }
}
