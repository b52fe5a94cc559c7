/**
 * Public keys of passkeys: COSE_Key (RFC 9052), of the kinds that authenticators use.
 *
 * Promises: reads exactly the CBOR that such a key is made of; anything else is null, never an error.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'

export interface PasskeyKey {
  readonly key: KeyObject
  /** Of the signature; null where it is part of the kind of key. */
  readonly hash: 'sha256' | null
}

type Cbor = number | Uint8Array

/** Labels of COSE: kind of key, and those that each kind has. */
const KTY = 1
const CRV = -1
const [X, Y] = [-2, -3]
const [N, E] = [-1, -2]

export function readCoseKey(bytes: Uint8Array): PasskeyKey | null {
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

/** A CBOR map of small numbers to numbers and texts of bytes. */
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
