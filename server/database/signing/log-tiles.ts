/** Storing replaces a tile, which repairs a damaged one. Tiles are not trusted: compare results with the log's head. */
import { type LogTile, TILE_LEVELS, TILE_WIDTH, type TileAddress } from '../../attestation/log-tiles'
import type { Database } from '../client/database'
import { type LogTables, type LogTreeVerbs, tableOf } from './log-entries'

export interface LeafTile {
  readonly index: number
  /** Shorter in the last tile if entries are missing. */
  readonly hashes: Uint8Array
}

export interface LogTileVerbs {
  /** For each level, the index after its last tile. */
  countTiles(namespaceId: string): Promise<number[]>
  readTiles(namespaceId: string, addresses: readonly TileAddress[]): Promise<Omit<LogTile, 'root'>[]>
  /** `end` is exclusive. */
  tileRoots(namespaceId: string, level: number, start: number, end: number): Promise<Uint8Array[]>
  /** Leaf hashes computed from the entries; `end` is exclusive. */
  leafTiles(namespaceId: string, start: number, end: number): Promise<LeafTile[]>
  storeTiles(namespaceId: string, tiles: readonly LogTile[]): Promise<void>
  /** Such tiles were added by hand. */
  removeTilesBeyondLog(namespaceId: string): Promise<void>
  /** Logs with a complete leaf tile that is not stored. */
  listUntiledLogs(): Promise<{ readonly namespaceId: string; readonly size: bigint }[]>
}

/** @param leafHashes of the same log, whose entries are stored in their own form */
export function logTileVerbs(
  { prisma, query, repeatable }: Database,
  log: LogTables,
  leafHashes: LogTreeVerbs['leafHashes'],
): LogTileVerbs {
  const [head, tile] = [tableOf(log, 'head'), tableOf(log, 'tile')]
  return {
    countTiles: (namespaceId) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ count: bigint }[]>`
          SELECT coalesce((
            SELECT max(index) + 1 FROM ${tile} AS tile WHERE namespace_id = ${namespaceId}::uuid AND tile.level = each.level
          ), 0) AS count
          FROM generate_series(0, ${TILE_LEVELS - 1}::int) AS each (level) ORDER BY each.level`
        return rows.map(({ count }) => Number(count))
      }),

    readTiles: (namespaceId, addresses) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ level: number; index: bigint; hashes: Uint8Array }[]>`
          SELECT level, index, hashes FROM ${tile} AS tile
          JOIN unnest(${addresses.map(({ level }) => level)}::int[], ${addresses.map(({ index }) => BigInt(index))}::bigint[])
            AS wanted (level, index) USING (level, index)
          WHERE namespace_id = ${namespaceId}::uuid`
        return rows.map(({ level, index, hashes }) => ({ level, index: Number(index), hashes }))
      }),

    tileRoots: (namespaceId, level, start, end) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ root: Uint8Array }[]>`
          SELECT root FROM ${tile} WHERE namespace_id = ${namespaceId}::uuid AND level = ${level}
            AND index >= ${BigInt(start)} AND index < ${BigInt(end)} ORDER BY index`
        return rows.map(({ root }) => root)
      }),

    leafTiles: async (namespaceId, start, end) => {
      const leaves = await leafHashes(namespaceId, BigInt(start * TILE_WIDTH), BigInt(end * TILE_WIDTH))
      return Array.from({ length: Math.ceil(leaves.length / TILE_WIDTH) }, (_, nth) => ({
        index: start + nth,
        hashes: Buffer.concat(leaves.slice(nth * TILE_WIDTH, (nth + 1) * TILE_WIDTH)),
      }))
    },

    storeTiles: (namespaceId, tiles) =>
      repeatable(async () => {
        // Sorted to prevent deadlocks.
        await query(
          `INSERT INTO ${log}_tile AS tile (namespace_id, level, index, hashes, root)
           SELECT $1::uuid, * FROM unnest($2::int[], $3::bigint[], $4::bytea[], $5::bytea[])
           ON CONFLICT (namespace_id, level, index) DO UPDATE SET hashes = EXCLUDED.hashes, root = EXCLUDED.root
           WHERE tile.hashes <> EXCLUDED.hashes OR tile.root <> EXCLUDED.root`,
          [
            namespaceId,
            tiles.map(({ level }) => level),
            tiles.map(({ index }) => index),
            tiles.map(({ hashes }) => Buffer.from(hashes)),
            tiles.map(({ root }) => Buffer.from(root)),
          ],
        )
      }),

    removeTilesBeyondLog: (namespaceId) =>
      repeatable(async () => {
        await prisma.$executeRaw`
          DELETE FROM ${tile} AS tile USING ${head} AS head
          WHERE tile.namespace_id = ${namespaceId}::uuid AND head.namespace_id = tile.namespace_id
            AND tile.index >= head.size >> (8 * (tile.level + 1))`
      }),

    listUntiledLogs: () =>
      repeatable(
        () => prisma.$queryRaw<{ namespaceId: string; size: bigint }[]>`
          SELECT namespace_id::text AS "namespaceId", size FROM ${head} AS head
          WHERE size >= ${TILE_WIDTH}::int AND size / ${TILE_WIDTH}::int > coalesce((
            SELECT max(index) + 1 FROM ${tile} AS tile WHERE tile.namespace_id = head.namespace_id AND level = 0
          ), 0)
          ORDER BY size`,
      ),
  }
}
