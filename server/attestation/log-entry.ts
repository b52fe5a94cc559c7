/**
 * A sealed digest proves a value that the entry does not contain. The salt, which is stored outside the entry, prevents
 * guessing.
 */
import { primitives } from '#primitives'
import { canonicalJson, type Json } from '../api/canonical-json'
import { base64Text, hexText, joinBytes, utf8Bytes, utf8Text } from './byte-texts'

export interface LogLeaf {
  /** Decimal. */
  readonly index: string
  readonly kind: string
  /** ISO 8601. */
  readonly at: string
  readonly actor: string
  readonly details: Readonly<Record<string, Json | undefined>>
}

export function readLeaf(body: Uint8Array): LogLeaf | null {
  const text = utf8Text(body)
  try {
    const leaf = JSON.parse(text) as LogLeaf
    const { index, kind, at, actor, details } = leaf
    const texts = [index, kind, at, actor].every((member) => typeof member === 'string')
    if (!texts || typeof details !== 'object' || details === null) return null
    return canonicalJson({ actor, at, details, index, kind }) === text ? leaf : null
  } catch {
    return null
  }
}

export interface SealedField {
  readonly index: string
  readonly field: string
}

export function digestMember(field: string): string {
  return `${field}_digest`
}

/** @returns 64 lowercase hex characters */
export function sealedDigest(salt: Uint8Array, { index, field }: SealedField, value: Json): string {
  return hexText(primitives.sha256(joinBytes(salt, utf8Bytes(canonicalJson({ field, index, value })))))
}

export interface LoggedEntry {
  readonly index: bigint
  /** Hashes from the neighbour of the entry's own up to the root (RFC 9162, 2.1.3). */
  readonly proof: readonly Uint8Array[]
  /** A signed note. */
  readonly checkpoint: string
}

/** Returns a file that other programs read (C2SP tlog-proof). A reader computes the entry's hash from its bytes. */
export function tlogProofText({ index, proof, checkpoint }: LoggedEntry): string {
  const lines = ['c2sp.org/tlog-proof@v1', `index ${index}`, ...proof.map((hash) => base64Text(hash))]
  return `${lines.join('\n')}\n\n${checkpoint}`
}
