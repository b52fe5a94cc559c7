import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addLeaf,
  consistencyRanges,
  EMPTY_FRONTIER,
  growTree,
  inclusionRanges,
  type LeafRange,
  leafHash,
  rootOf,
  treeHash,
  verifyConsistency,
  verifyInclusion,
} from './merkle-tree'

const sha256 = (...pieces: Uint8Array[]) => createHash('sha256').update(Buffer.concat(pieces)).digest()
const BODIES = Array.from({ length: 400 }, (_, index) => Buffer.from(`entry ${index}`))
const LEAVES = BODIES.map((body) => leafHash(body))
const hex = (...hashes: Uint8Array[]) => hashes.map((hash) => Buffer.from(hash).toString('hex')).join(' ')
const splitOf = (length: number) => 2 ** Math.floor(Math.log2(length - 1))

/** The definition of RFC 9162, 2.1.1, over the entries from `start` to `end`. */
const known = new Map<string, Buffer>()
function naive(start: number, end: number): Buffer {
  const cached = known.get(`${start} ${end}`)
  if (cached !== undefined) return cached
  const middle = start + splitOf(end - start)
  const hash =
    start === end
      ? sha256()
      : end - start === 1
        ? sha256(Buffer.of(0), BODIES[start]!)
        : sha256(Buffer.of(1), naive(start, middle), naive(middle, end))
  known.set(`${start} ${end}`, hash)
  return hash
}

/** The definition of RFC 9162, 2.1.3.1. */
function naivePath(m: number, start: number, end: number): Buffer[] {
  if (end - start === 1) return []
  const middle = start + splitOf(end - start)
  return m < middle
    ? [...naivePath(m, start, middle), naive(middle, end)]
    : [...naivePath(m, middle, end), naive(start, middle)]
}

/** The definition of RFC 9162, 2.1.4.1. */
function naiveProof(m: number, start: number, end: number, whole = true): Buffer[] {
  if (m === end) return whole ? [] : [naive(start, end)]
  const middle = start + splitOf(end - start)
  return m <= middle
    ? [...naiveProof(m, start, middle, whole), naive(middle, end)]
    : [...naiveProof(m, middle, end, false), naive(start, middle)]
}

const hashesOf = (leaves: readonly Uint8Array[], ranges: readonly LeafRange[]) =>
  ranges.map(({ start, end }) => treeHash(leaves.slice(start, end)))
const inclusionProof = (leaves: readonly Uint8Array[], index: number, size = leaves.length) =>
  hashesOf(leaves, inclusionRanges(index, size))
const consistencyProof = (leaves: readonly Uint8Array[], from: number, to = leaves.length) =>
  hashesOf(leaves, consistencyRanges(from, to))

const SIZES = Array.from({ length: 65 }, (_, size) => size)

describe('every tree of up to 64 leaves', () => {
  it('has the root of the definition, computed from all leaves and from the frontier', () => {
    let frontier = EMPTY_FRONTIER
    for (const size of SIZES) {
      expect(hex(treeHash(LEAVES, size))).toBe(hex(naive(0, size)))
      expect(hex(rootOf(frontier))).toBe(hex(naive(0, size)))
      frontier = addLeaf(frontier, LEAVES[size]!)
    }
  })

  it('grows by the hash of every perfect subtree that ends with the last leaf', () => {
    let frontier = EMPTY_FRONTIER
    LEAVES.forEach((leaf, index) => {
      const grown = growTree(frontier, leaf)
      frontier = grown.frontier
      const ending = Array.from({ length: 9 }, (_, height) => 2 ** height).filter((size) => (index + 1) % size === 0)
      expect(hex(...grown.completed)).toBe(hex(...ending.map((size) => naive(index + 1 - size, index + 1))))
    })
  })

  it('proves each of its leaves by the path of the definition, and no other place or size', {
    tags: 'thorough',
  }, () => {
    for (const size of SIZES)
      for (let index = 0; index < size; index++) {
        const proof = inclusionProof(LEAVES, index, size)
        const root = naive(0, size)
        const holds = (at: number, of: number, hashes: readonly Uint8Array[] = proof) =>
          verifyInclusion(LEAVES[index]!, BigInt(at), BigInt(of), hashes, root)
        const answers = [
          hex(...proof) === hex(...naivePath(index, 0, size)),
          holds(index, size),
          !holds(index + 1, size),
          !holds(index, index),
          !holds(index, size, [...proof, root]),
          size === 1 || !holds(index, size, proof.slice(1)),
        ]
        expect(answers, `${index} of ${size}`).toEqual(answers.map(() => true))
      }
  })

  it('proves each of its beginnings by the proof of the definition', { tags: 'thorough' }, () => {
    for (const to of SIZES)
      for (let from = 0; from <= to; from++) {
        const proof = consistencyProof(LEAVES, from, to)
        const [older, newer] = [naive(0, from), naive(0, to)]
        const holds = (fromRoot: Uint8Array, toRoot: Uint8Array, hashes: readonly Uint8Array[] = proof) =>
          verifyConsistency(BigInt(from), BigInt(to), fromRoot, toRoot, hashes)
        const answers = [
          from === 0 || hex(...proof) === hex(...naiveProof(from, 0, to)),
          holds(older, newer),
          from === to || !holds(newer, newer),
          from === to || from === 0 || !holds(older, older),
          !holds(older, newer, [...proof, newer]),
        ]
        expect(answers, `${from} of ${to}`).toEqual(answers.map(() => true))
      }
  })
})

it('a damaged proof of a random tree never verifies', () => {
  const tree = fc.integer({ min: 2, max: 400 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      index: fc.nat(size - 1),
      from: fc.integer({ min: 1, max: size - 1 }),
      at: fc.nat(10_000),
      bit: fc.nat(7),
    }),
  )
  fc.assert(
    fc.property(tree, ({ size, index, from, at, bit }) => {
      const leaves = LEAVES.slice(0, size)
      const root = naive(0, size)
      const inclusion = inclusionProof(leaves, index)
      const whole = Buffer.concat([leaves[index]!, root, ...inclusion])
      whole[at % whole.length]! ^= 1 << bit
      const [leaf, changedRoot, ...hashes] = split(whole)
      expect(verifyInclusion(leaf!, BigInt(index), BigInt(size), hashes, changedRoot!)).toBe(false)

      const consistency = consistencyProof(leaves, from)
      const roots = Buffer.concat([treeHash(leaves, from), root, ...consistency])
      roots[at % roots.length]! ^= 1 << bit
      const [older, newer, ...steps] = split(roots)
      expect(verifyConsistency(BigInt(from), BigInt(size), older!, newer!, steps)).toBe(false)
    }),
    { numRuns: 150 },
  )
})

function split(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / 32 }, (_, index) => bytes.subarray(index * 32, index * 32 + 32))
}
