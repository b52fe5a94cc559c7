/**
 * How somebody who is signed in proves anew who they are, before something that counts as their signature.
 *
 * Promises: a password is tried no more often than at sign-in; a sign-in at the outside provider counts for
 * {@link FRESH_SIGN_IN} only.
 */
import { Refusal } from '../../contract/refusal'
import type { Caller } from '../caller'
import type { Session, SignInMethod } from './session'
import { isRight, type SignInParts } from './sign-in'

export type ReauthenticationProof =
  | { readonly kind: 'password'; readonly password: string }
  /** They signed in at the outside provider a moment ago. */
  | { readonly kind: 'session' }

export interface Reauthenticating {
  readonly caller: Caller
  readonly session: Session
  readonly addressKey: string
}

/** How old a sign-in at the outside provider may be, in milliseconds. */
export const FRESH_SIGN_IN = 5 * 60_000

/** @throws Refusal CREDENTIAL_INVALID, EVALUATION_LIMIT after too many tries */
export async function reauthenticate(
  parts: SignInParts,
  { caller, session, addressKey }: Reauthenticating,
  proof: ReauthenticationProof,
): Promise<{ readonly method: SignInMethod }> {
  const { person } = caller
  if (person === null || person.id !== session.personId)
    throw new Refusal('CREDENTIAL_INVALID', 'Only somebody who is signed in can prove anew who they are.')
  if (proof.kind === 'session') {
    const age = parts.now().getTime() - session.authenticatedAt.getTime()
    if (session.method === 'oidc' && age <= FRESH_SIGN_IN) return { method: 'oidc' }
    if (session.method === 'oidc' && session.authenticatedAt.getTime() === 0)
      throw new Refusal(
        'CREDENTIAL_INVALID',
        'Your provider does not tell when you proved who you are (auth_time), so it cannot stand for a signature. Sign in again there, or use a passkey.',
      )
    throw new Refusal(
      'CREDENTIAL_INVALID',
      'Your last sign-in is too long ago for this. Sign in again at your provider.',
    )
  }
  parts.gate.admit(addressKey, person.email)
  const holder = await parts.store.findPasswordHolder({ id: person.id })
  if (!(await isRight(parts, holder, proof.password))) throw new Refusal('CREDENTIAL_INVALID', 'The password is wrong.')
  parts.gate.forgive(person.email)
  return { method: 'password' }
}
