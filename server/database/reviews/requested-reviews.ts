/** A name has at most one open review. Every change is an entry of the log. */
import type { Prisma } from '../../../generated/prisma/client'
import type { ReviewEnding } from '../../api/terms/review-terms'
import { type RepeatableCall, takeEffectOnce } from '../access/repeatable-calls'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { holdName } from '../signing/bind-name'

export interface ReviewActor {
  /** Null for a program with a credential. */
  readonly personId: string | null
  readonly label: string
}

export interface NewReviewRequest {
  readonly id: string
  readonly namespaceId: string
  readonly name: string
  readonly by: ReviewActor
  readonly at: Date
  readonly message: string
  readonly reviewerIds: readonly string[]
  readonly anyReviewer: boolean
  /** A day as YYYY-MM-DD, or null. */
  readonly dueOn: string | null
  /** With an `Idempotency-Key`. */
  readonly call: RepeatableCall | null
}

export interface StoredReviewRequest {
  readonly id: string
  readonly name: string
  readonly openedHash: string
  readonly openedById: string | null
  readonly openedLabel: string
  readonly message: string
  readonly anyReviewer: boolean
  readonly dueOn: string | null
  readonly openedAt: Date
  readonly endedAt: Date | null
  readonly endedLabel: string | null
  readonly ending: ReviewEnding | null
  /** In the order in which they were asked. */
  readonly reviewers: readonly StoredReviewer[]
}

export interface StoredReviewer {
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly addedAt: Date
}

export type OpenOutcome =
  | { readonly kind: 'opened'; readonly review: StoredReviewRequest }
  | { readonly kind: 'open_already'; readonly review: StoredReviewRequest }
  | { readonly kind: 'unknown_name' }
  | { readonly kind: 'archived' }
  | { readonly kind: 'renamed'; readonly to: string }
  /** People who are not reviewers in the namespace. */
  | { readonly kind: 'not_reviewers'; readonly personIds: readonly string[] }

export interface ReviewChange {
  readonly namespaceId: string
  readonly id: string
  readonly by: ReviewActor
  readonly at: Date
  readonly reviewerIds: readonly string[]
  readonly anyReviewer: boolean
  readonly dueOn: string | null
}

export type ChangeOutcome =
  | { readonly kind: 'changed'; readonly review: StoredReviewRequest }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'not_reviewers'; readonly personIds: readonly string[] }

export interface ReviewEnd {
  readonly namespaceId: string
  readonly id: string
  readonly by: ReviewActor
  readonly at: Date
  readonly ending: ReviewEnding
  /** The review ends as `completed` only while the name points at these bytes. */
  readonly hash: string
}

export interface RequestedReviewVerbs {
  openReview(request: NewReviewRequest): Promise<OpenOutcome>
  /** Replaces reviewers and due date. People who were asked already may stay, whatever their roles are now. */
  changeReview(change: ReviewChange): Promise<ChangeOutcome>
  /** `moved`: the name points at other bytes. */
  endReview(end: ReviewEnd): Promise<'ended' | 'unknown' | 'ended_before' | 'moved'>
  findReviewRequest(namespaceId: string, id: string): Promise<StoredReviewRequest | null>
  /** Latest first. */
  listReviewRequests(
    namespaceId: string,
    filter: { readonly name: string | null; readonly openOnly: boolean; readonly limit: number },
  ): Promise<StoredReviewRequest[]>
}

export function requestedReviewVerbs({ prisma, repeatable }: Database): RequestedReviewVerbs {
  return {
    openReview: (request) => repeatable(() => prisma.$transaction((tx) => openOnce(tx, request))),
    changeReview: (change) => repeatable(() => prisma.$transaction((tx) => changeWithin(tx, change))),
    endReview: (end) => repeatable((again) => prisma.$transaction((tx) => endWithin(tx, end, again))),
    findReviewRequest: (namespaceId, id) => repeatable(() => readReview(prisma, namespaceId, id)),
    listReviewRequests: (namespaceId, { name, openOnly, limit }) =>
      repeatable(async () => {
        const rows = await prisma.review.findMany({
          where: { namespaceId, ...(name !== null && { name }), ...(openOnly && { endedAt: null }) },
          include: WHOLE,
          orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
          take: limit,
        })
        return rows.map(toReview)
      }),
  }
}

