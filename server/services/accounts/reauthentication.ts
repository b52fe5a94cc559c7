/** Tries here and at the sign-in page are counted separately. */
import { Refusal } from '../../api/refusal'
import type { PeopleVerbs } from '../../database/accounts/people'
import type { SessionVerbs } from '../../database/accounts/sessions'
import { hashToken } from '../access/secrets'
import type { Caller, CallingPerson } from '../calls/caller'
import type { HashDependencies } from './password'
import type { SecurityLog } from './security-events'
import type { Session, SignInMethod } from './session'
import { isRightPassword } from './sign-in'

export type ReauthenticationProof =
  | { readonly kind: 'password'; readonly password: string }
  /** A recent sign-in at the provider. */
  | { readonly kind: 'session' }

export interface Reauthenticating {
  readonly caller: Caller
  readonly session: Session
  readonly addressKey: string
}

/** Oldest sign-in at the provider, in milliseconds. */
export const FRESH_SIGN_IN_MS = 5 * 60_000

export type ReauthenticationDependencies = PasswordProofDependencies

/** @throws Refusal CREDENTIAL_INVALID, CREDENTIAL_REQUIRED after too many tries, which end the session */
export async function reauthenticatePerson(
  dependencies: ReauthenticationDependencies,
  { caller, session, addressKey }: Reauthenticating,
  proof: ReauthenticationProof,
): Promise<{ readonly method: SignInMethod }> {
  const { person } = caller
  if (person === null || person.id !== session.personId)
    throw new Refusal('CREDENTIAL_INVALID', 'Only a person who is signed in can prove again who they are.')
  if (proof.kind === 'session') {
    const age = dependencies.now().getTime() - session.authenticatedAt.getTime()
    if (session.method === 'oidc' && age <= FRESH_SIGN_IN_MS) return { method: 'oidc' }
    if (session.method === 'oidc' && session.authenticatedAt.getTime() === 0)
      throw new Refusal(
        'CREDENTIAL_INVALID',
        'Your provider does not say when you proved who you are (auth_time), so your sign-in there cannot stand for a signature. Sign in again there, or use a passkey.',
      )
    throw new Refusal(
      'CREDENTIAL_INVALID',
      'Your last sign-in is too long ago for this. Sign in again at your provider.',
    )
  }
  const left = await provePassword(dependencies, { person, session, addressKey, password: proof.password })
  if (left !== null) throw new Refusal('CREDENTIAL_INVALID', `The password is wrong.${triesLeft(left)}`)
  return { method: 'password' }
}

/** In milliseconds, for removing a way to sign in. */
export const FRESH_FOR_REMOVAL_MS = 15 * 60_000

/** @throws Refusal CREDENTIAL_INVALID */
export function demandFreshSignIn({ authenticatedAt }: Session, now: Date): void {
  if (now.getTime() - authenticatedAt.getTime() <= FRESH_FOR_REMOVAL_MS) return
  throw new Refusal(
    'CREDENTIAL_INVALID',
    'You signed in more than 15 minutes ago. Sign out, sign in again, and then remove the passkey.',
  )
}

export function triesLeft(left: number): string {
  if (left > 2) return ''
  return ` After ${left} more wrong password${left === 1 ? '' : 's'} your session ends.`
}

export const MAX_WRONG_PROOFS = 5

export interface PasswordProofDependencies extends HashDependencies {
  readonly store: Pick<PeopleVerbs, 'findPasswordHolder' | 'renewPasswordHash'> &
    Pick<SessionVerbs, 'findSession' | 'countProof' | 'forgetProofs' | 'endSession'>
  readonly security: SecurityLog
  readonly now: () => Date
}

export interface PasswordProof {
  readonly person: CallingPerson
  readonly session: Session
  readonly addressKey: string
  readonly password: string
}

/**
 * @returns the wrong passwords still allowed; null if the password is right
 * @throws Refusal CREDENTIAL_REQUIRED if the session is over or ends now
 */
export async function provePassword(
  dependencies: PasswordProofDependencies,
  { person, session, addressKey, password }: PasswordProof,
): Promise<number | null> {
  const { store, security, now } = dependencies
  const row = await store.findSession(hashToken(session.token))
  if (row === null || row.personId !== person.id) throw sessionOver()
  const end = async () => {
    await store.endSession({ id: row.id, personId: person.id }, { at: now(), reason: 'wrong_passwords' })
    return sessionOver()
  }
  const tries = await store.countProof(row.id, MAX_WRONG_PROOFS)
  if (tries === null) throw await end()
  const holder = await store.findPasswordHolder({ id: person.id })
  if (await isRightPassword(dependencies, holder, password)) {
    await store.forgetProofs(row.id)
    return null
  }
  await security.count('wrong_password', { personId: person.id, email: person.email, addressKey })
  if (tries >= MAX_WRONG_PROOFS) throw await end()
  return MAX_WRONG_PROOFS - tries
}

function sessionOver(): Refusal {
  return new Refusal(
    'CREDENTIAL_REQUIRED',
    `Your session is over: a wrong password was entered ${MAX_WRONG_PROOFS} times. Sign in again.`,
  )
}
