/**
 * The session that a request of a browser carries.
 *
 * Promises: what comes back was sealed by this deployment's own key; anything else is no session. Says nothing of what
 * the person may do.
 */
import { parseCookie } from 'cookie'
import { getToken } from 'next-auth/jwt'
import { z } from 'zod'
import type { Session } from '../../service/people/session'

/** What the sealed cookie holds. Times are seconds since the epoch. */
export const sessionClaims = z.object({
  sub: z.string(),
  namespace: z.string().nullable(),
  started: z.number(),
  authenticated: z.number(),
  method: z.enum(['password', 'passkey', 'oidc']),
})
export type SessionClaims = z.output<typeof sessionClaims>

/** Of the key that seals the cookies. */
export const SESSION_KEY_PURPOSE = 'browser sessions'

export const SESSION_COOKIE = 'touchstone.session'

export type ReadSession = (cookieHeader: string | undefined) => Promise<Session | null>

/** @param secret of the sealed cookies */
export function sessionReader(secret: string): ReadSession {
  return async (cookieHeader) => {
    if (cookieHeader?.includes(SESSION_COOKIE) !== true) return null
    const cookies = parseCookie(cookieHeader)
    const token = await getToken({
      req: { headers: {}, cookies } as unknown as Parameters<typeof getToken>[0]['req'],
      secret,
      cookieName: SESSION_COOKIE,
    })
    const read = sessionClaims.safeParse(token)
    if (!read.success) return null
    const { sub, namespace, started, authenticated, method } = read.data
    return {
      personId: sub,
      namespaceId: namespace,
      startedAt: new Date(started * 1_000),
      authenticatedAt: new Date(authenticated * 1_000),
      method,
    }
  }
}
