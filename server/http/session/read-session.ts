/**
 * The session that a request of a browser carries.
 *
 * Promises: what comes back was sealed by this deployment's own key and came under the one name that the deployment uses;
 * anything else is no session. Does not say whether the session still counts, nor what the person may do: the service
 * reads that.
 */
import { parseCookie } from 'cookie'
import { decode } from 'next-auth/jwt'
import { z } from 'zod'
import type { Session } from '../../services/accounts/session'
import { cookieName } from './cookie-names'

/** What the sealed cookie holds. Times are seconds since the epoch. */
export const sessionClaims = z.object({
  token: z.string().min(20).max(100),
  sub: z.string(),
  namespace: z.string().nullable(),
  started: z.number(),
  authenticated: z.number(),
  method: z.enum(['password', 'passkey', 'oidc']),
})
export type SessionClaims = z.output<typeof sessionClaims>

/** Of the key that seals the cookies. */
export const SESSION_KEY_PURPOSE = 'browser sessions'

/** A sealed session is about 500 characters long. */
const MAX_COOKIE_LENGTH = 4_096

export type ReadSession = (cookieHeader: string | undefined) => Promise<Session | null>

/** @param secret of the sealed cookies */
export function sessionReader(secret: string, publicUrl: string): ReadSession {
  const name = cookieName('session', publicUrl)
  return async (cookieHeader) => {
    if (cookieHeader?.includes(name) !== true) return null
    const sealed = parseCookie(cookieHeader)[name]
    if (sealed === undefined || sealed === '' || sealed.length > MAX_COOKIE_LENGTH) return null
    const read = sessionClaims.safeParse(await opened(sealed, secret))
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

/** Null for what this key did not seal, and for what expired: both are no session. */
function opened(sealed: string, secret: string): Promise<unknown> {
  return decode({ token: sealed, secret }).catch(() => null)
}
