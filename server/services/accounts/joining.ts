import type { InvitationQuestion } from '../../api/link-message'
import { Refusal } from '../../api/refusal'
import type { InvitationOutcome, InvitationVerbs, OpenInvitation } from '../../database/accounts/invitations'
import type { NewPerson, PeopleVerbs } from '../../database/accounts/people'
import { hashToken } from '../access/secrets'
import { type AccountDetails, readAccountDetails } from './account-details'
import { hashPassword } from './password'
import { type NewSession, newSession, openSession, type Session, type SessionReading } from './session'
import { emailTakenRefusal } from './setup'
import { provePasswordHolder, type SignInDependencies } from './sign-in'

export interface JoiningDependencies extends Omit<SignInDependencies, 'store'> {
  readonly store: Pick<InvitationVerbs, 'findInvitation' | 'takeInvitation'> & PeopleVerbs & SessionReading['store']
  readonly newId: () => string
}

export type JoinAs =
  | ({ readonly kind: 'new' } & AccountDetails)
  | { readonly kind: 'existing'; readonly email: string; readonly password: string }
  | { readonly kind: 'signed_in' }

export interface Joining {
  /** Null if the link is unknown, taken, revoked or expired. */
  invitationQuestion(session: Session | null, token: string): Promise<InvitationQuestion | null>
  /**
   * @throws Refusal CREDENTIAL_INVALID, CREDENTIAL_SCOPE if the link is bound to another address, BAD_REQUEST,
   * EVALUATION_LIMIT
   */
  join(session: Session | null, addressKey: string, token: string, as: JoinAs): Promise<Session | NewSession>
}

export function createJoining(dependencies: JoiningDependencies): Joining {
  const { store, now } = dependencies
  const find = (token: string) => store.findInvitation(hashToken(token), now())
  const signedIn = async (session: Session | null) => (await openSession(dependencies, session))?.person ?? null
  const take = async ({ id }: OpenInvitation, person: NewPerson | string) => {
    const problem = PROBLEMS[await store.takeInvitation({ id, at: now(), person, changeId: dependencies.newId() })]
    if (problem !== null) throw problem()
  }
  return {
    invitationQuestion: async (session, token) => {
      const invitation = await find(token)
      if (invitation === null) return null
      const { namespaceName, roles, invitedBy, email, expiresAt, held } = invitation
      const person = await signedIn(session)
      const who = person && { name: person.name, email: person.email }
      return { namespaceName, roles, invitedBy, email, expiresAt: expiresAt.toISOString(), held, signedIn: who }
    },

    join: async (session, addressKey, token, as) => {
      const invitation = await find(token)
      if (invitation === null) throw linkClosed()
      const { namespaceId } = invitation
      if (as.kind === 'signed_in') {
        const person = await signedIn(session)
        if (session === null || person === null)
          throw new Refusal('CREDENTIAL_REQUIRED', 'Your session has ended. Sign in with your password on this page.')
        demandAddress(invitation, person.email)
        await take(invitation, person.id)
        return { ...session, namespaceId }
      }
      if (as.kind === 'existing') {
        const { id, email } = await provePasswordHolder(dependencies, addressKey, as.email, as.password)
        demandAddress(invitation, email)
        await take(invitation, id)
        return newSession(id, namespaceId, 'password', now())
      }
      const { name, email, password } = await readAccountDetails(as)
      demandAddress(invitation, email)
      const passwordHash = await hashPassword(password, dependencies)
      const person = { id: dependencies.newId(), name, email, passwordHash, at: now() }
      await take(invitation, person)
      return newSession(person.id, namespaceId, 'password', person.at)
    },
  }
}

function demandAddress({ email }: OpenInvitation, given: string): void {
  if (email === null || email === given) return
  throw new Refusal(
    'CREDENTIAL_SCOPE',
    `This invitation is for ${email}. Accept it with an account that has this address.`,
  )
}

function linkClosed(): Refusal {
  return new Refusal(
    'CREDENTIAL_INVALID',
    'This invitation is no longer valid: it was accepted, revoked or is older than a week.',
  )
}

const PROBLEMS: Readonly<Record<InvitationOutcome, (() => Refusal) | null>> = {
  joined: null,
  closed: linkClosed,
  email_taken: emailTakenRefusal,
  held: () =>
    new Refusal(
      'CREDENTIAL_SCOPE',
      'This invitation makes an administrator, and another administrator of the namespace has to confirm it first. Open the link again once that is done.',
    ),
  administrator: () =>
    new Refusal(
      'CREDENTIAL_SCOPE',
      'You are an administrator of this namespace. Your roles are changed under Settings, Members, and another administrator confirms that.',
    ),
}
