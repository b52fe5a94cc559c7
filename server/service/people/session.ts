/**
 * What a signed-in browser proves: who, since when, and in which namespace it acts.
 *
 * Promises: nothing here says what the person may do; that is read anew on every request (workbench.md: a removed member
 * or changed role takes effect on the next request).
 */
export interface Session {
  readonly personId: string
  /** The namespace the browser acts in; null until one is chosen: then the person's first. */
  readonly namespaceId: string | null
  readonly startedAt: Date
  /** When the person last proved who they are: at sign-in, or when asked again. */
  readonly authenticatedAt: Date
  readonly method: SignInMethod
}

export type SignInMethod = 'password' | 'passkey' | 'oidc'

/** How long a session lasts, however it is used, in milliseconds. */
export const SESSION_LIFE = 12 * 3_600_000

/** @param person the one of the session, as the store has them now */
export function isInForce(session: Session, person: { readonly sessionsFrom: Date }, now: Date): boolean {
  const age = now.getTime() - session.startedAt.getTime()
  return age <= SESSION_LIFE && person.sessionsFrom <= session.startedAt
}

/** Of somebody who just proved who they are. */
export function newSession(personId: string, namespaceId: string | null, method: SignInMethod, at: Date): Session {
  return { personId, namespaceId, startedAt: at, authenticatedAt: at, method }
}
