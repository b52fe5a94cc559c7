/** The service decides whether a session is in force. */
import { parseCookie, stringifySetCookie } from 'cookie'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { SESSION_LIFE_MS, type Session } from '../../services/accounts/session'
import { cookieName, cookieOptions } from './cookies'

/** Times are seconds since the epoch. */
export const sessionClaims = z.object({
  token: z.string().min(20).max(100),
  sub: z.string(),
  namespace: z.string().nullable(),
  started: z.number(),
  authenticated: z.number(),
  method: z.enum(['password', 'passkey', 'oidc']),
})
export type SessionClaims = z.output<typeof sessionClaims>

/** Purpose of the sealing key. */
export const SESSION_KEY_PURPOSE = 'browser sessions'

/** A sealed session has about 500 characters. */
const MAX_COOKIE_CHARS = 4_096

export type ReadSession = (cookieHeader: string | undefined) => Promise<Session | null>

/** @param secret that seals the cookies */
export function sessionReader(secret: string, publicUrl: string): ReadSession {
  const name = cookieName('session', publicUrl)
  return async (cookieHeader) => {
    if (cookieHeader?.includes(name) !== true) return null
    const sealed = parseCookie(cookieHeader)[name]
    if (sealed === undefined || sealed === '' || sealed.length > MAX_COOKIE_CHARS) return null
    const read = sessionClaims.safeParse(await openCookie(sealed, secret))
    if (!read.success) return null
    const { token, sub, namespace, started, authenticated, method } = read.data
    return {
      token,
      personId: sub,
      namespaceId: namespace,
      startedAt: new Date(started * 1_000),
      authenticatedAt: new Date(authenticated * 1_000),
      method,
    }
  }
}

/** Null if this key did not seal it, or it expired. */
function openCookie(sealed: string, secret: string): Promise<unknown> {
  return decode({ token: sealed, secret }).catch(() => null)
}

/** @returns the Set-Cookie value; null removes the session */
export type SealSession = (session: Session | null) => Promise<string>

/** @param secret that seals the cookies */
export function sessionSealer(secret: string, publicUrl: string, now: () => number): SealSession {
  const name = cookieName('session', publicUrl)
  return async (session) => {
    const left = session === null ? 0 : Math.ceil((session.startedAt.getTime() + SESSION_LIFE_MS - now()) / 1_000)
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
