/**
 * How a person who is signed in proves anew who they are, before something that counts as their signature.
 *
 * Promises: a session ends after a few wrong passwords, and strangers' tries at the sign-in page stop no signature; a
 * sign-in at the outside provider counts for {@link FRESH_SIGN_IN} only.
 */
import { Refusal } from '../../api/refusal'
import type { Caller } from '../access/caller'
import { type PasswordProofParts, provePassword } from './prove-password'
import type { Session, SignInMethod } from './session'

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

export type ReauthenticationParts = PasswordProofParts

/** @throws Refusal CREDENTIAL_INVALID, CREDENTIAL_REQUIRED after too many tries, which end the session */
export async function reauthenticate(
  parts: ReauthenticationParts,
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
  const left = await provePassword(parts, { person, session, addressKey, password: proof.password })
  if (left !== null) throw new Refusal('CREDENTIAL_INVALID', `The password is wrong.${triesLeft(left)}`)
  return { method: 'password' }
}

/** How old a sign-in may be where a way to sign in is taken away, in milliseconds. */
export const FRESH_FOR_REMOVAL = 15 * 60_000

/** @throws Refusal CREDENTIAL_INVALID where the person proved too long ago who they are, by whatever means */
export function demandFreshSignIn({ authenticatedAt }: Session, now: Date): void {
  if (now.getTime() - authenticatedAt.getTime() <= FRESH_FOR_REMOVAL) return
  throw new Refusal(
    'CREDENTIAL_INVALID',
    'You signed in more than 15 minutes ago. Sign out, sign in again, and then remove the passkey.',
  )
}

/** Said before the session ends. */
export function triesLeft(left: number): string {
  if (left > 2) return ''
  return ` After ${left} more wrong password${left === 1 ? '' : 's'} your session ends.`
}
