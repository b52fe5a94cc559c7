import { Refusal } from '../../../api/refusal'

/** A client token is only for the client endpoints, an access token for both. */
export type TokenAudience = 'client' | 'api'

export interface PlatformGroup {
  readonly namespaceId: string
  readonly name: string
}

export interface PlatformClient {
  /** For people and logs. */
  readonly label: string
  /** Null for a person or a subject of an outside provider. */
  readonly serviceAccountId: string | null
  /** Claim `sub` of the token of an outside provider. */
  readonly subject?: string
  /** The person on whose page the token is used. */
  readonly person?: { readonly id: string; readonly name: string; readonly email: string }
  readonly groups: readonly PlatformGroup[]
  /** Whether it came without a token. */
  readonly isOpen: boolean
  readonly expiresAt: Date | null
}

export const OPEN_CLIENT: PlatformClient = {
  label: 'without a token',
  serviceAccountId: null,
  groups: [],
  isOpen: true,
  expiresAt: null,
}

/** Names who owns the keys of repeatable calls: one account or subject, whichever token it has at the moment. */
export function keyOwnerOf({ serviceAccountId, subject, label }: PlatformClient): string {
  return serviceAccountId === null ? `subject ${subject ?? label}` : `service account ${serviceAccountId}`
}

/** Groups that a refusal lists. */
const MAX_LISTED = 20

export function tokenRefused(message: string): Refusal {
  return new Refusal('CREDENTIAL_INVALID', message)
}

export function tokenExpired(at: Date): Refusal {
  return tokenRefused(`This access token expired on ${at.toISOString()}. Get a new one from the same issuer.`)
}

/** Does not reveal which check failed. */
export function tokenUnknown(): Refusal {
  return tokenRefused('This access token is unknown: it was not issued by this deployment, or it was changed.')
}

/** The same for an unknown username and a wrong secret. */
export function secretRefused(): Refusal {
  return tokenRefused('The username or the secret is wrong.')
}

export function tokenDemanded(audience: TokenAudience, publicUrl: string, provider: string | null): Refusal {
  const grant = provider ?? `the client credentials grant at ${publicUrl}/application/o/token/`
  const message =
    audience === 'client'
      ? `This needs an access token. POST ${publicUrl}/client-api/auth/token exchanges a username and a service token for one.`
      : `This needs an access token in the header Authorization, as "Bearer" and the token. It is issued by ${grant}.`
  return new Refusal('CREDENTIAL_REQUIRED', message)
}

export function wrongAudience(publicUrl: string): Refusal {
  return tokenRefused(
    `This token is valid only for the client endpoints. The client credentials grant at ${publicUrl}/application/o/token/ issues an access token for the main REST API.`,
  )
}

export function providerDemanded(issuer: string): Refusal {
  return tokenRefused(`Access tokens for this deployment are issued by the identity provider ${issuer}. Get one there.`)
}

export function grantElsewhere(issuer: string): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    `This deployment takes the access tokens of the identity provider ${issuer} and does not issue any. Ask that provider for one.`,
  )
}

export function notOfGroup({ groups, isOpen }: PlatformClient, group: string): Refusal {
  const listed = groups.slice(0, MAX_LISTED).map(({ name }) => JSON.stringify(name))
  const more = groups.length > MAX_LISTED ? ` and ${groups.length - MAX_LISTED} more` : ''
  const has = isOpen
    ? 'Without a token there is no group to act for.'
    : listed.length === 0
      ? 'It does not act for any group at the moment.'
      : `It may act for ${listed.join(', ')}${more}.`
  return new Refusal('CREDENTIAL_SCOPE', `The access token may not act for the group ${JSON.stringify(group)}. ${has}`)
}
