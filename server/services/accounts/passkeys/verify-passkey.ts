/** An assertion counts once if the authenticator has a counter. The caller must let a challenge be used only once. */
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Passkey, PasskeyVerbs } from '../../../database/accounts/passkeys'
import type { PasskeyAssertion, ProvenPasskey } from './passkey-proof'

export interface VerifyPasskeyDependencies {
  readonly store: Pick<PasskeyVerbs, 'findPasskey' | 'notePasskeyUse'>
  readonly publicUrl: string
  readonly now: () => Date
}

/** @param challenge base64url */
export async function verifyPasskey(
  { store, publicUrl, now }: VerifyPasskeyDependencies,
  assertion: PasskeyAssertion,
  challenge: string,
): Promise<ProvenPasskey | null> {
  const passkey = await store.findPasskey(assertion.id)
  if (passkey === null) return null
  const { userHandle, ...response } = assertion.response
  // A key of another person proves nothing.
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.personId)) return null
  const counter = await verifiedCounter(passkey, { ...assertion, response }, challenge, new URL(publicUrl))
  if (counter === null || !(await store.notePasskeyUse(passkey.id, BigInt(counter), now()))) return null
  const { id, personId, label, publicKey } = passkey
  return { passkeyId: id, personId, label, publicKey }
}

export function userHandleOf(personId: string): string {
  return Buffer.from(personId).toString('base64url')
}

async function verifiedCounter(
  { id, publicKey, counter }: Passkey,
  assertion: PasskeyAssertion & { readonly response: { readonly userHandle?: never } },
  expectedChallenge: string,
  { origin, hostname }: URL,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws for an invalid assertion.
    return null
  }
}
