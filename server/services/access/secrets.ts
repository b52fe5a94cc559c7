import { createHash, hkdfSync } from 'node:crypto'

const TOKEN_BYTES = 32

export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/** @returns 256 random bits, base64url */
export function newToken(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url')
}

/**
 * HKDF (RFC 5869, SHA-256). It does not strengthen a weak secret.
 * @param purpose unique per use; never change it
 */
export function deriveKey(secret: string, purpose: string, bytes: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `touchstone: ${purpose}`, bytes))
}
