/**
 * Prepares a request for the pages, and its answer; refuses methods that no page has.
 *
 * Promises: each page has a nonce of its own, which Next reads in the request's policy and gives to every script; what a
 * client sends under the names of these headers never reaches Next.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProtectiveHeaders } from './requests/protective-headers'
import { NONCE_HEADER, PATH_HEADER } from './session/return-path'

const POLICY = 'content-security-policy'
/** Next reads the first two; the others are names under which applications commonly hand a nonce on. */
const FROM_CLIENTS_DROPPED = [POLICY, `${POLICY}-report-only`, 'x-nonce', 'x-csp-nonce', NONCE_HEADER, PATH_HEADER]
const ASSETS = '/_next/static/'
const EXAMPLE_CLIENT = /^\/clients\/[\w-]+\.ts$/
const NONCE_BYTES = 16
/** A path without a page. */
const MISSING_PAGE = '/malformed-address'

/** @param path of the request, without its query */
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
  // A page of the workbench sends a person who is not signed in to sign in, and back to this address.
  request.headers[PATH_HEADER] = request.url
  setHeaders(response, headers.page(path))
  // By its ending the file would be a video.
  if (EXAMPLE_CLIENT.test(path)) response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader(POLICY, policy)
}

/** Next answers 500 to an escape that stands for no character. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** What the handler sets under the same names wins. */
export function setHeaders(response: ServerResponse, fields: Readonly<Record<string, string>>): void {
  for (const name in fields) response.setHeader(name, fields[name]!)
}

/** A form is posted where the scripts of its page did not load. */
const PAGE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/**
 * Refuses a method that no page has, such as TRACE, before a page is rendered; the answer repeats nothing of the request.
 * @returns whether the request was answered here
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
