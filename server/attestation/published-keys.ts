/**
 * The published key set (`/.well-known/touchstone-keys.json`): a JWK Set (RFC 7517). Ids are computed from the key
 * bytes. Unknown entries are ignored, as the RFC asks.
 */
import { KEY_PURPOSES, type KeyPurpose, type PublicKey, publicKeyFromRaw } from './signing-key'

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
      x: Buffer.from(publicKey.raw).toString('base64url'),
      purpose,
      created_at: createdAt,
      retired_at: retiredAt,
    })),
  }
}

export function readKeySet(value: unknown): PublishedKey[] | null {
  if (typeof value !== 'object' || value === null || !('keys' in value) || !Array.isArray(value.keys)) return null
  return value.keys.flatMap((entry: unknown) => readKey(entry) ?? [])
}

function readKey(entry: unknown): PublishedKey | null {
  if (typeof entry !== 'object' || entry === null) return null
  const { kty, crv, x, purpose, created_at, retired_at } = entry as Record<string, unknown>
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return null
  const raw = Buffer.from(x, 'base64url')
  const known = KEY_PURPOSES.find((each) => each === purpose)
  if (raw.length !== 32 || known === undefined) return null
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
