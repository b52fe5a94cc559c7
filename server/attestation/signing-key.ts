/** Ed25519 keys. An id is the thumbprint of the public key (RFC 7638), so it cannot be chosen. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { canonicalJson } from '../api/canonical-json'

/** No key signs both. */
export const KEY_PURPOSES = ['statement', 'checkpoint'] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

export interface PublicKey {
  readonly id: string
  /** 32 bytes. */
  readonly raw: Uint8Array
  readonly key: KeyObject
}

export interface PrivateKey {
  readonly publicKey: PublicKey
  sign(bytes: Uint8Array): Uint8Array
}

/** PKCS #8 in PEM. */
export function newKeyPem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

/** Accepts PEM, or PKCS #8 in Base64. */
export function readPrivateKey(text: string): PrivateKey | null {
  const trimmed = text.trim()
  try {
    const key = trimmed.startsWith('-----')
      ? createPrivateKey(trimmed)
      : createPrivateKey({ key: Buffer.from(trimmed, 'base64'), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType !== 'ed25519') return null
    return { publicKey: nameKey(createPublicKey(key)), sign: (bytes) => sign(null, bytes, key) }
  } catch {
    return null
  }
}

export function readPublicKey(pem: string): PublicKey | null {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? nameKey(key) : null
  } catch {
    return null
  }
}

/** @param raw 32 bytes */
export function publicKeyFromRaw(raw: Uint8Array): PublicKey {
  const x = Buffer.from(raw).toString('base64url')
  return nameKey(createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }))
}

export function publicKeyPem({ key }: PublicKey): string {
  return key.export({ format: 'pem', type: 'spki' }).toString()
}

function nameKey(key: KeyObject): PublicKey {
  const { x } = key.export({ format: 'jwk' })
  if (x === undefined) throw new Error('a key of Ed25519 without x')
  const thumbprint = createHash('sha256').update(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x }))
  return { id: thumbprint.digest('base64url'), raw: Buffer.from(x, 'base64url'), key }
}