const WHOLE = {
  reviewers: {
    include: { person: { select: { name: true, email: true } } },
    orderBy: [{ addedAt: 'asc' }, { personId: 'asc' }],
  },
} as const satisfies Prisma.ReviewInclude

type WholeRow = Prisma.ReviewGetPayload<{ include: typeof WHOLE }>

function toReview({ reviewers, dueOn, ...row }: WholeRow): StoredReviewRequest {
  const { id, name, openedHash, openedById, openedLabel, message, anyReviewer, openedAt } = row
  const { endedAt, endedLabel, ending } = row
  return {
    ...{ id, name, openedHash, openedById, openedLabel, message, anyReviewer, openedAt, endedAt, endedLabel, ending },
    dueOn: dueOn?.toISOString().slice(0, 10) ?? null,
    reviewers: reviewers.map(({ personId, addedAt, person }) => ({ personId, addedAt, ...person })),
  }
}

async function readReview(
  client: Prisma.TransactionClient,
  namespaceId: string,
  id: string,
): Promise<StoredReviewRequest | null> {
  const row = await client.review.findUnique({ where: { id, namespaceId }, include: WHOLE })
  return row && toReview(row)
}

/** Locks the review until the transaction ends. Null if it is unknown. */
export async function holdReview(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  id: string,
): Promise<StoredReviewRequest | null> {
  await tx.$queryRaw`
    SELECT 1 FROM review WHERE id = ${id}::uuid AND namespace_id = ${namespaceId}::uuid FOR NO KEY UPDATE`
  return readReview(tx, namespaceId, id)
}

/** A repeated call answers with the review as it is now. */
async function openOnce(tx: Prisma.TransactionClient, request: NewReviewRequest): Promise<OpenOutcome> {
  const { namespaceId, call } = request
  const outcome = await takeEffectOnce(
    tx,
    namespaceId,
    call,
    () => openWithin(tx, request),
    ({ kind }) => kind === 'opened',
  )
  if (outcome.kind !== 'opened') return outcome
  return { kind: 'opened', review: await demandReview(tx, namespaceId, outcome.review.id) }
}

/** Holding the name makes two people who open a review at once wait for each other. */
async function openWithin(tx: Prisma.TransactionClient, request: NewReviewRequest): Promise<OpenOutcome> {
  const { id, namespaceId, name, by, at, message, anyReviewer, dueOn } = request
  const hash = await holdName(tx, { namespaceId, name })
  if (hash === null) return { kind: 'unknown_name' }
  const { archivedAt, renamedTo } = await tx.rulesetName.findUniqueOrThrow({
    where: { namespaceId_name: { namespaceId, name } },
    select: { archivedAt: true, renamedTo: true },
  })
  if (renamedTo !== null) return { kind: 'renamed', to: renamedTo }
  if (archivedAt !== null) return { kind: 'archived' }
  const open = await tx.review.findFirst({ where: { namespaceId, name, endedAt: null }, include: WHOLE })
  // An earlier attempt of this call may have taken effect.
  if (open !== null) return { kind: open.id === id ? 'opened' : 'open_already', review: toReview(open) }
  const reviewerIds = [...new Set(request.reviewerIds)]
  const others = await findOthers(tx, namespaceId, reviewerIds)
  if (others.length > 0) return { kind: 'not_reviewers', personIds: others }
  await tx.review.create({
    data: {
      ...{ id, namespaceId, name, openedHash: hash, message, anyReviewer, openedAt: at },
      ...{ openedById: by.personId, openedLabel: by.label, dueOn: dueOn === null ? null : new Date(dueOn) },
      reviewers: { create: reviewerIds.map((personId) => ({ personId, addedAt: at })) },
    },
  })
  const review = await demandReview(tx, namespaceId, id)
  const details = {
    ...{ review_id: id, name, hash, reviewer_ids: reviewerIds },
    ...{ any_reviewer: anyReviewer, due_on: dueOn },
  }
  await appendLog(tx, namespaceId, at, [{ kind: 'review_opened', actor: by.label, details, sealed: { message } }])
  return { kind: 'opened', review }
}

