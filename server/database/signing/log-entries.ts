/**
 * Reading the logs of namespaces, and the checkpoints that were given of them.
 *
 * Promises: entries are returned as they are stored, damaged or not; the first stored checkpoint of a size is the one
 * that is returned for it.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { Frontier } from '../../attestation/merkle-tree'
import type { Database } from '../client/database'
import { openFrontier } from './append-log'

export interface StoredEntry {
  readonly index: bigint
  readonly kind: string
  readonly body: Uint8Array
  readonly at: Date
}

export interface EntryFilter {
  readonly kind: string | null
  /** A part of the actor's label, in any case. */
  readonly actor: string | null
  /** Included. */
  readonly from: Date | null
  /** Not included. */
  readonly to: Date | null
}

export interface StoredCheckpoint {
  readonly namespaceId: string
  readonly size: bigint
  readonly note: string
  readonly at: Date
}

export interface LogVerbs {
  /** The tree of the log as it stands; an empty one where nothing was ever logged. */
  findLogTree(namespaceId: string): Promise<Frontier>
  /** Newest first, those before the entry `before`. */
  findEntries(namespaceId: string, filter: EntryFilter, before: bigint | null, limit: number): Promise<StoredEntry[]>
  countEntries(namespaceId: string, filter: EntryFilter): Promise<bigint>
  /** In the order of the log, from the entry `from` on. */
  readEntries(namespaceId: string, from: bigint, limit: number): Promise<StoredEntry[]>
  /** Of the entries from `start` up to `end`, which is not included. */
  leafHashes(namespaceId: string, start: bigint, end: bigint): Promise<Uint8Array[]>
  /** Stores it, unless there is one of this size. @returns the stored one */
  storeCheckpoint(checkpoint: StoredCheckpoint): Promise<StoredCheckpoint>
  /** The stored one of the most entries, or null. */
  findLastCheckpoint(namespaceId: string): Promise<StoredCheckpoint | null>
  /** The one that was stored of this size, or null. */
  findCheckpoint(namespaceId: string, size: bigint): Promise<StoredCheckpoint | null>
}

export function logVerbs({ prisma, repeatable }: Database): LogVerbs {
  return {
    findLogTree: (namespaceId) =>
      repeatable(async () => {
        const head = await prisma.logHead.findUnique({ where: { namespaceId } })
        return openFrontier(head?.size ?? 0n, head?.frontier ?? new Uint8Array())
      }),

    findEntries: (namespaceId, filter, before, limit) =>
      repeatable(
        () => prisma.$queryRaw<StoredEntry[]>`
          SELECT index, kind, body, at FROM log_entry
          WHERE ${fitting(namespaceId, filter)} AND ${before === null ? Prisma.sql`true` : Prisma.sql`index < ${before}`}
          ORDER BY index DESC LIMIT ${limit}`,
      ),

    countEntries: (namespaceId, filter) =>
      repeatable(async () => {
        const [row] = await prisma.$queryRaw<{ count: bigint }[]>`
          SELECT count(*) AS count FROM log_entry WHERE ${fitting(namespaceId, filter)}`
        return row!.count
      }),

    readEntries: (namespaceId, from, limit) =>
      repeatable(() =>
        prisma.logEntry.findMany({
          where: { namespaceId, index: { gte: from } },
          select: { index: true, kind: true, body: true, at: true },
          orderBy: { index: 'asc' },
          take: limit,
        }),
      ),

    leafHashes: (namespaceId, start, end) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ hash: Uint8Array }[]>`
          SELECT sha256('\\x00'::bytea || body) AS hash FROM log_entry
          WHERE namespace_id = ${namespaceId}::uuid AND index >= ${start} AND index < ${end} ORDER BY index`
        return rows.map(({ hash }) => hash)
      }),

    storeCheckpoint: (checkpoint) =>
      repeatable(async () => {
        await prisma.logCheckpoint.createMany({ data: checkpoint, skipDuplicates: true })
        const { namespaceId, size } = checkpoint
        return prisma.logCheckpoint.findUniqueOrThrow({ where: { namespaceId_size: { namespaceId, size } } })
      }),

    findLastCheckpoint: (namespaceId) =>
      repeatable(() => prisma.logCheckpoint.findFirst({ where: { namespaceId }, orderBy: { size: 'desc' } })),

    findCheckpoint: (namespaceId, size) =>
      repeatable(() => prisma.logCheckpoint.findUnique({ where: { namespaceId_size: { namespaceId, size } } })),
  }
}

function fitting(namespaceId: string, { kind, actor, from, to }: EntryFilter): Prisma.Sql {
  const conditions = [Prisma.sql`namespace_id = ${namespaceId}::uuid`]
  if (kind !== null) conditions.push(Prisma.sql`kind = ${kind}`)
  if (from !== null) conditions.push(Prisma.sql`at >= ${from}::timestamp`)
  if (to !== null) conditions.push(Prisma.sql`at < ${to}::timestamp`)
  if (actor !== null)
    conditions.push(Prisma.sql`position(lower(${actor}) IN lower(convert_from(body, 'UTF8')::json->>'actor')) > 0`)
  return Prisma.join(conditions, ' AND ')
}
