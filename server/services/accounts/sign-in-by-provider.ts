/**
 * Signing in at an outside OpenID Connect provider.
 *
 * Promises: the provider says who a person is and never that they may come in. An unknown identity is let in by the
 * link of an invitation. Where the deployment trusts the provider's verified addresses (`invited`), an invitation bound
 * to the address lets it in too. So does an account of the address without a password; one with a password has to be
 * proven. Refusals are values, because a browser that comes back from the provider is sent on to a page.
 */
import type { InvitationVerbs, OpenInvitation } from '../../database/accounts/invitations'
import type { IdentityVerbs, PeopleVerbs } from '../../database/accounts/people'
import { hashToken } from '../access/secrets'
import { emailFailures, nameFailures, normalEmail, readName } from './account-details'
import { type NewSession, newSession, openSession, type Session, type SessionReading } from './session'

/** Claims of the provider; its signature was verified. */
export interface ProviderClaims {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
  /** When the person proved to the provider who they are; null where it does not say. */
  readonly authenticatedAt: Date | null
}

/** Why a person is not let in. */
export type ProviderRefusal =
  | 'unknown'
  | 'email_taken'
  | 'no_email'
  | 'other_address'
  | 'disabled'
  | 'no_namespace'
  | 'held'

export type ProviderSignInOutcome =
  | { readonly kind: 'signed_in'; readonly session: NewSession }
  | { readonly kind: 'refused'; readonly reason: ProviderRefusal }

export interface ProviderSignInDependencies {
  readonly store: IdentityVerbs &
    SessionReading['store'] &
    Pick<PeopleVerbs, 'findMember' | 'findPasswordHolder'> &
    Pick<InvitationVerbs, 'findInvitation' | 'findInvitationFor' | 'takeInvitation'>
  /** `invited`: verified addresses count; `linked`: only an invitation's link lets an unknown identity in. */
  readonly joining: 'invited' | 'linked'
  readonly now: () => Date
  readonly newId: () => string
}

export interface ProviderSignIn {
  /**
   * @param before the session that the browser had: a person who signs in again stays in their namespace
   * @param invitation the token of the link on whose page this began; null elsewhere
   */
  signInByProvider(
    claims: ProviderClaims,
    before: Session | null,
    invitation: string | null,
  ): Promise<ProviderSignInOutcome>
}

export function createProviderSignIn(dependencies: ProviderSignInDependencies): ProviderSignIn {
  const { store, now } = dependencies
  return {
    signInByProvider: async (given, before, token) => {
      const claims = { ...given, email: given.email === null ? null : normalEmail(given.email) }
      const invitation = token === null ? null : await store.findInvitation(hashToken(token), now())
      const known = await store.findPersonOfIdentity(claims)
      const personId = known ?? (await admit(dependencies, claims, invitation))
      if (typeof personId !== 'string') return personId
      const member = await store.findMember(personId)
      if (member === null || member.disabledAt !== null) return refused('disabled')
      // A person who comes to take an invitation may be a member of no namespace yet.
      const first = member.memberships[0]?.namespaceId ?? null
      if (first === null && invitation === null) return refused('no_namespace')
      const stays = (await openSession(dependencies, before))?.personId === personId
      const present = stays
        ? member.memberships.find(({ namespaceId }) => namespaceId === before?.namespaceId)
        : undefined
      const session = newSession(personId, present?.namespaceId ?? first, 'oidc', now())
      // Where the provider does not say, the proof counts as an old one.
      const proven = Math.min(claims.authenticatedAt?.getTime() ?? 0, now().getTime())
      return { kind: 'signed_in', session: { ...session, authenticatedAt: new Date(proven) } }
    },
  }
}

type Refused = Extract<ProviderSignInOutcome, { kind: 'refused' }>

/** Lets an unknown identity in, or says why not. @returns the id of the person */
async function admit(
  dependencies: ProviderSignInDependencies,
  claims: ProviderClaims,
  linked: OpenInvitation | null,
): Promise<string | Refused> {
  const { store, joining, now } = dependencies
  const { email, issuer, subject } = claims
  if (email === null || emailFailures(email).length > 0) return refused('no_email')
  const trusted = joining === 'invited' && claims.emailVerified
  if (linked !== null && linked.email !== null && !(claims.emailVerified && linked.email === email))
    return refused('other_address')
  const holder = await store.findPasswordHolder({ email })
  if (holder !== null) {
    if (!trusted || holder.passwordHash !== null) return refused(trusted ? 'email_taken' : 'unknown')
    return (await store.linkIdentity({ issuer, subject }, holder.id, now())) ? holder.id : refused('unknown')
  }
  const invitation = linked ?? (trusted ? await store.findInvitationFor(email, now()) : null)
  if (invitation === null) return refused('unknown')
  const person = { id: dependencies.newId(), email, name: nameOf(claims, email), passwordHash: null, at: now() }
  const outcome = await store.takeInvitation({
    id: invitation.id,
    at: person.at,
    person: { ...person, identity: { issuer, subject } },
    changeId: dependencies.newId(),
  })
  if (outcome === 'joined') return person.id
  if (outcome === 'held') return refused('held')
  return refused(outcome === 'closed' ? 'unknown' : 'email_taken')
}

/** The name as it is printed under signatures; the address where the provider sends no valid name. */
function nameOf({ name }: ProviderClaims, email: string): string {
  const read = readName(name ?? '')
  return nameFailures('name', read, '').length === 0 ? read : email
}

function refused(reason: ProviderRefusal): Refused {
  return { kind: 'refused', reason }
}