async function changeWithin(tx: Prisma.TransactionClient, change: ReviewChange): Promise<ChangeOutcome> {
  const { namespaceId, id, by, at, anyReviewer, dueOn } = change
  const before = await holdReview(tx, namespaceId, id)
  if (before === null) return { kind: 'unknown' }
  if (before.endedAt !== null) return { kind: 'ended' }
  const wanted = new Set(change.reviewerIds)
  const namedBefore = new Set(before.reviewers.map(({ personId }) => personId))
  const added = [...wanted].filter((personId) => !namedBefore.has(personId))
  const removed = [...namedBefore].filter((personId) => !wanted.has(personId))
  const others = await findOthers(tx, namespaceId, added)
  if (others.length > 0) return { kind: 'not_reviewers', personIds: others }
  const isSame = before.anyReviewer === anyReviewer && before.dueOn === dueOn
  if (added.length + removed.length === 0 && isSame) return { kind: 'changed', review: before }
  await tx.reviewReviewer.deleteMany({ where: { reviewId: id, personId: { in: removed } } })
  await tx.reviewReviewer.createMany({ data: added.map((personId) => ({ reviewId: id, personId, addedAt: at })) })
  await tx.review.update({ where: { id }, data: { anyReviewer, dueOn: dueOn === null ? null : new Date(dueOn) } })
  const review = await demandReview(tx, namespaceId, id)
  const details = {
    ...{ review_id: id, name: before.name, added_ids: added, removed_ids: removed },
    ...{ any_reviewer: anyReviewer, due_on: dueOn },
  }
  await appendLog(tx, namespaceId, at, [{ kind: 'review_changed', actor: by.label, details }])
  return { kind: 'changed', review }
}

async function endWithin(
  tx: Prisma.TransactionClient,
  { namespaceId, id, by, at, ending, hash }: ReviewEnd,
  again: boolean,
): ReturnType<RequestedReviewVerbs['endReview']> {
  const known = await readReview(tx, namespaceId, id)
  if (known === null) return 'unknown'
  // A name is locked before its review, as in openWithin.
  const pointsAt = await holdName(tx, { namespaceId, name: known.name })
  const review = await holdReview(tx, namespaceId, id)
  if (review === null) return 'unknown'
  if (review.endedAt !== null) {
    const isOwn = again && review.endedLabel === by.label && review.endedAt.getTime() === at.getTime()
    return isOwn ? 'ended' : 'ended_before'
  }
  if (pointsAt !== hash) return 'moved'
  await tx.review.update({
    where: { id },
    data: { endedAt: at, endedById: by.personId, endedLabel: by.label, ending },
  })
  const event: LogEvent = {
    kind: 'review_ended',
    actor: by.label,
    details: { review_id: id, name: review.name, how: ending },
  }
  await appendLog(tx, namespaceId, at, [event])
  return 'ended'
}

async function demandReview(tx: Prisma.TransactionClient, namespaceId: string, id: string) {
  const review = await readReview(tx, namespaceId, id)
  if (review === null) throw new Error(`the review ${id} was not stored`)
  return review
}

/** Returns those of the people who are not active reviewers of the namespace. */
async function findOthers(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  personIds: readonly string[],
): Promise<string[]> {
  if (personIds.length === 0) return []
  const rows = await tx.membership.findMany({
    where: {
      namespaceId,
      personId: { in: [...personIds] },
      roles: { has: 'reviewer' },
      person: { disabledAt: null },
    },
    select: { personId: true },
  })
  const able = new Set(rows.map(({ personId }) => personId))
  return personIds.filter((personId) => !able.has(personId))
}
