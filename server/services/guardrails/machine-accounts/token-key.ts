import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { deriveKey } from '../../access/secrets'

export const TOKEN_ALGORITHM = 'EdDSA'

/** Before the seed in a PKCS #8 document of an Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const SEED_BYTES = 32

export interface PublicTokenJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly use: 'sig'
  readonly alg: typeof TOKEN_ALGORITHM
  readonly kid: string
  readonly x: string
}

export interface TokenKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly publicJwk: PublicTokenJwk
  /** Only for the authorisation server's library. */
  readonly privateJwk: PublicTokenJwk & { readonly d: string }
}

/**
 * Derives the signing key, so that all processes share it. Its id is its thumbprint (RFC 7638).
 * @param authSecret the secret of the deployment, which must be hard to guess
 */
export function tokenKey(authSecret: string): TokenKey {
  const seed = deriveKey(authSecret, 'authorisation signing key', SEED_BYTES)
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' })
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  const publicJwk = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: TOKEN_ALGORITHM, kid, x } as const
  return { privateKey, publicKey: createPublicKey(privateKey), publicJwk, privateJwk: { ...publicJwk, d } }
}
