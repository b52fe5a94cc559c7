/**
 * Each page gets its own nonce, which Next reads from the request's policy and adds to every script. Headers that a
 * client sends under these names are removed.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProtectiveHeaders } from './requests/protective-headers'
import { NONCE_HEADER, PATH_HEADER } from './session/return-path'

const POLICY = 'content-security-policy'
/** Next reads the first two. Applications commonly pass a nonce in the others. */
const FROM_CLIENTS_DROPPED = [POLICY, `${POLICY}-report-only`, 'x-nonce', 'x-csp-nonce', NONCE_HEADER, PATH_HEADER]
const ASSETS = '/_next/static/'
const EXAMPLE_CLIENT = /^\/clients\/[\w-]+\.ts$/
const NONCE_BYTES = 16
const MISSING_PAGE = '/malformed-address'

/** @param path path of the request without its query */
export function guardPage(
  headers: ProtectiveHeaders,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  for (const name of FROM_CLIENTS_DROPPED) delete request.headers[name]
  if (!isDecodable(path)) request.url = MISSING_PAGE
  if (path.startsWith(ASSETS)) {
    setHeaders(response, headers.asset)
    return
  }
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const policy = headers.pagePolicy(nonce)
  request.headers[POLICY] = policy
  request.headers[NONCE_HEADER] = nonce
  // A page sends a person to sign in and then back to this address.
  request.headers[PATH_HEADER] = request.url
  setHeaders(response, headers.page(path))
  // By its file extension the file would be a video.
  if (EXAMPLE_CLIENT.test(path)) response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader(POLICY, policy)
}

/** Next answers 500 to an escape that encodes no character. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

export function setHeaders(response: ServerResponse, fields: Readonly<Record<string, string>>): void {
  for (const name in fields) response.setHeader(name, fields[name]!)
}

/** POST: a form is posted if the page's scripts did not load. */
const PAGE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/**
 * Refuses a method that no page has, such as TRACE, without repeating the request.
 * @returns whether the request was answered
 */
export function refusePageMethod({ method = '' }: IncomingMessage, response: ServerResponse): boolean {
  if (PAGE_METHODS.has(method)) return false
  response.writeHead(405, {
    allow: [...PAGE_METHODS].join(', '),
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  })
  response.end('A page is read by GET or HEAD.\n')
  return true
}
