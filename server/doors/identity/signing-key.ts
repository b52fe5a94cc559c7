/**
 * The signing key of the authorisation server, from a derived seed, so that all processes of a deployment publish the
 * same one. Access tokens are opaque and need none; the key set is part of the metadata that clients read.
 */
import { createPrivateKey } from 'node:crypto'
import type { JWK } from 'oidc-provider'

/** Everything of a PKCS #8 document of an Ed25519 key (RFC 8410) that stands before its seed. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
export const SEED_BYTES = 32
export const ALGORITHM = 'EdDSA'

/** @param seed {@link SEED_BYTES} bytes */
export function signingKey(seed: Uint8Array): JWK {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const { x, d } = key.export({ format: 'jwk' })
  return { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: ALGORITHM, x: x!, d: d! }
}
