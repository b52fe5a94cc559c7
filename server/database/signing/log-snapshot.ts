/** A consistent snapshot for verifying. */
import type { PrismaClient } from '../../../generated/prisma/client'
import { type LogTile, TILE_LEVELS } from '../../attestation/log-tiles'
import { type Frontier, openFrontier } from '../../attestation/merkle-tree'
import type { Database } from '../client/database'
import { type ContentProblem, contentProblems } from '../log/content-problems'
import type { ReadRow } from '../log/evidence-tables'
import { firstRows, listNamespaces, rowsAfter } from '../log/read-rows'
import { readComparison } from './comparisons'
import type { StoredEntry } from './find-entries'
import { logTreeVerbs, type StoredCheckpoint } from './log-entries'
import { type DecisionReadVerbs, decisionReadVerbs } from './read-decisions'
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
  /** Computed by the database; null if that was impossible. */
  readonly actor: string | null
  readonly salt: Uint8Array | null
  readonly evidence: Uint8Array | null
}

/** May be damaged. */
export type StoredTile = Omit<LogTile, 'index'> & { readonly index: bigint }

export interface LoggedHead {
  readonly tree: Frontier
  readonly lastAt: Date | null
  /** Index of the entry that recorded the state. */
  readonly stateIndex: bigint | null
}

export interface LogReading extends Pick<ReviewVerbs, 'readReviews'>, Pick<DecisionReadVerbs, 'readDecisions'> {
  /** The head of the decision log; empty without one. */
  findDecisionTree(namespaceId: string): Promise<Frontier>
  readDecisionCheckpoints(namespaceId: string, after: bigint | null, limit: number): Promise<StoredCheckpoint[]>
  readComparison(namespaceId: string, hash: string): Promise<Uint8Array | null>
  /** Reads checkpoints with more entries than `after`, by size. */
  readCheckpoints(namespaceId: string, after: bigint | null, limit: number): Promise<StoredCheckpoint[]>
  readTileRows(namespaceId: string, level: number, from: bigint, limit: number): Promise<StoredTile[]>
  /** Levels that no log can have. */
  findStrangeTileLevels(namespaceId: string, limit: number): Promise<number[]>
  findHead(namespaceId: string): Promise<LoggedHead | null>
  hasNamespace(namespaceId: string): Promise<boolean>
  /** All keys of the deployment, including retired ones. */
  listSigningKeys(): Promise<StoredKey[]>
  readEntries(namespaceId: string, from: bigint, limit: number): Promise<LoggedEntry[]>
  /** Reads at most `limit` rows of each table. */
  firstRows(namespaceId: string, limit: number): Promise<ReadRow[]>
  rowsAfter(table: string, namespaceId: string, after: readonly string[], limit: number): Promise<ReadRow[]>
  /** Finds at most `limit` damaged and `limit` missing texts. */
  contentProblems(namespaceId: string, limit: number): Promise<ContentProblem[]>
  /** Sorted by id. */
  readApprovals(namespaceId: string, after: string | null, limit: number): Promise<LoggedApproval[]>
  /** Oldest first. */
  readBindings(namespaceId: string, after: bigint | null, limit: number): Promise<LoggedBinding[]>
  /** Sorted by name. */
  readNames(
    namespaceId: string,
    after: string | null,
    limit: number,
  ): Promise<{ readonly name: string; readonly hash: string; readonly boundAt: Date }[]>
}

export interface LogSnapshotVerbs {
  /** Includes removed namespaces that rows refer to. */
  listNamespaces(): Promise<string[]>
  atOneMoment<T>(read: (reading: LogReading) => Promise<T>): Promise<T>
}

/** Enough for a long log. */
const READING_MS = 3_600_000

export function logSnapshotVerbs(db: Database): LogSnapshotVerbs {
  return {
    listNamespaces: () => db.repeatable(() => listNamespaces(db.prisma)),
    atOneMoment: (read) =>
      db.once(() =>
        db.prisma.$transaction(
          // The reading verbs need nothing that a transaction's client lacks.
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
    readDecisions: decisionReadVerbs(db).readDecisions,
    findDecisionTree: logTreeVerbs(db, 'decision').findLogTree,
    readDecisionCheckpoints: (namespaceId, after, limit) =>
      db.prisma.decisionCheckpoint.findMany({
        where: { namespaceId, ...(after !== null && { size: { gt: after } }) },
        orderBy: { size: 'asc' },
        take: limit,
      }),
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
