/**
 * A tile of level 0 holds the hashes of 256 leaves, and one of a higher level holds the roots of 256 tiles. Only
 * complete tiles are stored, so they never change. Stored hashes are trusted: verify results against the log's root.
 */
import { HASH_BYTES, joinSubtrees, type LeafRange, type Subtree, subtreesOf, treeHash } from './merkle-tree'

/** Tree levels in a tile. */
export const TILE_HEIGHT = 8
export const TILE_WIDTH = 2 ** TILE_HEIGHT
export const TILE_BYTES = TILE_WIDTH * HASH_BYTES
/** Enough for 2^53 entries. */
export const TILE_LEVELS = 6

export interface TileAddress {
  readonly level: number
  readonly index: number
}

export interface LogTile extends TileAddress {
  /** {@link TILE_BYTES} long. */
  readonly hashes: Uint8Array
  readonly root: Uint8Array
}

/** Hashes of entries at level -1, or roots of tiles. */
export interface HashRun {
  readonly level: number
  readonly start: number
  readonly end: number
}

/** Omits hashes that are not stored. */
export interface HashSource {
  readTiles(addresses: readonly TileAddress[]): Promise<readonly (TileAddress & { readonly hashes: Uint8Array })[]>
  /** In log order. */
  readRun(run: HashRun): Promise<readonly Uint8Array[]>
}

export function tileOf({ level, index }: TileAddress, hashes: Uint8Array): LogTile {
  return { level, index, hashes, root: treeHash(splitHashes(hashes)) }
}

export function completeTiles(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** (level + 1))
}

/**
 * Computes MTH of each range.
 * @returns null if a hash is not stored
 */
export async function rangeHashes(
  source: HashSource,
  size: number,
  ranges: readonly LeafRange[],
): Promise<Uint8Array[] | null> {
  const placesByRange = ranges.map((range) => subtreesOf(range).map((subtree) => placeOf(subtree, size)))
  const stored = await readPlaces(source, placesByRange.flat())
  const hashes = placesByRange.map((places) => {
    const subtrees = places.map((place) => stored.hashOf(place))
    return subtrees.every((hash) => hash !== null) ? joinSubtrees(subtrees) : null
  })
  return hashes.every((hash) => hash !== null) ? hashes : null
}

interface Place {
  readonly tile: TileAddress
  readonly isComplete: boolean
  readonly first: number
  readonly count: number
}

function placeOf({ height, index }: Subtree, size: number): Place {
  const level = Math.floor(height / 8)
  const count = 2 ** (height % 8)
  const start = index * count
  const tile = { level, index: Math.floor(start / TILE_WIDTH) }
  return { tile, isComplete: tile.index < completeTiles(size, level), first: start % TILE_WIDTH, count }
}

const keyOf = ({ level, index }: TileAddress) => `${level} ${index}`

async function readPlaces(source: HashSource, places: readonly Place[]) {
  const tiles = new Map<string, TileAddress>()
  const ends = new Map<string, HashRun>()
  for (const { tile, isComplete, first, count } of places) {
    const key = keyOf(tile)
    if (isComplete) tiles.set(key, tile)
    else {
      const start = tile.index * TILE_WIDTH
      const end = Math.max(ends.get(key)?.end ?? 0, start + first + count)
      ends.set(key, { level: tile.level - 1, start, end })
    }
  }
  const stored = new Map<string, readonly Uint8Array[]>()
  const read = tiles.size === 0 ? [] : await source.readTiles([...tiles.values()])
  for (const tile of read) stored.set(keyOf(tile), splitHashes(tile.hashes))
  for (const [key, run] of ends) {
    const hashes = await source.readRun(run)
    // If one is missing, the others are misplaced.
    if (hashes.length === run.end - run.start) stored.set(key, hashes)
  }
  return {
    hashOf({ tile, first, count }: Place): Uint8Array | null {
      const hashes = stored.get(keyOf(tile))?.slice(first, first + count) ?? []
      return hashes.length === count ? treeHash(hashes) : null
    },
  }
}

export function splitHashes(bytes: Uint8Array): Uint8Array[] {
  const hashes: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += HASH_BYTES) hashes.push(bytes.subarray(at, at + HASH_BYTES))
  return hashes
}
