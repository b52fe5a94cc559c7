/**
 * The Merkle tree of a log (RFC 9162, section 2.1, with SHA-256), and proofs about it (sections 2.1.3 and 2.1.4).
 *
 * Promises: pure. A frontier holds the hashes of the perfect subtrees of a log, the largest first; with it the next leaf
 * is added, and the root computed, without any other leaf. A holder of a proof and two hashes needs no leaf but the one that
 * the proof is about. A proof that is too long, too short or of another tree is false, never an error.
 */
import { hash } from 'node:crypto'

/** Bytes of a hash. */
export const HASH_BYTES = 32

/** MTH of a leaf: SHA-256 of 0x00 and its bytes. */
export function leafHash(body: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(body.length + 1)
  bytes[0] = LEAF
  bytes.set(body, 1)
  return hash('sha256', bytes, 'buffer')
}

/** SHA-256 of 0x01 and both children. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  // Of a proof that another made, either may have any length.
  const bytes = Buffer.alloc(1 + left.length + right.length)
  bytes[0] = NODE
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return hash('sha256', bytes, 'buffer')
}

/** The bytes before what is hashed (RFC 9162, section 2.1.1): a leaf is never taken for a node. */
const LEAF = 0
const NODE = 1
/** MTH of no leaf. */
const NOTHING_HASHED = hash('sha256', '', 'buffer')

export interface Frontier {
  readonly size: bigint
  /** One for each bit that is set in `size`, the largest subtree first. */
  readonly subtrees: readonly Uint8Array[]
}

export const EMPTY_FRONTIER: Frontier = { size: 0n, subtrees: [] }

/** The frontier after one more leaf. */
export function addLeaf(frontier: Frontier, leaf: Uint8Array): Frontier {
  return growTree(frontier, leaf).frontier
}

export interface GrownTree {
  readonly frontier: Frontier
  /** Hashes of the perfect subtrees that end with the last leaf, by the binary logarithm of their size; that leaf first. */
  readonly completed: readonly Uint8Array[]
}

/** {@link addLeaf}, with every hash that it computes. */
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

/** MTH of the whole log; that of an empty one is SHA-256 of nothing. */
export function rootOf({ subtrees }: Frontier): Uint8Array {
  return joinSubtrees(subtrees)
}

type Hash = Uint8Array

/** MTH of the first `size` leaves; of none it is SHA-256 of nothing. */
export function treeHash(leaves: readonly Hash[], size = leaves.length): Hash {
  return size === 0 ? NOTHING_HASHED : rangeHash(leaves, 0, size)
}

/** Leaves from `start` up to `end`, which is not included. */
export interface LeafRange {
  readonly start: number
  readonly end: number
}

/** The ranges whose hashes lead from leaf `index` to the root of the first `size` leaves, in the order of the proof. */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (!(index < size)) throw new RangeError(`leaf ${index} is not among ${size}`)
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

/** The ranges whose hashes lead from the root of the first `from` leaves to that of the first `to`, in the order of the proof. */
export function consistencyRanges(from: number, to: number): LeafRange[] {
  if (!(from <= to)) throw new RangeError(`${from} leaves are not a beginning of ${to}`)
  if (from === 0 || from === to) return []
  const ranges: LeafRange[] = []
  let [start, end] = [0, to]
  // While the old tree ends inside this subtree, the proof contains the side that it does not end in.
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
  // The old tree itself is the one subtree that its holder knows.
  return start === 0 ? ranges : [{ start, end }, ...ranges]
}

/** A perfect subtree: the leaves from `index` times 2^`height` on, 2^`height` of them. */
export interface Subtree {
  readonly height: number
  readonly index: number
}

/** The perfect subtrees of a range of a proof or of the whole tree, the largest first. */
export function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = []
  for (let at = start; at < end; ) {
    const height = Math.floor(Math.log2(end - at))
    subtrees.push({ height, index: at / 2 ** height })
    at += 2 ** height
  }
  return subtrees
}

/** MTH of a range from the hashes of its perfect subtrees; of none it is SHA-256 of nothing. */
export function joinSubtrees(hashes: readonly Uint8Array[]): Uint8Array {
  const last = hashes.at(-1)
  if (last === undefined) return NOTHING_HASHED
  return hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last)
}

/** Whether the leaf stands at `index` of the tree of `size` leaves under `root`. */
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
  return last === 0n && same(hash, root)
}

/** Whether the log of `to` leaves under `toRoot` begins with the one of `from` leaves under `fromRoot`. */
export function verifyConsistency(
  from: bigint,
  to: bigint,
  fromRoot: Hash,
  toRoot: Hash,
  proof: readonly Hash[],
): boolean {
  if (from < 0n || from > to) return false
  if (from === to) return proof.length === 0 && same(fromRoot, toRoot)
  if (from === 0n) return proof.length === 0 && same(fromRoot, treeHash([]))
  let [position, last] = [from - 1n, to - 1n]
  while (isOdd(position)) [position, last] = [position >> 1n, last >> 1n]
  // Where the old tree is one perfect subtree, its root stands for the first hash of the proof.
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
  return last === 0n && same(older, fromRoot) && same(newer, toRoot)
}

/** The largest power of two below `count`. */
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

function same(one: Hash, other: Hash): boolean {
  return Buffer.from(one).equals(other)
}
