/** Comments stay, with their earlier texts. Only an open review takes changes. */
import { createHash } from 'node:crypto'
import type { Prisma } from '../../../generated/prisma/client'
import type { Json } from '../../api/canonical-json'
import type { CommentSubjectKind } from '../../api/terms/review-terms'
import { type RepeatableCall, takeEffectOnce } from '../access/repeatable-calls'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import { holdReview, type ReviewActor } from './requested-reviews'

export interface StoredSuggestion {
  readonly text: string
  /** The replaced part of the source in UTF-16 units; null for the whole source. */
  readonly replaces: { readonly from: number; readonly to: number } | null
}

export interface CommentAuthor extends ReviewActor {
  readonly credentialId: string | null
  readonly byAgent: boolean
}

export interface NewComment {
  readonly id: string
  readonly namespaceId: string
  readonly reviewId: string
  readonly parentId: string | null
  readonly hash: string
  readonly subject: { readonly kind: CommentSubjectKind; readonly name: string | null }
  readonly by: CommentAuthor
  readonly at: Date
  readonly text: string
  readonly mentionedIds: readonly string[]
  readonly suggestion: StoredSuggestion | null
  /** Comments that the review may have. */
  readonly most: number
  /** With an `Idempotency-Key`. */
  readonly call: RepeatableCall | null
}

export interface StoredComment {
  readonly id: string
  readonly reviewId: string
  readonly parentId: string | null
  readonly hash: string
  readonly subject: { readonly kind: CommentSubjectKind; readonly name: string | null }
  readonly personId: string | null
  readonly credentialId: string | null
  readonly author: string
  readonly byAgent: boolean
  readonly text: string
  readonly mentionedIds: readonly string[]
  readonly suggestion: StoredSuggestion | null
  readonly createdAt: Date
  readonly resolvedAt: Date | null
  readonly resolvedLabel: string | null
  /** Earlier texts, oldest first. */
  readonly edits: readonly { readonly editedAt: Date; readonly text: string }[]
}

export type AddOutcome =
  | { readonly kind: 'added'; readonly comment: StoredComment }
  | { readonly kind: 'unknown_review' | 'ended' | 'unknown_parent' | 'unknown_revision' }
  | { readonly kind: 'past_limit'; readonly actual: number }

export interface CommentEdit {
  readonly namespaceId: string
  readonly id: string
  readonly actor: string
  readonly at: Date
  readonly text: string
  readonly mentionedIds: readonly string[]
  /** Earlier texts that the comment may have. */
  readonly most: number
}

export interface Resolution {
  readonly namespaceId: string
  readonly id: string
  readonly by: ReviewActor
  readonly at: Date
  readonly resolved: boolean
}

export type CommentOutcome =
  | { readonly kind: 'done'; readonly comment: StoredComment }
  | { readonly kind: 'unknown' | 'ended' | 'past_limit' }

export interface ReviewCommentVerbs {
  /** The revision must have had the name of the review. */
  addComment(comment: NewComment): Promise<AddOutcome>
  editComment(edit: CommentEdit): Promise<CommentOutcome>
  /** Resolves a comment that is not a reply. */
  resolveComment(resolution: Resolution): Promise<CommentOutcome>
  findComment(namespaceId: string, id: string): Promise<StoredComment | null>
  /** In the order of writing. */
  listComments(namespaceId: string, reviewId: string): Promise<StoredComment[]>
}

export function reviewCommentVerbs({ prisma, repeatable }: Database): ReviewCommentVerbs {
  return {
    addComment: (comment) => repeatable(() => prisma.$transaction((tx) => addOnce(tx, comment))),
    editComment: (edit) => repeatable(() => prisma.$transaction((tx) => editWithin(tx, edit))),
    resolveComment: (resolution) => repeatable(() => prisma.$transaction((tx) => resolveWithin(tx, resolution))),
    findComment: (namespaceId, id) => repeatable(() => readComment(prisma, namespaceId, id)),
    listComments: (namespaceId, reviewId) =>
      repeatable(async () => {
        const where = { namespaceId, reviewId }
        const rows = await prisma.reviewComment.findMany({ where, include: WHOLE, orderBy: { sequence: 'asc' } })
        return rows.map(toComment)
      }),
  }
}

const WHOLE = {
  edits: { select: { editedAt: true, text: true }, orderBy: { id: 'asc' } },
} as const satisfies Prisma.ReviewCommentInclude

function toComment(row: Prisma.ReviewCommentGetPayload<{ include: typeof WHOLE }>): StoredComment {
  const { id, reviewId, parentId, hash, personId, credentialId, author, byAgent, text, mentionedIds } = row
  const { createdAt, resolvedAt, resolvedLabel, edits, suggestion, suggestionFrom: from, suggestionTo: to } = row
  const replaces = from === null || to === null ? null : { from, to }
  return {
    ...{ id, reviewId, parentId, hash, personId, credentialId, author, byAgent, text, mentionedIds },
    ...{ createdAt, resolvedAt, resolvedLabel, edits },
    subject: { kind: row.subjectKind, name: row.subjectName },
    suggestion: suggestion === null ? null : { text: suggestion, replaces },
  }
}

async function readComment(
  client: Prisma.TransactionClient,
  namespaceId: string,
  id: string,
): Promise<StoredComment | null> {
  const row = await client.reviewComment.findUnique({ where: { id, namespaceId }, include: WHOLE })
  return row && toComment(row)
}

