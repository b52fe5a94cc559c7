/**
 * Tiles: the hashes of complete subtrees of a log, as they are stored so that a proof reads few of them.
 *
 * Promises: a tile of level 0 holds the hashes of 256 leaves, one of the next level the roots of 256 tiles below it. Only
 * complete tiles are stored: what they say never changes. A hash of the tree is computed from at most one tile, or, beyond
 * the last complete tile of a level, from at most 255 roots or leaves. Trusts the stored hashes: who signs or hands out
 * what was computed from them verifies it against the root of the log first.
 */
import { HASH_BYTES, joinSubtrees, type LeafRange, type Subtree, subtreesOf, treeHash } from './merkle-tree'

/** Levels of the tree in a tile. */
export const TILE_HEIGHT = 8
/** Hashes of a tile. */
export const TILE_WIDTH = 2 ** TILE_HEIGHT
/** Bytes of the hashes of a tile. */
export const TILE_BYTES = TILE_WIDTH * HASH_BYTES
/** Levels of tiles that a log has below 2^53 entries. */
export const TILE_LEVELS = 6

export interface TileAddress {
  readonly level: number
  /** From the beginning of the log. */
  readonly index: number
}

export interface LogTile extends TileAddress {
  /** {@link TILE_BYTES} long. */
  readonly hashes: Uint8Array
  readonly root: Uint8Array
}

/** A run of stored hashes: of entries at level -1, of tiles by their roots at the others. */
export interface HashRun {
  readonly level: number
  readonly start: number
  readonly end: number
}

/** Where the hashes of one log are read. What is not stored is left out of the answer. */
export interface HashSource {
  /** In any order. */
  readTiles(addresses: readonly TileAddress[]): Promise<readonly (TileAddress & { readonly hashes: Uint8Array })[]>
  /** In the order of the log. */
  readRun(run: HashRun): Promise<readonly Uint8Array[]>
}

/** @param hashes {@link TILE_BYTES} long */
export function tileOf({ level, index }: TileAddress, hashes: Uint8Array): LogTile {
  return { level, index, hashes, root: treeHash(splitHashes(hashes)) }
}

/** Complete tiles of a level in a log of so many entries. */
export function completeTiles(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** (level + 1))
}

/**
 * MTH of each range, in a log of `size` entries whose complete tiles are stored.
 *
 * @returns null where a hash is not stored
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

/** Hashes of a level that a perfect subtree is computed from: those of a tile, or a run beyond the last complete one. */
interface Place {
  readonly tile: TileAddress
  readonly isComplete: boolean
  /** Place of the first of them in the tile. */
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
    // With one that is missing, the others are not where they seem to be.
    if (hashes.length === run.end - run.start) stored.set(key, hashes)
  }
  return {
    hashOf({ tile, first, count }: Place): Uint8Array | null {
      const hashes = stored.get(keyOf(tile))?.slice(first, first + count) ?? []
      return hashes.length === count ? treeHash(hashes) : null
    },
  }
}

/** The hashes that stand one after the other in `bytes`. */
export function splitHashes(bytes: Uint8Array): Uint8Array[] {
  const hashes: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += HASH_BYTES) hashes.push(bytes.subarray(at, at + HASH_BYTES))
  return hashes
}
