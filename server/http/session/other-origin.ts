/**
 * Whether a page of somebody else sent a request: such a request never acts with the session of the browser.
 *
 * Promises: a browser tells the Origin of every request that changes something, whichever page made it; one without is
 * a program's, which has no session to lose.
 */
import type { IncomingMessage } from 'node:http'

export function isFromOtherOrigin({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string): boolean {
  const { origin } = headers
  if (origin === undefined)
    return headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
  return origin !== new URL(publicUrl).origin
}
