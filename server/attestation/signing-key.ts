/** Private keys and PEM, which only the server and the operator's commands use. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type PrivateKey, type PublicKey, publicKeyFromRaw } from './published-keys'

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

export function publicKeyPem({ raw }: PublicKey): string {
  const x = Buffer.from(raw).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return key.export({ format: 'pem', type: 'spki' }).toString()
}

function nameKey(key: KeyObject): PublicKey {
  const { x } = key.export({ format: 'jwk' })
  if (x === undefined) throw new Error('a key of Ed25519 without x')
  return publicKeyFromRaw(Buffer.from(x, 'base64url'))
}
