import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexText, joinBytes } from './byte-texts'

/** A public key of a passkey (COSE_Key, RFC 9052). */
export type PasskeyKey =
  | { readonly kind: 'ed25519'; readonly publicKey: Uint8Array }
  /** Coordinates of 32 bytes. */
  | { readonly kind: 'p256'; readonly x: Uint8Array; readonly y: Uint8Array }
  /** Big-endian modulus and exponent, for RSASSA-PKCS1-v1_5 with SHA-256. */
  | { readonly kind: 'rsa'; readonly modulus: Uint8Array; readonly exponent: Uint8Array }

/**
 * The cryptography that verification needs. `#primitives` (package.json) is node-primitives.ts in the server and the
 * commands, and portable-primitives.ts in browsers (decision 051). Malformed keys and signatures are false, never an
 * error.
 */
export interface Primitives {
  sha256(bytes: Uint8Array): Uint8Array
  /** @param publicKey 32 bytes */
  isEd25519Signature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean
  /** @param signature of P-256 in DER, as authenticators give it */
  isPasskeySignature(key: PasskeyKey, message: Uint8Array, signature: Uint8Array): boolean
}

export const primitives: Primitives = {
  sha256,
  isEd25519Signature,
  isPasskeySignature: (key, message, signature) => {
    if (key.kind === 'ed25519') return isEd25519Signature(key.publicKey, message, signature)
    return key.kind === 'p256' ? isP256Signature(key, message, signature) : isRsaSignature(key, message, signature)
  },
}

function isEd25519Signature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    // Without ZIP 215, encodings are checked as in RFC 8032 and OpenSSL.
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}

type KeyOf<Kind extends PasskeyKey['kind']> = Extract<PasskeyKey, { kind: Kind }>

function isP256Signature({ x, y }: KeyOf<'p256'>, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    const publicKey = joinBytes(UNCOMPRESSED_POINT, x, y)
    // Authenticators also give signatures with a large s.
    return p256.verify(signature, message, publicKey, { format: 'der', lowS: false, prehash: true })
  } catch {
    return false
  }
}

/** SEC 1, 2.3.3. */
const UNCOMPRESSED_POINT = Uint8Array.of(4)

/** RSASSA-PKCS1-v1_5 (RFC 8017, 8.2.2), which some passkeys of Windows use and the library does not have. */
function isRsaSignature({ modulus, exponent }: KeyOf<'rsa'>, message: Uint8Array, signature: Uint8Array): boolean {
  const n = numberOf(modulus)
  const length = Math.ceil(n.toString(16).length / 2)
  const s = numberOf(signature)
  const padding = length - SHA256_DIGEST_INFO.length - 32 - 3
  if (signature.length !== length || s >= n || padding < MIN_PADDING_BYTES) return false
  const expected = joinBytes(
    Uint8Array.of(0, 1),
    new Uint8Array(padding).fill(0xff),
    Uint8Array.of(0),
    SHA256_DIGEST_INFO,
    sha256(message),
  )
  const opened = powerOf(s, numberOf(exponent), n)
    .toString(16)
    .padStart(2 * length, '0')
  return opened === hexText(expected)
}

/** RFC 8017, 9.2: the DER prefix of a SHA-256 digest. */
const SHA256_DIGEST_INFO = Uint8Array.of(
  ...[0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20],
)
const MIN_PADDING_BYTES = 8

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${hexText(bytes) || '0'}`)
}

/** The verifier has no secret, so the time may depend on the operands. */
function powerOf(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n % modulus, base % modulus]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}
