/**
 * The Merkle tree of a log (RFC 9162, section 2.1, with SHA-256).
 *
 * Promises: pure. A frontier holds the hashes of the perfect subtrees of a log, the largest first; with it the next leaf
 * is added, and the root told, without any other leaf.
 */
import { createHash } from 'node:crypto'

/** Bytes of a hash. */
export const HASH_BYTES = 32

/** MTH of a leaf: SHA-256 of 0x00 and its bytes. */
export function leafHash(body: Uint8Array): Uint8Array {
  return createHash('sha256').update(LEAF).update(body).digest()
}

/** SHA-256 of 0x01 and both children. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return createHash('sha256').update(NODE).update(left).update(right).digest()
}

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export interface Frontier {
  readonly size: bigint
  /** One for each bit that is set in `size`, the largest subtree first. */
  readonly subtrees: readonly Uint8Array[]
}

export const EMPTY_FRONTIER: Frontier = { size: 0n, subtrees: [] }

/** The frontier after one more leaf. */
export function addLeaf({ size, subtrees }: Frontier, leaf: Uint8Array): Frontier {
  const kept = [...subtrees]
  let merged = leaf
  for (let rest = size; rest & 1n; rest >>= 1n) merged = nodeHash(kept.pop()!, merged)
  return { size: size + 1n, subtrees: [...kept, merged] }
}

/** MTH of the whole log; that of an empty one is SHA-256 of nothing. */
export function rootOf({ subtrees }: Frontier): Uint8Array {
  const last = subtrees.at(-1)
  if (last === undefined) return createHash('sha256').digest()
  return subtrees.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last)
}
