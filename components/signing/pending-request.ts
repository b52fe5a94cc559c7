import { MEANING_WORDS } from './meanings'
import type { PrepareRequest } from './sheet'

/**
 * Stores the request in this tab when a person leaves for a fresh sign-in at a provider. It contains exactly what they
 * saw, so that the server refuses it if something else would be signed.
 */
export function storePending(request: PrepareRequest): void {
  sessionStorage.setItem(keyOf(request.hash), JSON.stringify(request))
}

/** Returns the stored request about these bytes and removes it. */
export function takePending(hash: string): PrepareRequest | null {
  const text = sessionStorage.getItem(keyOf(hash))
  sessionStorage.removeItem(keyOf(hash))
  return readPending(text, hash)
}

function keyOf(hash: string): string {
  return `touchstone.pending-signature.${hash}`
}

/** Returns null if it is not a request about these bytes. */
export function readPending(text: string | null, hash: string): PrepareRequest | null {
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    return isRequest(stored) && stored.hash === hash ? stored : null
  } catch {
    return null
  }
}

const TEXTS = ['hash', 'meaning', 'reviewDigest', 'engineVersion'] as const
const TEXTS_OR_NULL = [
  'note',
  'expiresAt',
  'withdraws',
  'unitLibraryHash',
  'comparisonDigest',
  'citationsDigest',
] as const

function isRequest(value: unknown): value is PrepareRequest {
  if (typeof value !== 'object' || value === null) return false
  const fields: Readonly<Record<string, unknown>> = { ...value }
  const { meaning } = fields
  return (
    TEXTS.every((field) => typeof fields[field] === 'string') &&
    TEXTS_OR_NULL.every((field) => fields[field] === null || typeof fields[field] === 'string') &&
    Object.keys(MEANING_WORDS).some((known) => known === meaning)
  )
}
