import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeTiles, type HashSource, type LogTile, rangeHashes, splitHashes, TILE_WIDTH, tileOf } from './log-tiles'
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  leafHash,
  nodeHash,
  treeHash,
  verifyConsistency,
  verifyInclusion,
} from './merkle-tree'

const LEAVES = Array.from({ length: 2_100 }, (_, index) => leafHash(Buffer.from(`entry ${index}`)))

/** The definition of RFC 9162, 2.1.1, over a range that is not empty. Cached, since ranges recur. */
const known = new Map<number, Uint8Array>()
function rfcHash(start: number, end: number): Uint8Array {
  if (end - start === 1) return LEAVES[start]!
  const key = start * 10_000 + end
  const cached = known.get(key)
  if (cached !== undefined) return cached
  const middle = start + 2 ** Math.floor(Math.log2(end - start - 1))
  const hash = nodeHash(rfcHash(start, middle), rfcHash(middle, end))
  known.set(key, hash)
  return hash
}
const naive = ({ start, end }: LeafRange) => (start === end ? treeHash([]) : rfcHash(start, end))

function tilesOf(leaves: readonly Uint8Array[]): Map<string, LogTile> {
  const tiles = new Map<string, LogTile>()
  for (let level = 0, hashes = leaves; hashes.length >= TILE_WIDTH; level++) {
    const roots: Uint8Array[] = []
    for (let index = 0; index < Math.floor(hashes.length / TILE_WIDTH); index++) {
      const tile = tileOf({ level, index }, Buffer.concat(hashes.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH)))
      tiles.set(`${level} ${index}`, tile)
      roots.push(tile.root)
    }
    hashes = roots
  }
  return tiles
}

interface Read {
  tiles: number
  hashes: number
}

function sourceOf(
  leaves: readonly Uint8Array[],
  size: number,
  tiles: Map<string, LogTile>,
): HashSource & { read: Read } {
  const read = { tiles: 0, hashes: 0 }
  const isThere = ({ level, index }: LogTile) => index < completeTiles(size, level)
  return {
    read,
    readTiles: async (addresses) => {
      read.tiles += addresses.length
      return addresses.flatMap(({ level, index }) => {
        const tile = tiles.get(`${level} ${index}`)
        return tile !== undefined && isThere(tile) ? [tile] : []
      })
    },
    readRun: async ({ level, start, end }) => {
      read.hashes += end - start
      if (level === -1) return leaves.slice(start, Math.min(end, size))
      const below = [...tiles.values()].filter((tile) => tile.level === level && isThere(tile))
      return below.slice(start, end).map(({ root }) => root)
    },
  }
}

const TILES = tilesOf(LEAVES)
const hex = (hashes: readonly Uint8Array[] | null) => hashes?.map((hash) => Buffer.from(hash).toString('hex')).join(' ')

it('a tile holds its hashes and their root', () => {
  const tile = TILES.get('0 3')!
  expect(hex(splitHashes(tile.hashes))).toBe(hex(LEAVES.slice(768, 1024)))
  expect(hex([tile.root])).toBe(hex([treeHash(LEAVES.slice(768, 1024))]))
})

/** Compares the root and some proofs from the tiles with those from all leaves. */
async function areThoseOfAllLeaves(sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    const source = sourceOf(LEAVES, size, TILES)
    const whole = [{ start: 0, end: size }]
    expect(hex(await rangeHashes(source, size, whole)), `${size}`).toBe(hex(whole.map(naive)))
    for (const at of size === 0 ? [] : new Set([0, (size * 7) % size, (size * size + 3) % size, size >> 1, size - 1])) {
      const ranges = [...inclusionRanges(at, size), ...consistencyRanges(at, size)]
      expect(hex(await rangeHashes(source, size, ranges)), `${at} of ${size}`).toBe(hex(ranges.map(naive)))
    }
  }
}

const SIZES = Array.from({ length: LEAVES.length + 1 }, (_, size) => size)
const isNearTile = (size: number) => (size + 2) % TILE_WIDTH <= 4

