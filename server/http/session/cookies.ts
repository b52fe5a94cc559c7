/**
 * Over https every name has the prefix `__Host-`, so that no other host can plant a cookie; plain names are then
 * ignored. Over http browsers refuse the prefix.
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

export function cookieOptions(publicUrl: string): SerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(publicUrl) }
}

/** Names of an earlier release, and plain names, which https does not allow. */
const OLD_NAMES = [
  'touchstone.session',
  'touchstone.after-sign-in',
  '__Secure-next-auth.pkce.code_verifier',
  '__Secure-next-auth.state',
  '__Secure-next-auth.nonce',
  '__Host-next-auth.csrf-token',
]

/** @returns Set-Cookie values that remove the request's cookies with old names; empty over http */
export function clearedOldCookies(cookieHeader: string | undefined, publicUrl: string): string[] {
  if (cookieHeader === undefined || !isHttps(publicUrl)) return []
  const brought = new Set(cookieHeader.split(';').map((pair) => pair.split('=', 1)[0]?.trim()))
  return OLD_NAMES.filter((name) => brought.has(name)).map((name) =>
    stringifySetCookie({ name, value: '', ...cookieOptions(publicUrl), maxAge: 0 }),
  )
}

/**
 * Such a request never acts with the browser's session. Browsers send Origin with every change; a request without it
 * comes from a program, which has no session.
 */
export function isFromOtherOrigin({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string): boolean {
  const { origin } = headers
  if (origin === undefined)
    return headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
  return origin !== new URL(publicUrl).origin
}
