/** Only the token's sha256 is stored. The operator must have checked whose address it is. */
import { Refusal } from '../../api/refusal'
import type { PasswordLinkVerbs } from '../../database/accounts/password-links'
import type { PeopleVerbs } from '../../database/accounts/people'
import { hashToken, newToken } from '../access/secrets'
import { normalEmail, passwordFailures, refuseFailures } from './account-details'
import { type HashDependencies, hashPassword } from './password'
import { type NewSession, newSession, openSession, type Session, type SessionReading } from './session'
import type { SignInGate } from './sign-in-gate'

export interface PasswordLinkDependencies extends HashDependencies {
  readonly store: PasswordLinkVerbs & SessionReading['store'] & Pick<PeopleVerbs, 'findMember'>
  readonly gate: SignInGate
  readonly now: () => Date
}

export const PASSWORD_LINK_LIFE_MS = 24 * 3_600_000

export interface PasswordQuestion {
  /** Address of the link's person. */
  readonly email: string
  /** Another person signed in in this browser; null if there is no other. */
  readonly otherSignedIn: string | null
}

export interface PasswordLinks {
  /** Null if the link is unknown, used, replaced or expired. */
  passwordQuestion(session: Session | null, token: string): Promise<PasswordQuestion | null>
  /**
   * Ends all sessions. @returns this browser's new session
   * @throws Refusal BAD_REQUEST naming `password`, CREDENTIAL_INVALID for a closed link
   */
  setPassword(token: string, password: string): Promise<NewSession>
}

export type PasswordLinkIssue =
  | { readonly kind: 'issued'; readonly token: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'disabled' }
  /** The person has no password and uses these providers. */
  | { readonly kind: 'provider_only'; readonly issuers: readonly string[] }

/** Replaces the account's unused links. */
export async function issuePasswordLink(
  {
    store,
    now,
    randomBytes,
  }: Pick<PasswordLinkDependencies, 'now' | 'randomBytes'> & { readonly store: PasswordLinkVerbs },
  email: string,
): Promise<PasswordLinkIssue> {
  const account = await store.findAccountOfEmail(normalEmail(email))
  if (account === null) return { kind: 'unknown' }
  if (account.disabledAt !== null) return { kind: 'disabled' }
  if (!account.hasPassword && account.issuers.length > 0) return { kind: 'provider_only', issuers: account.issuers }
  const token = newToken(randomBytes)
  const at = now()
  const expiresAt = new Date(at.getTime() + PASSWORD_LINK_LIFE_MS)
  await store.addPasswordLink({ tokenSha256: hashToken(token), personId: account.id, at, expiresAt })
  return { kind: 'issued', token }
}

export function passwordAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/password/${token}`
}

export function createPasswordLinks(dependencies: PasswordLinkDependencies): PasswordLinks {
  const { store, gate, now } = dependencies
  const find = (token: string) => store.findPasswordLink(hashToken(token), now())
  return {
    passwordQuestion: async (session, token) => {
      const link = await find(token)
      if (link === null) return null
      const person = (await openSession({ store, now }, session))?.person ?? null
      const isAnother = person !== null && person.id !== link.personId
      return { email: link.email, otherSignedIn: isAnother ? person.email : null }
    },

    setPassword: async (token, password) => {
      const link = await find(token)
      if (link === null) throw linkClosed()
      const { personId, name, email } = link
      refuseFailures(await passwordFailures(password, { name, email }))
      const passwordHash = await hashPassword(password, dependencies)
      const at = now()
      if (!(await store.applyPasswordLink({ tokenSha256: hashToken(token), passwordHash, at }))) throw linkClosed()
      // Tries of the old password do not delay the new one.
      await gate.forgive(email)
      // Without a namespace, the person may take an invitation.
      const first = (await store.findMember(personId))?.memberships[0]
      return newSession(personId, first?.namespaceId ?? null, 'password', at)
    },
  }
}

function linkClosed(): Refusal {
  return new Refusal(
    'CREDENTIAL_INVALID',
    'This link is no longer valid: it was used, replaced or is older than a day. Ask the operator for another one.',
  )
}
