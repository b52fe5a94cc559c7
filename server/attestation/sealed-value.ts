/**
 * A value that an entry of a log proves without containing it.
 *
 * Promises: the digest depends on the salt, the entry's place, the field and the value, so equal values give different
 * digests, and a reader without the salt cannot try out names. The salt is stored beside the entry, never in it.
 */
import { createHash } from 'node:crypto'
import { canonicalJson, type Json } from '../api/canonical-json'

/** Where the value stands: the decimal index of its entry, and its field there. */
export interface SealedPlace {
  readonly index: string
  readonly field: string
}

/** The member of an entry's details that carries the digest of `field`. */
export function digestMember(field: string): string {
  return `${field}_digest`
}

/** @returns 64 lowercase hex characters: sha256 of the salt and the canonical JSON of place and value */
export function sealedDigest(salt: Uint8Array, { index, field }: SealedPlace, value: Json): string {
  return createHash('sha256').update(salt).update(canonicalJson({ field, index, value })).digest('hex')
}
