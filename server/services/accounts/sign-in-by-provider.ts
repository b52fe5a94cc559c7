/**
 * The provider says who a person is, not whether they may enter. Refusals are values, because the browser is redirected
 * to a page.
 */
import type { InvitationVerbs, OpenInvitation } from '../../database/accounts/invitations'
import type { IdentityVerbs, PeopleVerbs } from '../../database/accounts/people'
import { hashToken } from '../access/secrets'
import { emailFailures, nameFailures, normalEmail, readName } from './account-details'
import { type NewSession, newSession, openSession, type Session, type SessionReading } from './session'

export interface ProviderClaims {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
  /** Null if the provider does not say. */
  readonly authenticatedAt: Date | null
}

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
  /**
   * `invited` trusts verified addresses: an invitation to one admits its owner, and an account without a password is
   * linked. `linked` needs an invitation's link.
   */
  readonly joining: 'invited' | 'linked'
  readonly now: () => Date
  readonly newId: () => string
}

export interface ProviderSignIn {
  /**
   * @param before its namespace is kept
   * @param invitation token of the link whose page began this
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
      const personId = known ?? (await admitIdentity(dependencies, claims, invitation))
      if (typeof personId !== 'string') return personId
      const member = await store.findMember(personId)
      if (member === null || member.disabledAt !== null) return refuseSignIn('disabled')
      // The person may be taking an invitation.
      const first = member.memberships[0]?.namespaceId ?? null
      if (first === null && invitation === null) return refuseSignIn('no_namespace')
      const stays = (await openSession(dependencies, before))?.personId === personId
      const present = stays
        ? member.memberships.find(({ namespaceId }) => namespaceId === before?.namespaceId)
        : undefined
      const session = newSession(personId, present?.namespaceId ?? first, 'oidc', now())
      // Without a time from the provider, the proof counts as old.
      const proven = Math.min(claims.authenticatedAt?.getTime() ?? 0, now().getTime())
      return { kind: 'signed_in', session: { ...session, authenticatedAt: new Date(proven) } }
    },
  }
}

type Refused = Extract<ProviderSignInOutcome, { kind: 'refused' }>

/** @returns the person's id, or the refusal */
async function admitIdentity(
  dependencies: ProviderSignInDependencies,
  claims: ProviderClaims,
  linked: OpenInvitation | null,
): Promise<string | Refused> {
  const { store, joining, now } = dependencies
  const { email, issuer, subject } = claims
  if (email === null || emailFailures(email).length > 0) return refuseSignIn('no_email')
  const trusted = joining === 'invited' && claims.emailVerified
  if (linked !== null && linked.email !== null && !(claims.emailVerified && linked.email === email))
    return refuseSignIn('other_address')
  const holder = await store.findPasswordHolder({ email })
  if (holder !== null) {
    if (!trusted || holder.passwordHash !== null) return refuseSignIn(trusted ? 'email_taken' : 'unknown')
    return (await store.linkIdentity({ issuer, subject }, holder.id, now())) ? holder.id : refuseSignIn('unknown')
  }
  const invitation = linked ?? (trusted ? await store.findInvitationFor(email, now()) : null)
  if (invitation === null) return refuseSignIn('unknown')
  const person = { id: dependencies.newId(), email, name: nameOf(claims, email), passwordHash: null, at: now() }
  const outcome = await store.takeInvitation({
    id: invitation.id,
    at: person.at,
    person: { ...person, identity: { issuer, subject } },
    changeId: dependencies.newId(),
  })
  if (outcome === 'joined') return person.id
  if (outcome === 'held') return refuseSignIn('held')
  return refuseSignIn(outcome === 'closed' ? 'unknown' : 'email_taken')
}

/** Uses the address if the provider's name is invalid. */
function nameOf({ name }: ProviderClaims, email: string): string {
  const read = readName(name ?? '')
  return nameFailures('name', read, '').length === 0 ? read : email
}

function refuseSignIn(reason: ProviderRefusal): Refused {
  return { kind: 'refused', reason }
}
