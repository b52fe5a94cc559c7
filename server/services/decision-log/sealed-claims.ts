/**
 * Claims as a decision log stores them. A claim is kept, replaced by a keyed hash, or dropped; the result and a random
 * salt are a document, which is encrypted under a key of its own. The log contains only the digest of the document.
 */
import { createCipheriv, createDecipheriv, createHmac, hash } from 'node:crypto'
import type { DecisionLogSettings } from '../../api/terms/decision-log-words'
import { claimsDocument } from '../../attestation/checks/check-statement'
import { canonicalText, JsonNumber, type LosslessJson, readJson } from '../../language/numeric/lossless-json'

export type LoggedClaims = Readonly<Record<string, LosslessJson>>
export type RedactionRule = Pick<DecisionLogSettings, 'redaction' | 'exceptions'>

export interface RedactedClaims {
  /** Canonical JSON. */
  readonly text: string
  /** Hashes of the claims that are stored as a hash. */
  readonly marks: readonly string[]
}

/** The only member of an object that replaces a value. */
export const HASH_MEMBER = 'hmac_sha256'

/** Unknown values say nothing about anybody, so they are not hashed. */
export function isHashed(value: LosslessJson): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || value instanceof JsonNumber) return false
  const { [HASH_MEMBER]: mark, ...others } = value
  return typeof mark === 'string' && /^[0-9a-f]{64}$/.test(mark) && Object.keys(others).length === 0
}

export function redactClaims(claims: LoggedClaims, rule: RedactionRule, claimKey: Uint8Array): RedactedClaims {
  const marks: string[] = []
  const members: string[] = []
  for (const name of Object.keys(claims).sort()) {
    const value = claims[name] ?? null
    const redaction = Object.hasOwn(rule.exceptions, name) ? rule.exceptions[name] : rule.redaction
    if (redaction === 'drop') continue
    if (redaction === 'keep' || value === null) members.push(`${JSON.stringify(name)}:${canonicalText(value)}`)
    else {
      const mark = markOf(claimKey, name, canonicalText(value))
      marks.push(mark)
      members.push(`${JSON.stringify(name)}:{"${HASH_MEMBER}":"${mark}"}`)
    }
  }
  return { text: `{${members.join(',')}}`, marks }
}

/** @param value canonical JSON @returns HMAC-SHA-256, hexadecimal */
export function markOf(claimKey: Uint8Array, claim: string, value: string): string {
  return createHmac('sha256', claimKey).update(`${claim}\n${value}`).digest('hex')
}

/** The forms in which a program may have sent a value that a person typed, as canonical JSON. */
export function writtenForms(typed: string): string[] {
  const read = readJson(typed)
  const forms = [JSON.stringify(typed), ...('value' in read ? [canonicalText(read.value)] : [])]
  return [...new Set(forms)]
}

export interface SealedClaims {
  /** Of the document, hexadecimal. */
  readonly sha256: string
  readonly sealed: Uint8Array
}

export const ENTRY_KEY_BYTES = 32
export const SALT_BYTES = 16
const CIPHER = 'aes-256-gcm'
const TAG_BYTES = 16
/** Each key encrypts one document. */
const NONCE = new Uint8Array(12)

/** @param claims canonical JSON @param checkId binds the document to its entry */
export function sealClaims(claims: string, checkId: string, key: Uint8Array, salt: Uint8Array): SealedClaims {
  const document = Buffer.from(claimsDocument(claims, Buffer.from(salt).toString('hex')))
  const cipher = createCipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(checkId))
  const sealed = Buffer.concat([cipher.update(document), cipher.final(), cipher.getAuthTag()])
  return { sha256: hash('sha256', document, 'hex'), sealed }
}

/** Returns the document, or null if key and bytes do not belong together. */
export function openClaims(sealed: Uint8Array, checkId: string, key: Uint8Array): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(checkId))
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
