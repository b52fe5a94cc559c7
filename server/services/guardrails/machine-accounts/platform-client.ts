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
