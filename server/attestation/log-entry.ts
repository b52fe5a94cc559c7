/**
 * An entry of a log as its bytes tell it.
 *
 * Promises: null for bytes that are not exactly the canonical JSON of an entry.
 */
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
