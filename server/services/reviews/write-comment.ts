import { Refusal, unfitRefusal } from '../../api/refusal'
import { MAX_COMMENT_EDITS, MAX_REVIEW_COMMENTS } from '../../api/terms/review-terms'
import type { RepeatableCall } from '../../database/access/repeatable-calls'
import type { MemberVerbs } from '../../database/accounts/members'
import type { RequestedReviewVerbs } from '../../database/reviews/requested-reviews'
import type { CommentOutcome, ReviewCommentVerbs, StoredComment } from '../../database/reviews/review-comments'
import { demandPermission } from '../access/permit'
import type { Channel } from '../calls/call-context'
import { type Caller, namespaceOf } from '../calls/caller'
import type { CitationSource } from '../documents/cited-revisions'
import { listClausesOfCited } from '../documents/clauses-of-cited'
import { type ReviewSource, readShownReview } from '../signing/shown-review'
import { isOwnComment } from './comment-rows'
import { mayResolve, unknownReview } from './read-review'
import { demandComment, findMentions } from './read-texts'
import { type CommentSubject, clauseSubjects, keyOf, subjectsOf } from './review-subjects'
import { applySuggestion, type NewSuggestion, readReplaced, readSuggestion } from './suggestion'
import { endedRefusal, reviewActor } from './write-review'

export interface CommentToAdd {
  readonly reviewId: string
  /** The revision that the comment is on. */
  readonly hash: string
  readonly subject: CommentSubject
  /** The comment that it replies to, or null. A reply is about the same subject. */
  readonly parentId: string | null
  readonly text: string
  readonly suggestion: NewSuggestion | null
}

export interface WriteCommentDependencies extends ReviewSource {
  readonly store: RequestedReviewVerbs & ReviewCommentVerbs & CitationSource['store'] & Pick<MemberVerbs, 'listMembers'>
  readonly now: () => Date
  readonly newId: () => string
}

/** @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, BAD_REQUEST, BUDGET_EXCEEDED, COMPILE_FAILED, ENGINE_BUSY */
export async function addComment(
  dependencies: WriteCommentDependencies,
  { caller, channel }: { readonly caller: Caller; readonly channel: Channel },
  comment: CommentToAdd,
  call: RepeatableCall | null = null,
): Promise<StoredComment> {
  demandPermission(caller, 'review')
  const { store, now, newId } = dependencies
  const namespaceId = namespaceOf(caller)
  const { reviewId, parentId, text } = comment
  demandComment(text)
  const review = await store.findReviewRequest(namespaceId, reviewId)
  if (review === null) throw unknownReview()
  if (review.endedAt !== null) throw endedRefusal()
  const parent = parentId === null ? null : await demandParent(store, namespaceId, parentId)
  const { hash, subject } = parent ?? comment
  if (parent !== null && comment.suggestion !== null)
    throw unfitRefusal('suggestion', 'nothing in a reply: write the suggestion as another comment', 'a suggestion')
  if (parent === null) await demandSubject(dependencies, caller, hash, subject)
  const suggestion = comment.suggestion && (await checkSuggestion(dependencies, caller, comment, comment.suggestion))
  const outcome = await store.addComment({
    ...{ id: newId(), namespaceId, reviewId, parentId, hash, subject, text, suggestion },
    mentionedIds: findMentions(text, await store.listMembers(namespaceId)),
    by: { ...reviewActor(caller), credentialId: caller.credentialId, byAgent: channel === 'agent' },
    at: now(),
    most: MAX_REVIEW_COMMENTS,
    call,
  })
  switch (outcome.kind) {
    case 'added':
      return outcome.comment
    case 'unknown_review':
      throw unknownReview()
    case 'ended':
      throw endedRefusal()
    case 'unknown_parent':
      throw unknownComment()
    case 'unknown_revision':
      throw unfitRefusal('ruleset_hash', 'a revision of the ruleset under review', hash)
    case 'past_limit':
      throw new Refusal(
        'BUDGET_EXCEEDED',
        `A review has at most ${MAX_REVIEW_COMMENTS} comments. End this review and open another one.`,
        { budget: 'review_comments', limit: MAX_REVIEW_COMMENTS, actual: outcome.actual },
      )
  }
}

/**
 * Only the writer of the comment may edit it. @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, BAD_REQUEST,
 * BUDGET_EXCEEDED
 */
export async function editComment(
  { store, now }: WriteCommentDependencies,
  caller: Caller,
  { commentId, text }: { readonly commentId: string; readonly text: string },
): Promise<StoredComment> {
  demandPermission(caller, 'review')
  demandComment(text)
  const namespaceId = namespaceOf(caller)
  const comment = await store.findComment(namespaceId, commentId)
  if (comment === null) throw unknownComment()
  if (!isOwnComment(comment, caller))
    throw new Refusal('CREDENTIAL_SCOPE', 'Only the person who wrote a comment edits it. Reply to it instead.')
  const edit = { namespaceId, id: commentId, actor: caller.label, at: now(), text, most: MAX_COMMENT_EDITS }
  const mentionedIds = findMentions(text, await store.listMembers(namespaceId))
  return demandDone(await store.editComment({ ...edit, mentionedIds }))
}

