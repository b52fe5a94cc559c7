export interface InvitationQuestion {
  readonly namespaceName: string
  readonly roles: readonly string[]
  readonly invitedBy: string
  /** The only address that may accept; null if any holder of the link may. */
  readonly email: string | null
  /** ISO 8601 in UTC. */
  readonly expiresAt: string
  /** Whether a second administrator must confirm it first. */
  readonly held: boolean
  /** The person signed in in this browser, possibly a member of no namespace. */
  readonly signedIn: { readonly name: string; readonly email: string } | null
}
