/** DSSE envelopes (Dead Simple Signing Envelope, version 1), written as canonical JSON. */
import { verify } from 'node:crypto'
import { canonicalJson } from '../api/canonical-json'
import type { PrivateKey, PublicKey } from './signing-key'

export const IN_TOTO = 'application/vnd.in-toto+json'

export interface Envelope {
  readonly payloadType: string
  readonly payload: Uint8Array
  readonly signatures: readonly { readonly keyid: string; readonly sig: Uint8Array }[]
}

/** PAE(type, payload): the bytes that are signed. */
export function preAuthentication(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = Buffer.from(payloadType)
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `), payload])
}

export function signedEnvelope(payload: Uint8Array, key: PrivateKey): string {
  return canonicalJson({
    payload: Buffer.from(payload).toString('base64'),
    payloadType: IN_TOTO,
    signatures: [
      { keyid: key.publicKey.id, sig: Buffer.from(key.sign(preAuthentication(IN_TOTO, payload))).toString('base64') },
    ],
  })
}

export function readEnvelope(value: unknown): Envelope | null {
  if (typeof value !== 'object' || value === null) return null
  const { payloadType, payload, signatures } = value as Record<string, unknown>
  if (typeof payloadType !== 'string' || typeof payload !== 'string' || !Array.isArray(signatures)) return null
  const read = signatures.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return []
    const { keyid, sig } = each as Record<string, unknown>
    return typeof keyid === 'string' && typeof sig === 'string' ? [{ keyid, sig: Buffer.from(sig, 'base64') }] : []
  })
  return { payloadType, payload: Buffer.from(payload, 'base64'), signatures: read }
}

export function isSignedBy({ payloadType, payload, signatures }: Envelope, { id, key }: PublicKey): boolean {
  const signed = preAuthentication(payloadType, payload)
  return signatures.some(({ keyid, sig }) => keyid === id && sig.length === 64 && verify(null, signed, key, sig))
}
