/**
 * Whether a passkey signed a statement (WebAuthn, "Verifying an Authentication Assertion").
 *
 * Promises: the challenge that the authenticator signed is the SHA-256 of the confirmed statement, and the person was
 * present and verified. Whose passkey it is, the deployment says: the statement names the person and holds the key.
 */
import { createHash, verify } from 'node:crypto'
import { readCoseKey } from './cose-key'
import type { SignedChallenge } from './review-statement'

const PRESENT_AND_VERIFIED = 0b101
const FLAGS_AT = 32

/** What is wrong with it, or null. */
export function passkeyProblem(confirmed: string, answer: SignedChallenge): string | null {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const key = readCoseKey(bytes(answer.publicKey))
  if (key === null) return 'its public key is of no kind that is known'
  const clientData = bytes(answer.clientDataJSON)
  const asked = readClientData(clientData)
  if (asked === null || asked.type !== 'webauthn.get') return 'what the browser signed is no answer to a question'
  if (asked.challenge !== statementChallenge(confirmed)) return 'it answers the question of another statement'
  const data = bytes(answer.authenticatorData)
  if (((data[FLAGS_AT] ?? 0) & PRESENT_AND_VERIFIED) !== PRESENT_AND_VERIFIED)
    return 'the authenticator did not verify the person'
  const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
  return verify(key.hash, signed, key.key, bytes(answer.signature)) ? null : 'the signature is not of its key'
}

/** What a passkey is asked: the digest of the confirmed statement, base64url. */
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
