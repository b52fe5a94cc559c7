/**
 * Verifies a passkey's signature of a statement (WebAuthn, "Verifying an Authentication Assertion"). The deployment
 * vouches for the owner of the passkey.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { SignedChallenge } from './review-statement'

const PRESENT_AND_VERIFIED = 0b101
const FLAGS_OFFSET = 32

/** Returns what is wrong, or null. */
export function passkeyProblem(confirmed: string, answer: SignedChallenge): string | null {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const key = readCoseKey(bytes(answer.publicKey))
  if (key === null) return 'its public key is of no kind that is known'
  const clientData = bytes(answer.clientDataJSON)
  const request = readClientData(clientData)
  if (request === null || request.type !== 'webauthn.get') return 'what the browser signed is no answer to a question'
  if (request.challenge !== statementChallenge(confirmed)) return 'it answers the question of another statement'
  const data = bytes(answer.authenticatorData)
  if (((data[FLAGS_OFFSET] ?? 0) & PRESENT_AND_VERIFIED) !== PRESENT_AND_VERIFIED)
    return 'the authenticator did not verify the person'
  const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
  return verify(key.hash, signed, key.key, bytes(answer.signature)) ? null : 'the signature is not of its key'
}

/** SHA-256 of the confirmed statement, base64url. */
export function statementChallenge(confirmed: string): string {
  return createHash('sha256').update(confirmed).digest('base64url')
}

function readClientData(bytes: Uint8Array): { readonly type: unknown; readonly challenge: unknown } | null {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as { type: unknown; challenge: unknown }
  } catch {
    return null
  }
}

interface PasskeyKey {
  readonly key: KeyObject
  /** The signature's hash; null if the key type implies it. */
  readonly hash: 'sha256' | null
}

type Cbor = number | Uint8Array

/** COSE labels. */
const KTY = 1
const CRV = -1
const [X, Y] = [-2, -3]
const [N, E] = [-1, -2]

/** Reads a COSE_Key (RFC 9052) of the usual types. */
function readCoseKey(bytes: Uint8Array): PasskeyKey | null {
  try {
    const members = readMap(bytes)
    const text = (label: number) => {
      const value = members.get(label)
      if (typeof value === 'number' || value === undefined) throw new TypeError(`${label} is no text of bytes`)
      return Buffer.from(value).toString('base64url')
    }
    const jwk = (members: Record<string, string>) => createPublicKey({ key: members, format: 'jwk' })
    const kind = `${String(members.get(KTY))} ${String(members.get(CRV))}`
    if (kind === '2 1') return { key: jwk({ kty: 'EC', crv: 'P-256', x: text(X), y: text(Y) }), hash: 'sha256' }
    if (kind === '1 6') return { key: jwk({ kty: 'OKP', crv: 'Ed25519', x: text(X) }), hash: null }
    if (members.get(KTY) === 3) return { key: jwk({ kty: 'RSA', n: text(N), e: text(E) }), hash: 'sha256' }
    return null
  } catch {
    return null
  }
}

/** Reads a CBOR map of small integers to integers and byte strings. */
function readMap(bytes: Uint8Array): Map<number, Cbor> {
  const view = Buffer.from(bytes)
  let at = 0
  const head = () => {
    const first = view.readUInt8(at++)
    const [major, info] = [first >> 5, first & 31]
    if (info < 24) return { major, value: info }
    if (info === 24) return { major, value: view.readUInt8(at++) }
    if (info === 25) {
      at += 2
      return { major, value: view.readUInt16BE(at - 2) }
    }
    throw new RangeError('a number of CBOR that no key has')
  }
  const item = (): Cbor => {
    const { major, value } = head()
    if (major === 0) return value
    if (major === 1) return -1 - value
    if (major !== 2 || at + value > view.length) throw new TypeError('a part of CBOR that no key has')
    at += value
    return view.subarray(at - value, at)
  }
  const { major, value: count } = head()
  if (major !== 5) throw new TypeError('no map')
  const members = new Map<number, Cbor>()
  for (let i = 0; i < count; i++) {
    const label = item()
    if (typeof label !== 'number') throw new TypeError('a label that is no number')
    members.set(label, item())
  }
  return members
}
