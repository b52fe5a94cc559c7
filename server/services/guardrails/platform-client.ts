/**
 * Who calls the guardrail platform: a client with a token of this deployment or of its identity provider, or any client where
 * the client endpoints demand no token.
 */

/** Which endpoints a token is presented at: a client token is for the client endpoints, an access token for both. */
export type TokenAudience = 'client' | 'api'

export interface PlatformGroup {
  /** The namespace that the group owns. */
  readonly namespaceId: string
  readonly name: string
}

export interface PlatformClient {
  /** For people and logs. */
  readonly label: string
  /** Null for a person and for a subject of an outside provider. */
  readonly serviceAccountId: string | null
  /** The person who is signed in on the page that the token was issued for; absent for programs. */
  readonly person?: { readonly id: string; readonly name: string; readonly email: string }
  /** The groups for which it may act, as of now; empty without a token. */
  readonly groups: readonly PlatformGroup[]
  /** Whether it came without a token, on a deployment that demands none. */
  readonly isOpen: boolean
  /** When the token ends; null without one. */
  readonly expiresAt: Date | null
}

export const OPEN_CLIENT: PlatformClient = {
  label: 'without a token',
  serviceAccountId: null,
  groups: [],
  isOpen: true,
  expiresAt: null,
}
