/**
 * What a signed-in browser proves: who, since when, and in which namespace it acts.
 *
 * Promises: nothing here says what the person may do, nor whether the session still counts; both are read anew on every
 * request (workbench.md: a removed member or changed role takes effect on the next request).
 */
export interface Session extends NewSession {
  /** Random; its hash names the row of the session. */
  readonly token: string
  /** Of a request that a page made while no person used it: it does not count as a use. */
  readonly isUnattended?: boolean
}

/** Of a person who just proved who they are; no browser has it yet. */
export interface NewSession {
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
/** How long it lasts without being used. */
export const IDLE_LIFE = 30 * 60_000

/** Of somebody who just proved who they are. */
export function newSession(personId: string, namespaceId: string | null, method: SignInMethod, at: Date): NewSession {
  return { personId, namespaceId, startedAt: at, authenticatedAt: at, method }
}
