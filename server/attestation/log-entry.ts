/**
 * An entry of a log, read from its bytes, and the values that it proves without containing them.
 *
 * Promises: null for bytes that are not exactly the canonical JSON of an entry. The digest of a sealed value depends on the
 * salt, the entry's index, the field and the value. Equal values therefore give different digests, and a reader without the
 * salt cannot try out names. The salt is stored beside the entry, never in it.
 */

import { createHash } from 'node:crypto'
import { canonicalJson, type Json } from '../api/canonical-json'

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
  const text = Buffer.from(body).toString('utf8')
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

/** Where the value stands: the decimal index of its entry, and its field there. */
export interface SealedField {
  readonly index: string
  readonly field: string
}

/** The member of an entry's details that carries the digest of `field`. */
export function digestMember(field: string): string {
  return `${field}_digest`
}

/** @returns 64 lowercase hex characters: sha256 of the salt and the canonical JSON of place and value */
export function sealedDigest(salt: Uint8Array, { index, field }: SealedField, value: Json): string {
  return createHash('sha256').update(salt).update(canonicalJson({ field, index, value })).digest('hex')
}
