/** DSSE envelopes (Dead Simple Signing Envelope, version 1), written as canonical JSON. */
import { primitives } from '#primitives'
import { canonicalJson } from '../api/canonical-json'
import { base64Bytes, base64Text, joinBytes, utf8Bytes } from './byte-texts'
import type { PrivateKey, PublicKey } from './published-keys'

export const IN_TOTO = 'application/vnd.in-toto+json'

/** Each one costs a verification, and a hostile file could hold thousands. The product makes one. */
const MAX_SIGNATURES = 16

export interface Envelope {
  readonly payloadType: string
  readonly payload: Uint8Array
  readonly signatures: readonly { readonly keyid: string; readonly sig: Uint8Array }[]
}

/** PAE(type, payload): the bytes that are signed. */
export function preAuthentication(payloadType: string, payload: Uint8Array): Uint8Array {
  const typeBytes = utf8Bytes(payloadType).length
  return joinBytes(utf8Bytes(`DSSEv1 ${typeBytes} ${payloadType} ${payload.length} `), payload)
}

export function signedEnvelope(payload: Uint8Array, key: PrivateKey): string {
  return canonicalJson({
    payload: base64Text(payload),
    payloadType: IN_TOTO,
    signatures: [{ keyid: key.publicKey.id, sig: base64Text(key.sign(preAuthentication(IN_TOTO, payload))) }],
  })
}

export function readEnvelope(value: unknown): Envelope | null {
  if (typeof value !== 'object' || value === null) return null
  const { payloadType, payload, signatures } = value as Record<string, unknown>
  if (typeof payloadType !== 'string' || typeof payload !== 'string' || !Array.isArray(signatures)) return null
  const bytes = base64Bytes(payload)
  if (bytes === null) return null
  const read = signatures.slice(0, MAX_SIGNATURES).flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return []
    const { keyid, sig } = each as Record<string, unknown>
    const signature = typeof sig === 'string' ? base64Bytes(sig) : null
    return typeof keyid === 'string' && signature !== null ? [{ keyid, sig: signature }] : []
  })
  return { payloadType, payload: bytes, signatures: read }
}

export function isSignedBy({ payloadType, payload, signatures }: Envelope, { id, raw }: PublicKey): boolean {
  const signed = preAuthentication(payloadType, payload)
  return signatures.some(({ keyid, sig }) => keyid === id && primitives.isEd25519Signature(raw, signed, sig))
}
