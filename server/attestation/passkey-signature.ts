/**
 * Verifies a passkey's signature of a statement (WebAuthn, "Verifying an Authentication Assertion"). The deployment
 * vouches for the owner of the passkey.
 */
import { primitives } from '#primitives'
import { base64UrlBytes, base64UrlText, joinBytes, utf8Bytes, utf8Text } from './byte-texts'
import type { PasskeyKey } from './portable-primitives'
import type { SignedChallenge } from './review-statement'

const PRESENT_AND_VERIFIED = 0b101
const FLAGS_OFFSET = 32

/** Returns what is wrong, or null. */
export function passkeyProblem(confirmed: string, answer: SignedChallenge): string | null {
  const bytes = (text: string) => base64UrlBytes(text) ?? new Uint8Array(0)
  const key = readCoseKey(bytes(answer.publicKey))
  if (key === null) return 'its public key is of no kind that is known'
  const clientData = bytes(answer.clientDataJSON)
  const request = readClientData(clientData)
  if (request === null || request.type !== 'webauthn.get') return 'what the browser signed does not answer a question'
  if (request.challenge !== statementChallenge(confirmed)) return 'it answers the question of another statement'
  const data = bytes(answer.authenticatorData)
  if (((data[FLAGS_OFFSET] ?? 0) & PRESENT_AND_VERIFIED) !== PRESENT_AND_VERIFIED)
    return 'the authenticator did not verify the person'
  const signed = joinBytes(data, primitives.sha256(clientData))
  const holds = primitives.isPasskeySignature(key, signed, bytes(answer.signature))
  return holds ? null : 'the signature is not of its key'
}

/** SHA-256 of the confirmed statement, base64url. */
export function statementChallenge(confirmed: string): string {
  return base64UrlText(primitives.sha256(utf8Bytes(confirmed)))
}

function readClientData(bytes: Uint8Array): { readonly type: unknown; readonly challenge: unknown } | null {
  try {
    return JSON.parse(utf8Text(bytes)) as { type: unknown; challenge: unknown }
  } catch {
    return null
  }
}

type Cbor = number | Uint8Array

/** COSE labels. */
const KTY = 1
const CRV = -1
const [X, Y] = [-2, -3]
const [N, E] = [-1, -2]

const POINT_BYTES = [32, 32] as const
/** A larger key would take a browser too long. */
const MODULUS_BYTES = [256, 1024] as const
const EXPONENT_BYTES = [1, 4] as const

/** Reads a COSE_Key (RFC 9052) of the usual types. */
function readCoseKey(bytes: Uint8Array): PasskeyKey | null {
  try {
    const members = readMap(bytes)
    const part = (label: number, sizes: readonly [least: number, most: number]) => {
      const value = members.get(label)
      if (typeof value === 'number' || value === undefined) throw new TypeError(`${label} is not a byte string`)
      if (value.length < sizes[0] || value.length > sizes[1]) throw new RangeError(`${label} is too short or too long`)
      return value
    }
    const kind = `${String(members.get(KTY))} ${String(members.get(CRV))}`
    if (kind === '2 1') return { kind: 'p256', x: part(X, POINT_BYTES), y: part(Y, POINT_BYTES) }
    if (kind === '1 6') return { kind: 'ed25519', publicKey: part(X, POINT_BYTES) }
    if (members.get(KTY) !== 3) return null
    return { kind: 'rsa', modulus: part(N, MODULUS_BYTES), exponent: part(E, EXPONENT_BYTES) }
  } catch {
    return null
  }
}

/** Reads a CBOR map of small integers to integers and byte strings. */
function readMap(bytes: Uint8Array): Map<number, Cbor> {
  // Reading beyond the end throws.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const head = () => {
    const first = view.getUint8(at++)
    const [major, info] = [first >> 5, first & 31]
    if (info < 24) return { major, value: info }
    if (info === 24) return { major, value: view.getUint8(at++) }
    if (info === 25) {
      at += 2
      return { major, value: view.getUint16(at - 2) }
    }
    throw new RangeError('a number of CBOR that no key has')
  }
  const item = (): Cbor => {
    const { major, value } = head()
    if (major === 0) return value
    if (major === 1) return -1 - value
    if (major !== 2 || at + value > bytes.length) throw new TypeError('a part of CBOR that no key has')
    at += value
    return bytes.subarray(at - value, at)
  }
  const { major, value: count } = head()
  if (major !== 5) throw new TypeError('no map')
  const members = new Map<number, Cbor>()
  for (let i = 0; i < count; i++) {
    const label = item()
    if (typeof label !== 'number') throw new TypeError('a label that is not a number')
    members.set(label, item())
  }
  return members
}