/** A repeated call answers with the comment as it is now. */
async function addOnce(tx: Prisma.TransactionClient, comment: NewComment): Promise<AddOutcome> {
  const { namespaceId, call } = comment
  const outcome = await takeEffectOnce(
    tx,
    namespaceId,
    call,
    () => addWithin(tx, comment),
    ({ kind }) => kind === 'added',
  )
  if (outcome.kind !== 'added') return outcome
  const stored = await readComment(tx, namespaceId, outcome.comment.id)
  if (stored === null) throw new Error(`the comment ${outcome.comment.id} was not stored`)
  return { kind: 'added', comment: stored }
}

async function addWithin(tx: Prisma.TransactionClient, comment: NewComment): Promise<AddOutcome> {
  const { id, namespaceId, reviewId, parentId, hash, subject, by, at, text, suggestion } = comment
  const review = await holdReview(tx, namespaceId, reviewId)
  if (review === null) return { kind: 'unknown_review' }
  // An earlier attempt of this call took effect.
  const stored = await readComment(tx, namespaceId, id)
  if (stored !== null) return { kind: 'added', comment: stored }
  if (review.endedAt !== null) return { kind: 'ended' }
  if (parentId !== null) {
    const parent = await readComment(tx, namespaceId, parentId)
    if (parent === null || parent.reviewId !== reviewId || parent.parentId !== null) return { kind: 'unknown_parent' }
  }
  if ((await tx.nameBinding.count({ where: { namespaceId, name: review.name, hash } })) === 0)
    return { kind: 'unknown_revision' }
  const count = await tx.reviewComment.count({ where: { reviewId } })
  if (count >= comment.most) return { kind: 'past_limit', actual: count + 1 }
  const mentionedIds = [...comment.mentionedIds]
  const row = await tx.reviewComment.create({
    data: {
      ...{ id, namespaceId, reviewId, parentId, hash, text, mentionedIds, createdAt: at },
      ...{ subjectKind: subject.kind, subjectName: subject.name },
      ...{ personId: by.personId, credentialId: by.credentialId, author: by.label, byAgent: by.byAgent },
      ...{ suggestion: suggestion?.text ?? null },
      ...{ suggestionFrom: suggestion?.replaces?.from ?? null, suggestionTo: suggestion?.replaces?.to ?? null },
    },
    include: WHOLE,
  })
  const details = {
    ...{ review_id: reviewId, name: review.name, hash, comment_id: id, parent_id: parentId, subject: { ...subject } },
    ...{ mentioned_ids: mentionedIds, is_suggestion: suggestion !== null, text_sha256: sha256Hex(text) },
  }
  await appendLog(tx, namespaceId, at, [{ kind: 'comment_added', actor: by.label, details }])
  return { kind: 'added', comment: toComment(row) }
}

interface HeldComment {
  readonly comment: StoredComment
  readonly name: string
}

/** Locks the review of the comment, so that changes of one review wait for each other. */
async function holdComment(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  id: string,
): Promise<HeldComment | 'unknown' | 'ended'> {
  const found = await readComment(tx, namespaceId, id)
  if (found === null) return 'unknown'
  const review = await holdReview(tx, namespaceId, found.reviewId)
  const comment = await readComment(tx, namespaceId, id)
  if (review === null || comment === null) return 'unknown'
  return review.endedAt === null ? { comment, name: review.name } : 'ended'
}

async function editWithin(tx: Prisma.TransactionClient, edit: CommentEdit): Promise<CommentOutcome> {
  const { namespaceId, id, actor, at, text } = edit
  const held = await holdComment(tx, namespaceId, id)
  if (typeof held === 'string') return { kind: held }
  const { comment, name } = held
  if (comment.text === text) return { kind: 'done', comment }
  if (comment.edits.length >= edit.most) return { kind: 'past_limit' }
  await tx.reviewCommentEdit.create({ data: { commentId: id, editedAt: at, text: comment.text } })
  const mentionedIds = [...edit.mentionedIds]
  const row = await tx.reviewComment.update({ where: { id }, data: { text, mentionedIds }, include: WHOLE })
  const details = {
    ...{ review_id: comment.reviewId, name, comment_id: id },
    ...{ mentioned_ids: mentionedIds, text_sha256: sha256Hex(text) },
  }
  await appendLog(tx, namespaceId, at, [{ kind: 'comment_edited', actor, details }])
  return { kind: 'done', comment: toComment(row) }
}

async function resolveWithin(tx: Prisma.TransactionClient, resolution: Resolution): Promise<CommentOutcome> {
  const { namespaceId, id, by, at, resolved } = resolution
  const held = await holdComment(tx, namespaceId, id)
  if (typeof held === 'string') return { kind: held }
  const { comment, name } = held
  if (comment.parentId !== null) return { kind: 'unknown' }
  if ((comment.resolvedAt !== null) === resolved) return { kind: 'done', comment }
  const data = resolved
    ? { resolvedAt: at, resolvedById: by.personId, resolvedLabel: by.label }
    : { resolvedAt: null, resolvedById: null, resolvedLabel: null }
  const row = await tx.reviewComment.update({ where: { id }, data, include: WHOLE })
  const details: Record<string, Json> = { review_id: comment.reviewId, name, comment_id: id }
  const kind = resolved ? 'comment_resolved' : 'comment_reopened'
  await appendLog(tx, namespaceId, at, [{ kind, actor: by.label, details }])
  return { kind: 'done', comment: toComment(row) }
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