describe('root and proofs from tiles equal those from all leaves', () => {
  it('in trees of sizes near each tile, and between', { tags: 'thorough' }, () =>
    areThoseOfAllLeaves(SIZES.filter((size) => isNearTile(size) || size % 59 === 0)),
  )

  it('in every tree of up to 2,100 leaves', { tags: ['nightly'], timeout: 300_000 }, () => areThoseOfAllLeaves(SIZES))
})

it('inclusion and consistency proofs from tiles verify', { tags: 'thorough' }, async () => {
  for (const size of [767, 1_025]) {
    const source = sourceOf(LEAVES, size, TILES)
    const root = naive({ start: 0, end: size })
    for (let at = 0; at < size; at += 9) {
      const inclusion = await rangeHashes(source, size, inclusionRanges(at, size))
      const [from, ...consistency] = (await rangeHashes(source, size, [
        { start: 0, end: at },
        ...consistencyRanges(at, size),
      ]))!
      const holds = [
        verifyInclusion(LEAVES[at]!, BigInt(at), BigInt(size), inclusion!, root),
        verifyConsistency(BigInt(at), BigInt(size), from!, root, consistency),
      ]
      expect(holds, `${at} of ${size}`).toEqual([true, true])
    }
  }
})

it('a log of 70,000 entries uses tiles of three levels, and a proof reads few of them', {
  tags: 'thorough',
}, async () => {
  const leaves = Array.from({ length: 70_000 }, (_, index) => leafHash(Buffer.from(`${index}`)))
  const tiles = tilesOf(leaves)
  const size = leaves.length
  const root = treeHash(leaves)
  for (const at of [0, 255, 256, 65_535, 65_536, 65_900, 69_888, 69_999]) {
    const source = sourceOf(leaves, size, tiles)
    const inclusion = await rangeHashes(source, size, inclusionRanges(at, size))
    const all = await rangeHashes(source, size, [{ start: 0, end: at }, ...consistencyRanges(at, size)])
    expect(verifyInclusion(leaves[at]!, BigInt(at), BigInt(size), inclusion!, root), `${at}`).toBe(true)
    expect(verifyConsistency(BigInt(at), BigInt(size), all![0]!, root, all!.slice(1)), `${at}`).toBe(true)
    expect(source.read.tiles).toBeLessThanOrEqual(8)
    expect(source.read.hashes).toBeLessThanOrEqual(2 * 3 * TILE_WIDTH)
  }
})

it('a missing tile or a short run gives no hash', async () => {
  const without = new Map(TILES)
  without.delete('0 1')
  const at = { start: 256, end: 384 }
  expect(await rangeHashes(sourceOf(LEAVES, 2_000, without), 2_000, [at])).toBeNull()
  expect(
    await rangeHashes(sourceOf(LEAVES.slice(0, 1_990), 2_000, TILES), 2_000, [{ start: 1_984, end: 2_000 }]),
  ).toBeNull()
  expect(await rangeHashes(sourceOf(LEAVES, 2_000, TILES), 2_000, [at])).not.toBeNull()
})

it('a changed byte of a tile or root never gives a different proof that verifies', async () => {
  const size = 1_500
  const root = naive({ start: 0, end: size })
  const damage = fc.record({ tile: fc.nat(4), byte: fc.nat(8_191), at: fc.nat(size - 1), inRoot: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(damage, async ({ tile: index, byte, at, inRoot }) => {
      const tile = TILES.get(`0 ${index}`)!
      const changed = (bytes: Uint8Array) => {
        const copy = Buffer.from(bytes)
        copy[byte % copy.length]! ^= 1
        return copy
      }
      const edited = new Map(TILES).set(`0 ${index}`, {
        ...tile,
        ...(inRoot ? { root: changed(tile.root) } : { hashes: changed(tile.hashes) }),
      })
      const ranges = inclusionRanges(at, size)
      const proof = await rangeHashes(sourceOf(LEAVES, size, edited), size, ranges)
      const isTheSame = hex(proof) === hex(ranges.map(naive))
      expect(verifyInclusion(LEAVES[at]!, BigInt(at), BigInt(size), proof!, root)).toBe(isTheSame)
    }),
    { numRuns: 200 },
  )
})
