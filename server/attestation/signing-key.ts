/**
 * Ed25519 keys: made, read, named and published.
 *
 * Promises: a key's id is the thumbprint of its public half (RFC 7638, SHA-256, base64url), so that it cannot be chosen.
 * A private half leaves this module only as PKCS #8, for the file that stores it.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { canonicalJson } from '../api/canonical-json'

/** What a key signs: no key signs both. */
export const KEY_PURPOSES = ['statement', 'checkpoint'] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

export interface PublicKey {
  /** Its thumbprint. */
  readonly id: string
  /** 32 bytes. */
  readonly raw: Uint8Array
  readonly key: KeyObject
}

export interface PrivateKey {
  readonly publicKey: PublicKey
  /** 64 bytes, of Ed25519. */
  sign(bytes: Uint8Array): Uint8Array
}

/** PKCS #8 in PEM of a new key. */
export function newKeyPem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

/** A private key in PEM, or as PKCS #8 in Base64, or null where the text is neither. */
export function readPrivateKey(text: string): PrivateKey | null {
  const trimmed = text.trim()
  try {
    const key = trimmed.startsWith('-----')
      ? createPrivateKey(trimmed)
      : createPrivateKey({ key: Buffer.from(trimmed, 'base64'), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType !== 'ed25519') return null
    return { publicKey: named(createPublicKey(key)), sign: (bytes) => sign(null, bytes, key) }
  } catch {
    return null
  }
}

/** A public key in PEM; null where it is none of Ed25519. */
export function readPublicKey(pem: string): PublicKey | null {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? named(key) : null
  } catch {
    return null
  }
}

/** A public key of which the 32 bytes are known. */
export function publicKeyFromRaw(raw: Uint8Array): PublicKey {
  const x = Buffer.from(raw).toString('base64url')
  return named(createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }))
}

export function publicKeyPem({ key }: PublicKey): string {
  return key.export({ format: 'pem', type: 'spki' }).toString()
}

function named(key: KeyObject): PublicKey {
  const { x } = key.export({ format: 'jwk' })
  if (x === undefined) throw new Error('a key of Ed25519 without x')
  const thumbprint = createHash('sha256').update(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x }))
  return { id: thumbprint.digest('base64url'), raw: Buffer.from(x, 'base64url'), key }
}
