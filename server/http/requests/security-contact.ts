/**
 * Serves `/.well-known/security.txt` (RFC 9116), which says where to report a vulnerability of this deployment: to the
 * operator if `SECURITY_CONTACT` is set, otherwise as the security page explains.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

export const SECURITY_CONTACT_PATH = '/.well-known/security.txt'

export interface SecurityContactDependencies {
  readonly contact: string | null
  readonly publicUrl: string
  readonly docsUrl: string
  readonly now: () => Date
}

/** RFC 9116 recommends less than a year, so that a stale copy is noticed. */
const VALID_DAYS = 180
const DAY_MS = 86_400_000

export function createSecurityContactHandler({ contact, publicUrl, docsUrl, now }: SecurityContactDependencies) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    const midnight = Math.floor(now().getTime() / DAY_MS) * DAY_MS
    const body = [
      `Contact: ${contact ?? `${docsUrl}/security`}`,
      `Expires: ${new Date(midnight + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${SECURITY_CONTACT_PATH}`,
      `Policy: ${docsUrl}/security`,
      '',
    ].join('\n')
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' }
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
  }
}
