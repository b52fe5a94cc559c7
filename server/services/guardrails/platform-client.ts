/**
 * Who calls the guardrail platform: somebody with a token of this deployment or of its identity provider, or anybody where
 * the client endpoints demand no token.
 */
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
  /** Whoever looks at the page that the token was issued for; absent for programs. */
  readonly person?: { readonly id: string; readonly name: string; readonly email: string }
  /** Whom it may act for, as of now; empty without a token. */
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
