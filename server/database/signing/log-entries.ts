/** Entries may be damaged. The first checkpoint of a size is kept. */
import { Prisma } from '../../../generated/prisma/client'
import { type Frontier, HASH_BYTES, openFrontier } from '../../attestation/merkle-tree'
import type { Database } from '../client/database'
import type { StoredEntry } from './find-entries'

export interface StoredCheckpoint {
  readonly namespaceId: string
  readonly size: bigint
  readonly note: string
  readonly at: Date
}

export interface StoredCosignature {
  readonly namespaceId: string
  readonly size: bigint
  /** Id of the witness's key. */
  readonly witness: string
  /** A line of the signed note. */
  readonly line: string
  readonly at: Date
}

export interface CosignatureVerbs {
  /** Keeps the first of each witness for a size. */
  storeCosignature(cosignature: StoredCosignature): Promise<void>
  findCosignatures(namespaceId: string, size: bigint): Promise<StoredCosignature[]>
  /** Returns the largest size that the witness cosigned; 0 without one. */
  findLastCosigned(namespaceId: string, witness: string): Promise<bigint>
}

export interface LogTreeVerbs extends CosignatureVerbs {
  findLogTree(namespaceId: string): Promise<Frontier>
  /** `end` is exclusive. */
  leafHashes(namespaceId: string, start: bigint, end: bigint): Promise<Uint8Array[]>
  storeCheckpoint(checkpoint: StoredCheckpoint): Promise<StoredCheckpoint>
  /** Finds the checkpoint with the most entries. */
  findLastCheckpoint(namespaceId: string): Promise<StoredCheckpoint | null>
  findCheckpoint(namespaceId: string, size: bigint): Promise<StoredCheckpoint | null>
}

export interface LogVerbs extends LogTreeVerbs {
  /** In log order, starting at `from`. */
  readEntries(namespaceId: string, from: bigint, limit: number): Promise<StoredEntry[]>
}

/** First part of the names of the tables: the log of a namespace, or its decision log. */
export type LogTables = 'log' | 'decision'

export function tableOf(log: LogTables, part: 'entry' | 'head' | 'tile' | 'checkpoint' | 'cosignature'): Prisma.Sql {
  return Prisma.raw(`${log}_${part}`)
}

export function logVerbs(db: Database): LogVerbs {
  const { prisma, repeatable } = db
  return {
    ...logTreeVerbs(db, 'log'),
    leafHashes: storedLeafHashes(db),
    readEntries: (namespaceId, from, limit) =>
      repeatable(() =>
        prisma.logEntry.findMany({
          where: { namespaceId, index: { gte: from } },
          select: { index: true, kind: true, body: true, at: true },
          orderBy: { index: 'asc' },
          take: limit,
        }),
      ),
  }
}

/** For the log of a namespace, whose entries are stored whole. */
export function storedLeafHashes({ prisma, repeatable }: Database): LogTreeVerbs['leafHashes'] {
  return (namespaceId, start, end) =>
    repeatable(async () => {
      // A row per hash would take the client several times as long.
      const [row] = await prisma.$queryRaw<{ hashes: Uint8Array | null }[]>`
        SELECT string_agg(sha256('\\x00'::bytea || body), ''::bytea ORDER BY index) AS hashes FROM log_entry
        WHERE namespace_id = ${namespaceId}::uuid AND index >= ${start} AND index < ${end}`
      const hashes = row?.hashes ?? new Uint8Array()
      return Array.from({ length: hashes.length / HASH_BYTES }, (_, i) =>
        hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
      )
    })
}

/** Without the hashes of leaves, because each log stores its entries in its own form. */
export function logTreeVerbs({ prisma, repeatable }: Database, log: LogTables): Omit<LogTreeVerbs, 'leafHashes'> {
  const [checkpoint, cosignature] = [tableOf(log, 'checkpoint'), tableOf(log, 'cosignature')]
  const findCheckpoint = async (namespaceId: string, size: bigint) => {
    const [row] = await prisma.$queryRaw<StoredCheckpoint[]>`
      SELECT namespace_id::text AS "namespaceId", size, note, at FROM ${checkpoint}
      WHERE namespace_id = ${namespaceId}::uuid AND size = ${size}`
    return row ?? null
  }
  return {
    findLogTree: (namespaceId) =>
      repeatable(async () => {
        const [head] = await prisma.$queryRaw<{ size: bigint; frontier: Uint8Array }[]>`
          SELECT size, frontier FROM ${tableOf(log, 'head')} WHERE namespace_id = ${namespaceId}::uuid`
        return openFrontier(head?.size ?? 0n, head?.frontier ?? new Uint8Array())
      }),

    storeCheckpoint: ({ namespaceId, size, note, at }) =>
      repeatable(async () => {
        await prisma.$executeRaw`
          INSERT INTO ${checkpoint} (namespace_id, size, note, at)
          VALUES (${namespaceId}::uuid, ${size}, ${note}, ${at}::timestamp) ON CONFLICT DO NOTHING`
        const stored = await findCheckpoint(namespaceId, size)
        if (stored === null) throw new Error(`the checkpoint of ${size} entries was not stored`)
        return stored
      }),

    findLastCheckpoint: (namespaceId) =>
      repeatable(async () => {
        const [row] = await prisma.$queryRaw<StoredCheckpoint[]>`
          SELECT namespace_id::text AS "namespaceId", size, note, at FROM ${checkpoint}
          WHERE namespace_id = ${namespaceId}::uuid ORDER BY size DESC LIMIT 1`
        return row ?? null
      }),

    findCheckpoint: (namespaceId, size) => repeatable(() => findCheckpoint(namespaceId, size)),

    storeCosignature: ({ namespaceId, size, witness, line, at }) =>
      repeatable(async () => {
        await prisma.$executeRaw`
          INSERT INTO ${cosignature} (namespace_id, size, witness, line, at)
          VALUES (${namespaceId}::uuid, ${size}, ${witness}, ${line}, ${at}::timestamp) ON CONFLICT DO NOTHING`
      }),

    findCosignatures: (namespaceId, size) =>
      repeatable(
        () => prisma.$queryRaw<StoredCosignature[]>`
          SELECT namespace_id::text AS "namespaceId", size, witness, line, at FROM ${cosignature}
          WHERE namespace_id = ${namespaceId}::uuid AND size = ${size} ORDER BY witness`,
      ),

    findLastCosigned: (namespaceId, witness) =>
      repeatable(async () => {
        const [row] = await prisma.$queryRaw<{ size: bigint }[]>`
          SELECT coalesce(max(size), 0) AS size FROM ${cosignature}
          WHERE namespace_id = ${namespaceId}::uuid AND witness = ${witness}`
        return row!.size
      }),
  }
}
