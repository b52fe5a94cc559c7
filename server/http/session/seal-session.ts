/**
 * Gives a browser its session, and takes it back.
 *
 * Promises: the cookie is sealed by this deployment's own key and ends when the session's life does. Reading it is
 * read-session.ts; its name and how browsers treat it is cookie-names.ts.
 */
import { stringifySetCookie } from 'cookie'
import { encode } from 'next-auth/jwt'
import { SESSION_LIFE, type Session } from '../../services/accounts/session'
import { cookieName, cookieOptions } from './cookie-names'
import type { SessionClaims } from './read-session'

/** @returns the value of Set-Cookie; for null the one that takes the session back */
export type SealSession = (session: Session | null) => Promise<string>

/** @param secret of the sealed cookies */
export function sessionSealer(secret: string, publicUrl: string, now: () => number): SealSession {
  const name = cookieName('session', publicUrl)
  return async (session) => {
    const left = session === null ? 0 : Math.ceil((session.startedAt.getTime() + SESSION_LIFE - now()) / 1_000)
    const maxAge = Math.max(0, left)
    const value = session === null ? '' : await encode({ token: { ...claimsOf(session) }, secret, maxAge })
    return stringifySetCookie({ name, value, ...cookieOptions(publicUrl), maxAge })
  }
}

export function claimsOf(session: Session): SessionClaims {
  const { token, personId, namespaceId, startedAt, authenticatedAt, method } = session
  return {
    token,
    sub: personId,
    namespace: namespaceId,
    started: startedAt.getTime() / 1_000,
    authenticated: authenticatedAt.getTime() / 1_000,
    method,
  }
}
