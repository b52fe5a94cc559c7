/** Without an e-mail address, no answer reveals which accounts exist. {@link PASSKEY_QUESTION_ALLOWANCE} limits stored challenges. */
import { Refusal } from '../../../api/refusal'
import type { CeremonyVerbs } from '../../../database/accounts/ceremonies'
import type { PeopleVerbs } from '../../../database/accounts/people'
import type { Gate } from '../../access/process-group'
import { type NewSession, newSession } from '../session'
import { findFirstNamespace } from '../sign-in'
import {
  beginChallenge,
  type ChallengeDependencies,
  challengeClosed,
  createPasskeyQuestion,
  demandUsableAddress,
  openChallenge,
} from './passkey-challenge'
import type { PasskeyAssertion, PasskeyQuestion } from './passkey-proof'
import { type VerifyPasskeyDependencies, verifyPasskey } from './verify-passkey'

export const PASSKEY_QUESTION_ALLOWANCE = { calls: 60, periodMs: 10 * 60_000 }

export interface PasskeySignInDependencies extends ChallengeDependencies, VerifyPasskeyDependencies {
  readonly store: CeremonyVerbs & VerifyPasskeyDependencies['store'] & Pick<PeopleVerbs, 'findMember'>
  readonly questions: Gate
}

export interface SignInAnswer {
  readonly ceremonyId: string
  readonly assertion: PasskeyAssertion
}

/** @throws Refusal BAD_REQUEST if the address allows no passkeys, EVALUATION_LIMIT */
export async function beginPasskeySignIn(
  dependencies: PasskeySignInDependencies,
  addressKey: string,
): Promise<{ ceremonyId: string; question: PasskeyQuestion }> {
  demandUsableAddress(dependencies.publicUrl)
  const wait = await dependencies.questions.take(addressKey)
  if (wait !== null)
    throw new Refusal('EVALUATION_LIMIT', `Too many sign-ins from here. Wait ${Math.ceil(wait / 1_000)} seconds.`, {
      retry_after_ms: wait,
    })
  const { ceremonyId, bytes } = await beginChallenge(dependencies, 'sign_in', null)
  return {
    ceremonyId,
    question: createPasskeyQuestion(dependencies.publicUrl, Buffer.from(bytes).toString('base64url'), []),
  }
}

/** @throws Refusal BAD_REQUEST if the challenge has expired, CREDENTIAL_INVALID */
export async function signInByPasskey(
  dependencies: PasskeySignInDependencies,
  { ceremonyId, assertion }: SignInAnswer,
): Promise<NewSession> {
  const challenge = await openChallenge(dependencies, ceremonyId, 'sign_in', null)
  if (!(await dependencies.store.endCeremony(ceremonyId, dependencies.now()))) throw challengeClosed()
  const proven = await verifyPasskey(dependencies, assertion, challenge)
  const member = proven && (await dependencies.store.findMember(proven.personId))
  if (member === null || member.disabledAt !== null)
    throw new Refusal('CREDENTIAL_INVALID', 'This passkey opens no account here. Use another one, or your password.')
  return newSession(member.id, await findFirstNamespace(dependencies.store, member.id), 'passkey', dependencies.now())
}
