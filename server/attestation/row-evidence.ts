/** Digests of the rows that a transaction changed. A salted digest reveals nothing without the row. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../api/canonical-json'

export interface ProvenRow {
  readonly table: string
  readonly key: readonly string[]
  /** The covered columns; null if the row was removed. */
  readonly text: string | null
}

export interface RowDigest {
  readonly table: string
  readonly key: readonly string[]
  /** 64 lowercase hex characters; null for a removed row. */
  readonly digest: string | null
}

export const EVIDENCE_FIELD = 'evidence'
/** Names a sealed null, which proves the salt of an entry without evidence. */
export const SALT_FIELD = 'salt'

export function rowDigest(salt: Uint8Array, { table, key, text }: ProvenRow & { readonly text: string }): string {
  return createHash('sha256').update(salt).update(canonicalJson({ key, table, text })).digest('hex')
}

export function evidenceBytes(salt: Uint8Array, rows: readonly ProvenRow[]): Uint8Array<ArrayBuffer> {
  const digests = rows.map(({ table, key, text }) => [
    table,
    [...key],
    text === null ? null : rowDigest(salt, { table, key, text }),
  ])
  return new TextEncoder().encode(canonicalJson(digests))
}

export function readEvidence(bytes: Uint8Array): RowDigest[] | null {
  try {
    const read = JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown
    if (!Array.isArray(read)) return null
    const rows = read.flatMap((row): RowDigest[] => {
      const [table, key, digest] = row as [unknown, unknown, unknown]
      if (typeof table !== 'string' || !isTexts(key) || !(digest === null || typeof digest === 'string')) return []
      return [{ table, key, digest }]
    })
    return rows.length === read.length ? rows : null
  } catch {
    return null
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