/**
 * Whoever may comment reopens a comment.
 * @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, BAD_REQUEST
 */
export async function resolveComment(
  { store, now }: WriteCommentDependencies,
  caller: Caller,
  { commentId, resolved }: { readonly commentId: string; readonly resolved: boolean },
): Promise<StoredComment> {
  demandPermission(caller, 'review')
  const namespaceId = namespaceOf(caller)
  const comment = await store.findComment(namespaceId, commentId)
  if (comment === null || comment.parentId !== null) throw unknownComment()
  const review = await store.findReviewRequest(namespaceId, comment.reviewId)
  if (review === null) throw unknownReview()
  if (resolved && !mayResolve(caller, review, comment))
    throw new Refusal(
      'CREDENTIAL_SCOPE',
      'The person who wrote a comment, the person who opened the review and the authors of this namespace resolve it.',
    )
  return demandDone(
    await store.resolveComment({ namespaceId, id: commentId, by: reviewActor(caller), at: now(), resolved }),
  )
}

export function unknownComment(): Refusal {
  return new Refusal('RULESET_NOT_FOUND', 'There is no such comment in this namespace. Load the page again.')
}

function demandDone(outcome: CommentOutcome): StoredComment {
  switch (outcome.kind) {
    case 'done':
      return outcome.comment
    case 'unknown':
      throw unknownComment()
    case 'ended':
      throw endedRefusal()
    case 'past_limit':
      throw new Refusal(
        'BUDGET_EXCEEDED',
        `A comment is edited at most ${MAX_COMMENT_EDITS} times. Reply to it instead.`,
        { budget: 'comment_edits', limit: MAX_COMMENT_EDITS, actual: MAX_COMMENT_EDITS + 1 },
      )
  }
}

async function demandParent(store: ReviewCommentVerbs, namespaceId: string, parentId: string): Promise<StoredComment> {
  const parent = await store.findComment(namespaceId, parentId)
  if (parent === null || parent.parentId !== null) throw unknownComment()
  return parent
}

/** @throws Refusal BAD_REQUEST if the revision has no such part */
async function demandSubject(
  dependencies: WriteCommentDependencies,
  caller: Caller,
  hash: string,
  subject: CommentSubject,
): Promise<void> {
  const { kind, name } = subject
  if ((kind === 'whole') !== (name === null))
    throw unfitRefusal('subject.name', 'the name of a part, and nothing for the whole ruleset', name ?? 'nothing')
  // Refuses a revision of another namespace.
  const { review } = await readShownReview(dependencies, caller, hash)
  if (kind === 'whole') return
  const isClause = kind === 'clause'
  const subjects = isClause ? clauseSubjects(await listClausesOfCited(dependencies, caller, hash)) : subjectsOf(review)
  if (subjects.some((each) => keyOf(each) === keyOf(subject))) return
  if (isClause)
    throw unfitRefusal(
      'subject.name',
      'the label of a document that this revision cites and the label of a clause in it, as in `TE-07 4.2(b)`',
      name ?? 'nothing',
    )
  throw unfitRefusal('subject.name', `${kind === 'assertion' ? 'an' : 'a'} ${kind} of this revision`, name ?? 'nothing')
}

async function checkSuggestion(
  dependencies: WriteCommentDependencies,
  caller: Caller,
  { hash, subject }: CommentToAdd,
  suggestion: NewSuggestion,
) {
  const text = await dependencies.rulesets.findStored(namespaceOf(caller), hash)
  return readSuggestion(dependencies, caller, text, subject, suggestion)
}

/**
 * The text that a suggestion about the subject would replace.
 * @throws Refusal RULESET_NOT_FOUND, BAD_REQUEST if the subject has no single statement in the revision
 */
export async function readReplacedText(
  { rulesets }: WriteCommentDependencies,
  caller: Caller,
  { hash, subject, replaces }: Pick<CommentToAdd, 'hash' | 'subject'> & Pick<NewSuggestion, 'replaces'>,
): Promise<{ readonly text: string }> {
  demandPermission(caller, 'read')
  const { source } = await rulesets.findStored(namespaceOf(caller), hash)
  return { text: readReplaced(source, subject, replaces) }
}

export interface SuggestedText {
  readonly name: string
  /** The revision that the suggestion was made on. */
  readonly hash: string
  readonly base: string
  readonly suggested: string
  readonly author: string
}

/** Stores nothing: the author applies it to the draft. @throws Refusal RULESET_NOT_FOUND */
export async function readSuggestedText(
  { store, rulesets }: WriteCommentDependencies,
  caller: Caller,
  commentId: string,
): Promise<SuggestedText> {
  demandPermission(caller, 'read')
  const namespaceId = namespaceOf(caller)
  const comment = await store.findComment(namespaceId, commentId)
  if (comment === null || comment.suggestion === null) throw unknownComment()
  const review = await store.findReviewRequest(namespaceId, comment.reviewId)
  if (review === null) throw unknownReview()
  const { source } = await rulesets.findStored(namespaceId, comment.hash)
  const { hash, author } = comment
  return { name: review.name, hash, base: source, suggested: applySuggestion(source, comment.suggestion), author }
}
