/**
 * Cookies of the pages: their names and attributes, and the requests for which they do not count.
 *
 * Promises: where the deployment is reached by https, every name has the prefix `__Host-`. A browser then takes the
 * cookie from this host alone, by https alone and for every path. So no neighbouring host can plant one. A cookie of
 * the plain name is not read there. Where it is reached by http the plain names are used, because browsers refuse the
 * prefix.
 */
import type { IncomingMessage } from 'node:http'
import { type SerializeOptions, stringifySetCookie } from 'cookie'

export type CookieUse =
  | 'session'
  | 'after-sign-in'
  | 'form-token'
  | 'provider-state'
  | 'provider-nonce'
  | 'provider-pkce'

export function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

export function cookieName(use: CookieUse, publicUrl: string): string {
  return `${isHttps(publicUrl) ? '__Host-' : ''}touchstone.${use}`
}

/**
 * Of every cookie of ours: read by no script, sent by no other site's form, and by https alone where there is https.
 */
export function cookieOptions(publicUrl: string): SerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(publicUrl) }
}

/** Names that an earlier release gave, and plain names where https is demanded. */
const OLD_NAMES = [
  'touchstone.session',
  'touchstone.after-sign-in',
  '__Secure-next-auth.pkce.code_verifier',
  '__Secure-next-auth.state',
  '__Secure-next-auth.nonce',
  '__Host-next-auth.csrf-token',
]

/** @returns values of Set-Cookie that remove the cookies of old names which a request brought; none on http */
export function clearedOldCookies(cookieHeader: string | undefined, publicUrl: string): string[] {
  if (cookieHeader === undefined || !isHttps(publicUrl)) return []
  const brought = new Set(cookieHeader.split(';').map((pair) => pair.split('=', 1)[0]?.trim()))
  return OLD_NAMES.filter((name) => brought.has(name)).map((name) =>
    stringifySetCookie({ name, value: '', ...cookieOptions(publicUrl), maxAge: 0 }),
  )
}

/**
 * Whether a page of another origin sent the request: such a request never acts with the session of the browser. A
 * browser sends the Origin with every request that changes something; a request without one is a program's, which has
 * no session.
 */
export function isFromOtherOrigin({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string): boolean {
  const { origin } = headers
  if (origin === undefined)
    return headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
  return origin !== new URL(publicUrl).origin
}
