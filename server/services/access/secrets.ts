/**
 * Random tokens, the hashes under which they are stored, and keys derived from the deployment's one secret.
 *
 * Promises: the same secret and purpose give the same key in every process (HKDF, RFC 5869, with SHA-256); a key
 * reveals nothing of the secret or of the key of another purpose. Trusts the secret to be hard to guess: HKDF makes a
 * weak one no stronger.
 */
import { createHash, hkdfSync } from 'node:crypto'

const TOKEN_BYTES = 32

/** @returns SHA-256 of the token, by which it is found */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/** @returns a token of 256 random bits, base64url */
export function newToken(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url')
}

/**
 * A key for one purpose, from the deployment's secret.
 * @param purpose what the key is for: a label of its own for every use, never changed once something was made with it
 */
export function deriveKey(secret: string, purpose: string, bytes: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `touchstone: ${purpose}`, bytes))
}
