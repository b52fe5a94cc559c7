/**
 * Everything about a namespace's log as it is at one moment, for who verifies it while others write.
 *
 * Promises: all reads inside one call see the same moment.
 */
import type { PrismaClient } from '../../../generated/prisma/client'
import { type LogTile, TILE_LEVELS } from '../../attestation/log-tiles'
import type { Frontier } from '../../attestation/merkle-tree'
import type { Database } from '../client/database'
import { type ContentProblem, contentProblems } from '../evidence/content-problems'
import type { ReadRow } from '../evidence/evidence-tables'
import { firstRows, listNamespaces, rowsAfter } from '../evidence/read-rows'
import { openFrontier } from './append-log'
import { readComparison } from './comparisons'
import type { StoredEntry } from './find-entries'
import type { StoredCheckpoint } from './log-entries'
import { type ReviewVerbs, reviewVerbs } from './reviews'
import type { StoredKey } from './signing-keys'

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

export interface LoggedEntry extends StoredEntry {
  /** Computed from the body by the database; null where it could not. */
  readonly actor: string | null
  readonly salt: Uint8Array | null
  readonly evidence: Uint8Array | null
}

/** A tile as its row says it, damaged or not. */
export type StoredTile = Omit<LogTile, 'index'> & { readonly index: bigint }

export interface LoggedHead {
  readonly tree: Frontier
  readonly lastAt: Date | null
  /** Of the entry that recorded the state. */
  readonly stateIndex: bigint | null
}

export interface LogReading extends Pick<ReviewVerbs, 'readReviews'> {
  /** The stored bytes of a comparison, damaged or not; null where there are none under this digest. */
  readComparison(namespaceId: string, hash: string): Promise<Uint8Array | null>
  /** Those of more entries than `after`, in the order of size. */
  readCheckpoints(namespaceId: string, after: bigint | null, limit: number): Promise<StoredCheckpoint[]>
  /** Stored tiles of a level, in order, from the index `from` on. */
  readTileRows(namespaceId: string, level: number, from: bigint, limit: number): Promise<StoredTile[]>
  /** Levels of stored tiles that a log of any size could not have. */
  findStrangeTileLevels(namespaceId: string, limit: number): Promise<number[]>
  /** Null where the namespace has none. */
  findHead(namespaceId: string): Promise<LoggedHead | null>
  hasNamespace(namespaceId: string): Promise<boolean>
  /** Of the whole deployment, retired ones too. */
  listSigningKeys(): Promise<StoredKey[]>
  /** In the order of the log, from the entry `from` on. */
  readEntries(namespaceId: string, from: bigint, limit: number): Promise<LoggedEntry[]>
  /** The first rows of every table of evidence, at most `limit` of each. */
  firstRows(namespaceId: string, limit: number): Promise<ReadRow[]>
  rowsAfter(table: string, namespaceId: string, after: readonly string[], limit: number): Promise<ReadRow[]>
  /** Texts whose bytes do not have their hash, and texts that are named and not there; at most `limit` of each. */
  contentProblems(namespaceId: string, limit: number): Promise<ContentProblem[]>
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
  /** Namespaces that are there, and those that a row of evidence or of a log says it is of; in the order of ids. */
  listNamespaces(): Promise<string[]>
  atOneMoment<T>(read: (reading: LogReading) => Promise<T>): Promise<T>
}

/** A long log takes a while: milliseconds. */
const READING_MS = 3_600_000

export function logSnapshotVerbs(db: Database): LogSnapshotVerbs {
  return {
    listNamespaces: () => db.repeatable(() => listNamespaces(db.prisma)),
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

export function readingOf(db: Database): LogReading {
  const { readReviews } = reviewVerbs(db)
  return {
    readReviews,
    readComparison: (namespaceId, hash) => readComparison(db.prisma, namespaceId, hash),
    readCheckpoints: (namespaceId, after, limit) =>
      db.prisma.logCheckpoint.findMany({
        where: { namespaceId, ...(after !== null && { size: { gt: after } }) },
        orderBy: { size: 'asc' },
        take: limit,
      }),
    readTileRows: (namespaceId, level, from, limit) =>
      db.prisma.logTile.findMany({
        where: { namespaceId, level, index: { gte: from } },
        omit: { namespaceId: true },
        orderBy: { index: 'asc' },
        take: limit,
      }),
    findStrangeTileLevels: async (namespaceId, limit) => {
      const rows = await db.prisma.logTile.findMany({
        where: { namespaceId, OR: [{ level: { lt: 0 } }, { level: { gte: TILE_LEVELS } }] },
        select: { level: true },
        take: limit,
      })
      return rows.map(({ level }) => level)
    },
    findHead: async (namespaceId) => {
      const head = await db.prisma.logHead.findUnique({ where: { namespaceId } })
      return head && { tree: openFrontier(head.size, head.frontier), lastAt: head.lastAt, stateIndex: head.stateIndex }
    },
    listSigningKeys: () => db.prisma.signingKey.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
    hasNamespace: async (id) => (await db.prisma.namespace.count({ where: { id } })) > 0,
    readEntries: (namespaceId, from, limit) =>
      db.prisma.logEntry.findMany({
        where: { namespaceId, index: { gte: from } },
        omit: { namespaceId: true },
        orderBy: { index: 'asc' },
        take: limit,
      }),
    firstRows: (namespaceId, limit) => firstRows(db.prisma, namespaceId, limit),
    rowsAfter: (table, namespaceId, after, limit) => rowsAfter(db.prisma, table, namespaceId, after, limit),
    contentProblems: (namespaceId, limit) => contentProblems(db.prisma, namespaceId, limit),
    readApprovals: (namespaceId, after, limit) =>
      db.prisma.approval.findMany({
        where: { namespaceId, ...(after !== null && { id: { gt: after } }) },
        select: {
          id: true,
          hash: true,
          approver: true,
          approvedAt: true,
          channel: true,
          expiresAt: true,
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
