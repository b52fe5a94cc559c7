/** Entries may be damaged. The first checkpoint of a size is kept. */
import { type Frontier, HASH_BYTES } from '../../attestation/merkle-tree'
import type { Database } from '../client/database'
import { openFrontier } from '../log/append-log'
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

export interface LogVerbs extends CosignatureVerbs {
  findLogTree(namespaceId: string): Promise<Frontier>
  /** In log order, starting at `from`. */
  readEntries(namespaceId: string, from: bigint, limit: number): Promise<StoredEntry[]>
  /** `end` is exclusive. */
  leafHashes(namespaceId: string, start: bigint, end: bigint): Promise<Uint8Array[]>
  storeCheckpoint(checkpoint: StoredCheckpoint): Promise<StoredCheckpoint>
  /** With the most entries. */
  findLastCheckpoint(namespaceId: string): Promise<StoredCheckpoint | null>
  findCheckpoint(namespaceId: string, size: bigint): Promise<StoredCheckpoint | null>
}

export function logVerbs({ prisma, repeatable }: Database): LogVerbs {
  return {
    findLogTree: (namespaceId) =>
      repeatable(async () => {
        const head = await prisma.logHead.findUnique({ where: { namespaceId } })
        return openFrontier(head?.size ?? 0n, head?.frontier ?? new Uint8Array())
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
        // A row per hash would take the client several times as long.
        const [row] = await prisma.$queryRaw<{ hashes: Uint8Array | null }[]>`
          SELECT string_agg(sha256('\\x00'::bytea || body), ''::bytea ORDER BY index) AS hashes FROM log_entry
          WHERE namespace_id = ${namespaceId}::uuid AND index >= ${start} AND index < ${end}`
        const hashes = row?.hashes ?? new Uint8Array()
        return Array.from({ length: hashes.length / HASH_BYTES }, (_, i) =>
          hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
        )
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

    storeCosignature: (cosignature) =>
      repeatable(async () => {
        await prisma.logCosignature.createMany({ data: cosignature, skipDuplicates: true })
      }),

    findCosignatures: (namespaceId, size) =>
      repeatable(() => prisma.logCosignature.findMany({ where: { namespaceId, size }, orderBy: { witness: 'asc' } })),

    findLastCosigned: (namespaceId, witness) =>
      repeatable(async () => {
        const { _max } = await prisma.logCosignature.aggregate({
          where: { namespaceId, witness },
          _max: { size: true },
        })
        return _max.size ?? 0n
      }),
  }
}
