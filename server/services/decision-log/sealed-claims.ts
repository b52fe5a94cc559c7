/**
 * Claims as a decision log stores them. A claim is kept, replaced by a keyed hash, or dropped; the result and a random
 * salt are a document, which is encrypted under a separate key. The log contains only the digest of the document.
 */
import { createCipheriv, createDecipheriv, createHmac, hash } from 'node:crypto'
import { claimsDocument } from '../../attestation/checks/check-statement'
import { readJson } from '../../language/numeric/lossless-json'
import type { LoggedClaims } from './redact-claims'

/** @param path such as `drivers[].licence` @param form of the value @returns HMAC-SHA-256, hexadecimal */
export function markOf(claimKey: Uint8Array, path: string, form: string): string {
  return createHmac('sha256', claimKey).update(`${path}\n${form}`).digest('hex')
}

export interface SealedClaims {
  /** SHA-256 of the document, hexadecimal. */
  readonly sha256: string
  /** Stored one after the other. */
  readonly sealed: { readonly bytes: Uint8Array; readonly tag: Uint8Array }
}

export const ENTRY_KEY_BYTES = 32
export const SALT_BYTES = 16
const CIPHER = 'aes-256-gcm'
const TAG_BYTES = 16
/** Each key encrypts only one document, so the nonce may be constant. */
const NONCE = new Uint8Array(12)
const SEALED_OPTIONS = { authTagLength: TAG_BYTES } as const

/** Holds one document at a time. */
let scratch = Buffer.alloc(16_384)
const checkIdBytes = Buffer.alloc(36)

/** @param claims canonical JSON @param checkId binds the document to its entry */
export function sealClaims(claims: string, checkId: string, key: Uint8Array, salt: Buffer): SealedClaims {
  const text = claimsDocument(claims, salt.toString('hex'))
  // A UTF-16 unit has at most three bytes.
  if (3 * text.length > scratch.length) scratch = Buffer.alloc(6 * text.length)
  const document = scratch.subarray(0, scratch.write(text, 'utf8'))
  checkIdBytes.write(checkId, 'latin1')
  const cipher = createCipheriv(CIPHER, key, NONCE, SEALED_OPTIONS).setAAD(checkIdBytes)
  const bytes = cipher.update(document)
  // GCM keeps nothing back.
  cipher.final()
  return { sha256: hash('sha256', document, 'hex'), sealed: { bytes, tag: cipher.getAuthTag() } }
}

/** Returns the document, or null if key and bytes do not belong together. */
export function openClaims(sealed: Uint8Array, checkId: string, key: Uint8Array): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, NONCE, SEALED_OPTIONS).setAAD(Buffer.from(checkId))
    const end = sealed.length - TAG_BYTES
    decipher.setAuthTag(sealed.subarray(end))
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** The claims of an opened document, with the exact numerals. */
export function claimsOf(document: string): LoggedClaims {
  const read = readJson(document)
  const { claims } = 'value' in read ? (read.value as { readonly claims: LoggedClaims }) : { claims: {} }
  return claims
}
