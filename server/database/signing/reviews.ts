/**
 * A record, its approval or withdrawal, log entries and the end of its ceremony are stored together. Rows never change.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Meaning } from '../../api/terms/ruleset-terms'
import { sha256Hex } from '../../attestation/review-statement'
import { endCeremonyWithin } from '../accounts/ceremonies'
import type { Database } from '../client/database'
import { appendLog, holdLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { approvalEvent } from './approvals'
import { type NewComparison, storeComparison } from './comparisons'
import { insertForces, type NewForce } from './revisions-in-force'

export interface NewReview {
  /** Id of the record, of its ceremony and of its approval. */
  readonly id: string
  readonly namespaceId: string
  readonly hash: string
  readonly personId: string
  readonly printedName: string
  readonly actor: string
  readonly meaning: Meaning
  readonly note: string | null
  readonly signedAt: Date
  readonly expiresAt: Date | null
  /** For `withdrawn`: the record whose approval ends. */
  readonly withdraws: string | null
  readonly envelope: string
  readonly keyId: string
  readonly comparison: NewComparison | null
  /** Put in force by this signature. */
  readonly forces: readonly NewForce[]
  /**
   * Size of the log when the signed facts were read. The review must be the next event. Null if it does not depend on
   * them.
   */
  readonly logSize: bigint | null
}

export type ReviewOutcome =
  | 'recorded'
  | 'ceremony_ended'
  /** That record has no approval, or it was withdrawn. */
  | 'nothing_to_withdraw'
  /** The log has grown past `logSize`. */
  | 'log_moved'

export interface StoredReview {
  readonly id: string
  readonly hash: string
  readonly personId: string
  /** As signed. */
  readonly printedName: string
  /** The person's current name. */
  readonly presentName: string
  readonly meaning: Meaning
  readonly note: string | null
  readonly signedAt: Date
  readonly expiresAt: Date | null
  readonly withdrawsId: string | null
  readonly withdrawal: {
    readonly at: Date
    readonly by: string
    readonly reason: string
    readonly recordId: string
  } | null
  readonly envelope: Uint8Array
  readonly logIndex: bigint
}

export interface ReviewVerbs {
  recordReview(review: NewReview): Promise<ReviewOutcome>
  findReview(namespaceId: string, id: string): Promise<StoredReview | null>
  /** Oldest first. */
  listReviews(namespaceId: string, hash: string): Promise<StoredReview[]>
  /** By id. */
  readReviews(namespaceId: string, after: string | null, limit: number): Promise<StoredReview[]>
}

export function reviewVerbs({ prisma, repeatable }: Database): ReviewVerbs {
  return {
    recordReview: (review) =>
      repeatable(() =>
        prisma
          .$transaction((tx) => recordWithin(tx, review))
          .catch((error: unknown) => {
            if (error instanceof LogMovedError) return 'log_moved' as const
            throw error
          }),
      ),
    findReview: (namespaceId, id) =>
      repeatable(async () => {
        const row = await prisma.reviewRecord.findUnique({ where: { id, namespaceId }, include: WHOLE })
        return row && reviewOf(row)
      }),
    listReviews: (namespaceId, hash) =>
      repeatable(async () => {
        const where = { namespaceId, hash }
        const rows = await prisma.reviewRecord.findMany({ where, include: WHOLE, orderBy: { sequence: 'asc' } })
        return rows.map(reviewOf)
      }),
    readReviews: (namespaceId, after, limit) =>
      repeatable(async () => {
        const rows = await prisma.reviewRecord.findMany({
          where: { namespaceId, ...(after !== null && { id: { gt: after } }) },
          include: WHOLE,
          orderBy: { id: 'asc' },
          take: limit,
        })
        return rows.map(reviewOf)
      }),
  }
}

/** Rolls the transaction back. */
class LogMovedError extends Error {}

