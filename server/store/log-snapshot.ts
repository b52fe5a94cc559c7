/**
 * Everything about a namespace's log as it is at one moment, for who verifies it while others write.
 *
 * Promises: all reads inside one call see the same moment.
 */
import type { PrismaClient } from '../../generated/prisma/client'
import type { Database } from './database'
import { type LogVerbs, logVerbs } from './log-entries'
import { type ReviewVerbs, reviewVerbs } from './reviews'

export interface LoggedApproval {
  readonly id: string
  readonly hash: string
  readonly approver: string
  readonly approvedAt: Date
  readonly channel: 'program' | 'person' | 'agent'
  readonly expiresAt: Date | null
  readonly withdrawal: { readonly withdrawnAt: Date; readonly withdrawnBy: string; readonly reason: string } | null
}

export interface LoggedBinding {
  readonly id: bigint
  readonly name: string
  readonly hash: string
  readonly boundAt: Date
  readonly boundBy: string
}

export interface LogReading
  extends Pick<LogVerbs, 'findLogTree' | 'readEntries' | 'listCheckpoints'>,
    Pick<ReviewVerbs, 'readReviews'> {
  /** Those after the one with this id, in the order of ids. */
  readApprovals(namespaceId: string, after: string | null, limit: number): Promise<LoggedApproval[]>
  /** Those after the one with this id, oldest first. */
  readBindings(namespaceId: string, after: bigint | null, limit: number): Promise<LoggedBinding[]>
  /** Those after this name, in the order of names. */
  readNames(
    namespaceId: string,
    after: string | null,
    limit: number,
  ): Promise<{ readonly name: string; readonly hash: string; readonly boundAt: Date }[]>
}

export interface LogSnapshotVerbs {
  atOneMoment<T>(read: (reading: LogReading) => Promise<T>): Promise<T>
}

/** A long log takes a while: milliseconds. */
const READING_MS = 3_600_000

export function logSnapshotVerbs(db: Database): LogSnapshotVerbs {
  return {
    atOneMoment: (read) =>
      db.once(() =>
        db.prisma.$transaction(
          // The verbs that read ask nothing of the client that a transaction lacks.
          (tx) => read(readingOf({ ...db, prisma: tx as PrismaClient, repeatable: (call) => call(false) })),
          { isolationLevel: 'RepeatableRead', timeout: READING_MS },
        ),
      ),
  }
}

function readingOf(db: Database): LogReading {
  const { findLogTree, readEntries, listCheckpoints } = logVerbs(db)
  const { readReviews } = reviewVerbs(db)
  return {
    ...{ findLogTree, readEntries, listCheckpoints, readReviews },
    readApprovals: (namespaceId, after, limit) =>
      db.prisma.approval.findMany({
        where: { namespaceId, ...(after !== null && { id: { gt: after } }) },
        select: {
          ...{ id: true, hash: true, approver: true, approvedAt: true, channel: true, expiresAt: true },
          withdrawal: { select: { withdrawnAt: true, withdrawnBy: true, reason: true } },
        },
        orderBy: { id: 'asc' },
        take: limit,
      }),
    readBindings: (namespaceId, after, limit) =>
      db.prisma.nameBinding.findMany({
        where: { namespaceId, ...(after !== null && { id: { gt: after } }) },
        select: { id: true, name: true, hash: true, boundAt: true, boundBy: true },
        orderBy: { id: 'asc' },
        take: limit,
      }),
    readNames: (namespaceId, after, limit) =>
      db.prisma.rulesetName.findMany({
        where: { namespaceId, ...(after !== null && { name: { gt: after } }) },
        select: { name: true, hash: true, boundAt: true },
        orderBy: { name: 'asc' },
        take: limit,
      }),
  }
}
