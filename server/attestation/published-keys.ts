/**
 * The published key set (`/.well-known/touchstone-keys.json`): a JWK Set (RFC 7517). Ids are computed from the key
 * bytes. Unknown entries are ignored, as the RFC asks.
 */
import { primitives } from '#primitives'
import { canonicalJson } from '../api/canonical-json'
import { base64UrlBytes, base64UrlText, utf8Bytes } from './byte-texts'

/** No key signs both. */
export const KEY_PURPOSES = ['statement', 'checkpoint'] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

/** Of Ed25519. */
export interface PublicKey {
  readonly id: string
  /** 32 bytes. */
  readonly raw: Uint8Array
}

export interface PrivateKey {
  readonly publicKey: PublicKey
  sign(bytes: Uint8Array): Uint8Array
}

/**
 * The id is the thumbprint of the key (RFC 7638), so it cannot be chosen.
 * @param raw 32 bytes
 */
export function publicKeyFromRaw(raw: Uint8Array): PublicKey {
  const thumbprint = canonicalJson({ crv: 'Ed25519', kty: 'OKP', x: base64UrlText(raw) })
  return { id: base64UrlText(primitives.sha256(utf8Bytes(thumbprint))), raw }
}

export interface PublishedKey {
  readonly publicKey: PublicKey
  readonly purpose: KeyPurpose
  readonly createdAt: string | null
  /** Signatures made before this time stay valid. */
  readonly retiredAt: string | null
}

export interface KeySet {
  readonly keys: readonly Readonly<Record<string, string | null>>[]
}

export function toKeySet(keys: readonly PublishedKey[]): KeySet {
  return {
    keys: keys.map(({ publicKey, purpose, createdAt, retiredAt }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: publicKey.id,
      x: base64UrlText(publicKey.raw),
      purpose,
      created_at: createdAt,
      retired_at: retiredAt,
    })),
  }
}

export function readKeySet(value: unknown): PublishedKey[] | null {
  if (typeof value !== 'object' || value === null || !('keys' in value) || !Array.isArray(value.keys)) return null
  const read = new Map<string, PublishedKey>()
  for (const entry of value.keys) {
    const key = readKey(entry)
    const id = key === null ? '' : `${key.purpose} ${key.publicKey.id}`
    // A repeated key would only cost another verification.
    if (key !== null && !read.has(id)) read.set(id, key)
  }
  return [...read.values()]
}

function readKey(entry: unknown): PublishedKey | null {
  if (typeof entry !== 'object' || entry === null) return null
  const { kty, crv, x, purpose, created_at, retired_at } = entry as Record<string, unknown>
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return null
  const raw = base64UrlBytes(x)
  const known = KEY_PURPOSES.find((each) => each === purpose)
  if (raw?.length !== 32 || known === undefined) return null
  return {
    publicKey: publicKeyFromRaw(raw),
    purpose: known,
    createdAt: textOf(created_at),
    retiredAt: textOf(retired_at),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
