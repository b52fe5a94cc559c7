/** What the page of an invitation's link shows. */
export interface InvitationQuestion {
  readonly namespaceName: string
  readonly roles: readonly string[]
  readonly invitedBy: string
  /** The only address that may take it; null where any holder of the link may. */
  readonly email: string | null
  /** ISO 8601 in UTC. */
  readonly expiresAt: string
  /** Whether a second administrator must confirm it before it can be taken. */
  readonly held: boolean
  /** Who is signed in in this browser, who need not be a member of anything. */
  readonly signedIn: { readonly name: string; readonly email: string } | null
}
