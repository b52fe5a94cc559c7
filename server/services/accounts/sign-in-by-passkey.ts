/**
 * Signing in by a passkey: the authenticator says who it is.
 *
 * Promises: nobody is asked for an address first, so nothing tells which addresses have an account; a challenge counts
 * for one try. An address may ask {@link QUESTIONS} times, because each question is kept until it is answered or over.
 */
import { Refusal } from '../../api/refusal'
import type { CeremonyVerbs } from '../../database/accounts/ceremonies'
import type { PeopleVerbs } from '../../database/accounts/people'
import type { AddressGate } from '../access/address-gate'
import { beginChallenge, type ChallengeParts, challengeOver, openChallenge } from './passkey-challenge'
import type { PasskeyAssertion, PasskeyQuestion } from './passkey-proof'
import { demandUsableAddress, question } from './passkey-question'
import { type NewSession, newSession } from './session'
import { firstNamespace } from './sign-in'
import { type VerifyParts, verifyPasskey } from './verify-passkey'

export const QUESTIONS = { calls: 60, periodMs: 10 * 60_000 }

export interface PasskeySignInParts extends ChallengeParts, VerifyParts {
  readonly store: CeremonyVerbs & VerifyParts['store'] & Pick<PeopleVerbs, 'findMember'>
  readonly questions: AddressGate
}

export interface SignInAnswer {
  readonly ceremonyId: string
  readonly assertion: PasskeyAssertion
}

export async function beginPasskeySignIn(
  parts: PasskeySignInParts,
  addressKey: string,
): Promise<{ ceremonyId: string; question: PasskeyQuestion }> {
  demandUsableAddress(parts.publicUrl)
  const wait = parts.questions.take(addressKey)
  if (wait !== null)
    throw new Refusal('EVALUATION_LIMIT', `Too many sign-ins from here. Wait ${Math.ceil(wait / 1_000)} seconds.`, {
      retry_after_ms: wait,
    })
  const { ceremonyId, bytes } = await beginChallenge(parts, 'sign_in', null)
  return { ceremonyId, question: question(parts.publicUrl, Buffer.from(bytes).toString('base64url'), []) }
}

export async function signInByPasskey(
  parts: PasskeySignInParts,
  { ceremonyId, assertion }: SignInAnswer,
): Promise<NewSession> {
  const challenge = await openChallenge(parts, ceremonyId, 'sign_in', null)
  if (!(await parts.store.endCeremony(ceremonyId, parts.now()))) throw challengeOver()
  const proven = await verifyPasskey(parts, assertion, challenge)
  const member = proven && (await parts.store.findMember(proven.personId))
  if (member === null || member.disabledAt !== null)
    throw new Refusal('CREDENTIAL_INVALID', 'This passkey opens no account here. Use another one, or your password.')
  return newSession(member.id, await firstNamespace(parts.store, member.id), 'passkey', parts.now())
}
