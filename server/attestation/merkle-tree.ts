/**
 * The Merkle tree of a log (RFC 9162, section 2.1, with SHA-256). The frontier is enough to add a leaf and to compute
 * the root. A malformed proof is false, never an error.
 */
import { primitives } from '#primitives'
import { equalBytes } from './byte-texts'

export const HASH_BYTES = 32

/** MTH of a leaf. */
export function leafHash(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 1)
  bytes[0] = LEAF_PREFIX
  bytes.set(body, 1)
  return primitives.sha256(bytes)
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  // Untrusted proofs contain hashes of any length.
  const bytes = new Uint8Array(1 + left.length + right.length)
  bytes[0] = NODE_PREFIX
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return primitives.sha256(bytes)
}

/** RFC 9162, section 2.1.1: a leaf cannot pass for a node. */
const LEAF_PREFIX = 0
const NODE_PREFIX = 1
const NOTHING_HASHED = primitives.sha256(new Uint8Array(0))

export interface Frontier {
  readonly size: bigint
  /** One for each bit that is set in `size`, the largest first. */
  readonly subtrees: readonly Uint8Array[]
}

export const EMPTY_FRONTIER: Frontier = { size: 0n, subtrees: [] }

/** @param bytes the hashes of the subtrees, one after the other */
export function openFrontier(size: bigint, bytes: Uint8Array): Frontier {
  if (size === 0n) return EMPTY_FRONTIER
  const subtrees: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += HASH_BYTES) subtrees.push(bytes.slice(at, at + HASH_BYTES))
  return { size, subtrees }
}

export function addLeaf(frontier: Frontier, leaf: Uint8Array): Frontier {
  return growTree(frontier, leaf).frontier
}

/** Bits of larger sizes do not fit the operators of numbers. */
const NUMBERS_UNTIL = 2n ** 31n

/** Like {@link addLeaf} for each leaf, without big integers and copies of the frontier. */
export function addLeaves(frontier: Frontier, leaves: readonly Uint8Array[]): Frontier {
  const end = frontier.size + BigInt(leaves.length)
  if (end >= NUMBERS_UNTIL) return leaves.reduce(addLeaf, frontier)
  const subtrees = [...frontier.subtrees]
  let size = Number(frontier.size)
  for (const leaf of leaves) {
    let merged = leaf
    for (let rest = size++; rest & 1; rest >>= 1) merged = nodeHash(subtrees.pop()!, merged)
    subtrees.push(merged)
  }
  return { size: end, subtrees }
}

export interface GrownTree {
  readonly frontier: Frontier
  /** The perfect subtrees that end with the new leaf, by height; the leaf itself is first. */
  readonly completed: readonly Uint8Array[]
}

export function growTree({ size, subtrees }: Frontier, leaf: Uint8Array): GrownTree {
  const remaining = [...subtrees]
  const completed = [leaf]
  let merged = leaf
  for (let rest = size; rest & 1n; rest >>= 1n) {
    merged = nodeHash(remaining.pop()!, merged)
    completed.push(merged)
  }
  remaining.push(merged)
  return { frontier: { size: size + 1n, subtrees: remaining }, completed }
}

export function rootOf({ subtrees }: Frontier): Uint8Array {
  return joinSubtrees(subtrees)
}

type Hash = Uint8Array

/** MTH of the first `size` leaves. */
export function treeHash(leaves: readonly Hash[], size = leaves.length): Hash {
  return size === 0 ? NOTHING_HASHED : rangeHash(leaves, 0, size)
}

export interface LeafRange {
  readonly start: number
  readonly end: number
}

/** Returns the ranges of an inclusion proof (RFC 9162, section 2.1.3). */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (!(index < size)) throw new RangeError(`leaf ${index} is not in a tree of ${size}`)
  const ranges: LeafRange[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    if (index < middle) {
      ranges.unshift({ start: middle, end })
      end = middle
    } else {
      ranges.unshift({ start, end: middle })
      start = middle
    }
  }
  return ranges
}

/** Returns the ranges of a consistency proof (RFC 9162, section 2.1.4). */
export function consistencyRanges(from: number, to: number): LeafRange[] {
  if (!(from <= to)) throw new RangeError(`a tree of ${from} leaves is larger than one of ${to}`)
  if (from === 0 || from === to) return []
  const ranges: LeafRange[] = []
  let [start, end] = [0, to]
  // As long as the old tree ends inside this subtree, the proof contains the other side.
  while (end !== from) {
    const middle = start + splitOf(end - start)
    if (from <= middle) {
      ranges.unshift({ start: middle, end })
      end = middle
    } else {
      ranges.unshift({ start, end: middle })
      start = middle
    }
  }
  // The verifier already knows the root of the old tree.
  return start === 0 ? ranges : [{ start, end }, ...ranges]
}

/** The 2^`height` leaves from `index` * 2^`height` on. */
export interface Subtree {
  readonly height: number
  readonly index: number
}

/** Returns perfect subtrees, the largest first. */
export function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = []
  for (let at = start; at < end; ) {
    const height = Math.floor(Math.log2(end - at))
    subtrees.push({ height, index: at / 2 ** height })
    at += 2 ** height
  }
  return subtrees
}

export function joinSubtrees(hashes: readonly Uint8Array[]): Uint8Array {
  const last = hashes.at(-1)
  if (last === undefined) return NOTHING_HASHED
  return hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last)
}

export function verifyInclusion(leaf: Hash, index: bigint, size: bigint, proof: readonly Hash[], root: Hash): boolean {
  if (index < 0n || index >= size) return false
  let [position, last, hash] = [index, size - 1n, leaf]
  for (const sibling of proof) {
    if (last === 0n) return false
    if (isOdd(position) || position === last) {
      hash = nodeHash(sibling, hash)
      while (!isOdd(position) && position !== 0n) [position, last] = [position >> 1n, last >> 1n]
    } else hash = nodeHash(hash, sibling)
    position >>= 1n
    last >>= 1n
  }
  return last === 0n && equalBytes(hash, root)
}

export function verifyConsistency(
  from: bigint,
  to: bigint,
  fromRoot: Hash,
  toRoot: Hash,
  proof: readonly Hash[],
): boolean {
  if (from < 0n || from > to) return false
  if (from === to) return proof.length === 0 && equalBytes(fromRoot, toRoot)
  if (from === 0n) return proof.length === 0 && equalBytes(fromRoot, treeHash([]))
  let [position, last] = [from - 1n, to - 1n]
  while (isOdd(position)) [position, last] = [position >> 1n, last >> 1n]
  // If the old tree is one perfect subtree, the proof omits its root.
  const [first, ...rest] = position === 0n ? [fromRoot, ...proof] : proof
  if (first === undefined) return false
  let [older, newer] = [first, first]
  for (const hash of rest) {
    if (last === 0n) return false
    if (isOdd(position) || position === last) {
      older = nodeHash(hash, older)
      newer = nodeHash(hash, newer)
      while (!isOdd(position) && position !== 0n) [position, last] = [position >> 1n, last >> 1n]
    } else newer = nodeHash(newer, hash)
    position >>= 1n
    last >>= 1n
  }
  return last === 0n && equalBytes(older, fromRoot) && equalBytes(newer, toRoot)
}

function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

function rangeHash(leaves: readonly Hash[], start: number, end: number): Hash {
  if (end - start === 1) return leaves[start]!
  const middle = start + splitOf(end - start)
  return nodeHash(rangeHash(leaves, start, middle), rangeHash(leaves, middle, end))
}

function isOdd(value: bigint): boolean {
  return (value & 1n) === 1n
}
