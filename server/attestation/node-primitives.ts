/**
 * The cryptography of the server and of the operator's commands. OpenSSL verifies many times faster than the portable
 * functions, which matters to a log with many records.
 */
import { createPublicKey, hash, type JsonWebKey, verify } from 'node:crypto'
import type { PasskeyKey, Primitives } from './portable-primitives'

export const primitives: Primitives = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  isEd25519Signature: (publicKey, message, signature) =>
    holds({ kty: 'OKP', crv: 'Ed25519', x: base64Url(publicKey) }, null, message, signature),
  isPasskeySignature: (key, message, signature) =>
    holds(jwkOf(key), key.kind === 'ed25519' ? null : 'sha256', message, signature),
}

function holds(key: JsonWebKey, digest: 'sha256' | null, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify(digest, message, createPublicKey({ key, format: 'jwk' }), signature)
  } catch {
    return false
  }
}

function jwkOf(key: PasskeyKey): JsonWebKey {
  if (key.kind === 'ed25519') return { kty: 'OKP', crv: 'Ed25519', x: base64Url(key.publicKey) }
  if (key.kind === 'p256') return { kty: 'EC', crv: 'P-256', x: base64Url(key.x), y: base64Url(key.y) }
  return { kty: 'RSA', n: base64Url(key.modulus), e: base64Url(key.exponent) }
}

function base64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