async function recordWithin(tx: Prisma.TransactionClient, review: NewReview): Promise<ReviewOutcome> {
  const { id, namespaceId, hash, meaning, note, signedAt, expiresAt, withdraws } = review
  // An earlier attempt of this call took effect.
  if ((await tx.reviewRecord.count({ where: { id } })) > 0) return 'recorded'
  const ending = withdraws === null ? null : await holdApproval(tx, namespaceId, hash, withdraws)
  if (withdraws !== null && ending === null) return 'nothing_to_withdraw'
  if (!(await endCeremonyWithin(tx, id, signedAt))) return 'ceremony_ended'
  const approves = meaning === 'approved'
  if (approves) {
    const approval = { approver: review.printedName, note, approvedAt: signedAt, channel: 'person' } as const
    await tx.approval.create({ data: { id, namespaceId, hash, expiresAt, ...approval } })
  }
  if (ending !== null)
    await tx.approvalWithdrawal.create({
      data: { approvalId: ending, withdrawnAt: signedAt, withdrawnBy: review.actor, reason: note ?? '' },
    })
  const logIndex = await holdLog(tx, namespaceId, signedAt)
  if (review.logSize !== null && review.logSize !== logIndex) throw new LogMovedError('the log has other entries')
  if (review.comparison !== null) await storeComparison(tx, namespaceId, review.comparison, signedAt)
  await tx.reviewRecord.create({
    data: {
      id,
      namespaceId,
      hash,
      meaning,
      note,
      signedAt,
      logIndex,
      personId: review.personId,
      printedName: review.printedName,
      withdrawsId: withdraws,
      approvalId: approves ? id : null,
      envelope: new TextEncoder().encode(review.envelope),
    },
  })
  const author = { personId: review.personId, label: review.actor }
  const forced = await insertForces(tx, namespaceId, review.forces, author, signedAt)
  await appendLog(tx, namespaceId, signedAt, [...eventsOf(review, ending), ...forced])
  return 'recorded'
}

const WITHDRAWAL_LOCK = 12

/** Null without an approval, or if it was withdrawn. */
async function holdApproval(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  hash: string,
  recordId: string,
): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT approval.id::text FROM approval JOIN review_record ON review_record.approval_id = approval.id
    WHERE review_record.id = ${recordId}::uuid AND review_record.namespace_id = ${namespaceId}::uuid
      AND review_record.hash = ${hash}`
  if (row === undefined) return null
  // The server's role may not lock approvals, since it may not change them.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${WITHDRAWAL_LOCK}::int, hashtext(${row.id}))`
  const withdrawn = await tx.approvalWithdrawal.count({ where: { approvalId: row.id } })
  return withdrawn > 0 ? null : row.id
}

/** The record's own event comes first. */
function eventsOf(review: NewReview, ending: string | null): LogEvent[] {
  const { id, hash, actor, meaning, envelope, keyId, printedName, signedAt, withdraws } = review
  const envelope_sha256 = sha256Hex(envelope)
  const details = { envelope_sha256, hash, key_id: keyId, meaning, printed_name: printedName, record_id: id }
  const signed: LogEvent = { kind: 'review_signed', actor, details }
  if (meaning === 'approved') {
    const approval = { approver: printedName, approvedAt: signedAt, channel: 'person' } as const
    // These ids are for approvals without a signature.
    return [signed, approvalEvent({ id, hash, actor, ...approval, credentialId: null, personId: null })]
  }
  if (ending === null) return [signed]
  const withdrawn = { approval_id: ending, hash, record_id: id, withdrawn_at: signedAt.toISOString(), withdraws }
  return [signed, { kind: 'approval_withdrawn', actor, details: withdrawn }]
}

const WHOLE = {
  approval: { select: { expiresAt: true, withdrawal: true } },
  withdrawn: { select: { id: true } },
  person: { select: { name: true } },
} as const

function reviewOf(row: Prisma.ReviewRecordGetPayload<{ include: typeof WHOLE }>): StoredReview {
  const { approval, withdrawn, id, hash, personId, printedName, meaning, note, signedAt, withdrawsId } = row
  const ended = approval?.withdrawal ?? null
  return {
    id,
    hash,
    personId,
    printedName,
    meaning,
    note,
    signedAt,
    withdrawsId,
    // The person may be missing after changes by hand.
    presentName: (row.person as { readonly name: string } | null)?.name ?? '',
    expiresAt: approval?.expiresAt ?? null,
    withdrawal:
      ended === null
        ? null
        : { at: ended.withdrawnAt, by: ended.withdrawnBy, reason: ended.reason, recordId: withdrawn[0]?.id ?? '' },
    envelope: row.envelope,
    logIndex: row.logIndex,
  }
}
