/**
 * Signing in at an outside OpenID Connect provider.
 *
 * Promises: the provider says who somebody is and never that they may come in. An unknown identity is let in by the link
 * of an invitation; where the deployment trusts the provider's verified addresses (`invited`), also by an invitation
 * bound to the address, and to the account of the address if that has no password: whoever has one proves it. Refusals
 * are values, because a browser that comes back from the provider is sent on to a page.
 */
import type { InvitationVerbs, OpenInvitation } from '../../database/accounts/invitations'
import type { IdentityVerbs, PeopleVerbs } from '../../database/accounts/people'
import { hashToken } from '../access/authenticate'
import { emailFailures, nameFailures, normalEmail, readName } from './account-details'
import { openSession, type SessionReading } from './open-session'
import { type NewSession, newSession, type Session } from './session'

/** What the provider says; its signature was verified. */
export interface ProviderClaims {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
  /** When the person proved to the provider who they are; null where it does not tell. */
  readonly authenticatedAt: Date | null
}

/** Why somebody is not let in. */
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

export interface ProviderSignInParts {
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
   * @param before the session that the browser had: somebody who signs in anew stays in their namespace
   * @param invitation the token of the link on whose page this began; null elsewhere
   */
  signInByProvider(
    claims: ProviderClaims,
    before: Session | null,
    invitation: string | null,
  ): Promise<ProviderSignInOutcome>
}

export function createProviderSignIn(parts: ProviderSignInParts): ProviderSignIn {
  const { store, now } = parts
  return {
    signInByProvider: async (given, before, token) => {
      const claims = { ...given, email: given.email === null ? null : normalEmail(given.email) }
      const invitation = token === null ? null : await store.findInvitation(hashToken(token), now())
      const known = await store.findPersonOfIdentity(claims)
      const personId = known ?? (await admit(parts, claims, invitation))
      if (typeof personId !== 'string') return personId
      const member = await store.findMember(personId)
      if (member === null || member.disabledAt !== null) return refused('disabled')
      // Somebody who comes to take an invitation may be a member of nothing yet.
      const first = member.memberships[0]?.namespaceId ?? null
      if (first === null && invitation === null) return refused('no_namespace')
      const stays = (await openSession(parts, before))?.personId === personId
      const kept = stays ? member.memberships.find(({ namespaceId }) => namespaceId === before?.namespaceId) : undefined
      const session = newSession(personId, kept?.namespaceId ?? first, 'oidc', now())
      // A provider that does not tell counts as one that asked long ago.
      const proven = Math.min(claims.authenticatedAt?.getTime() ?? 0, now().getTime())
      return { kind: 'signed_in', session: { ...session, authenticatedAt: new Date(proven) } }
    },
  }
}

type Refused = Extract<ProviderSignInOutcome, { kind: 'refused' }>

/** Lets an unknown identity in, or says why not. @returns the id of the person */
async function admit(
  parts: ProviderSignInParts,
  claims: ProviderClaims,
  linked: OpenInvitation | null,
): Promise<string | Refused> {
  const { store, joining, now } = parts
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
  const person = { id: parts.newId(), email, name: nameOf(claims, email), passwordHash: null, at: now() }
  const outcome = await store.takeInvitation({
    id: invitation.id,
    at: person.at,
    person: { ...person, identity: { issuer, subject } },
    changeId: parts.newId(),
  })
  if (outcome === 'joined') return person.id
  if (outcome === 'held') return refused('held')
  return refused(outcome === 'over' ? 'unknown' : 'email_taken')
}

/** What is printed under signatures; the address where the provider tells no name that can be. */
function nameOf({ name }: ProviderClaims, email: string): string {
  const read = readName(name ?? '')
  return nameFailures('name', read, '').length === 0 ? read : email
}

function refused(reason: ProviderRefusal): Refused {
  return { kind: 'refused', reason }
}
