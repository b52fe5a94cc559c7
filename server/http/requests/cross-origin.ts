/**
 * What pages of other origins may read (CORS): the documentation for all of them, `/v1` for those that the operator named.
 *
 * Promises: an origin is allowed by its exact text and by nothing near it. No answer allows credentials of the browser, so
 * a cookie is never sent along and never read; the credential of a program is a header that the page sets itself. Paths of
 * other handlers are left alone: those have rules of their own or none.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderFields } from './protective-headers'

/** Sets the headers of an answer; @returns whether the request was a preflight and is answered. */
export type CrossOrigin = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

const EXPOSED =
  'Allow, ETag, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id, X-Service-Credential-Grade'
/** What a page may send to `/v1`. */
const ASKED_WITH = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id, X-Service-Credential'
const PREFLIGHT_SECONDS = '7200'

/**
 * @param origins the origins whose pages may call `/v1`, as browsers write them
 * @param headers of every answer of the API, which an answered preflight has too
 */
export function crossOrigin(origins: readonly string[], headers: HeaderFields): CrossOrigin {
  const named = new Set(origins)
  return (request, response, path) => {
    if (isPublicDocument(path)) {
      response.setHeader('access-control-allow-origin', '*')
      return answerPreflight(request, response, { ...headers, ...allowing('GET, HEAD', null) })
    }
    if (named.size === 0 || !isService(path)) return false
    response.setHeader('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !named.has(origin)) return false
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-expose-headers', EXPOSED)
    return answerPreflight(request, response, {
      ...headers,
      ...allowing('GET, HEAD, POST', ASKED_WITH),
    })
  }
}

/** The same for every reader, signed in or not. */
function isPublicDocument(path: string): boolean {
  return path === '/openapi.json' || path === '/llms.txt' || path === '/docs' || path.startsWith('/docs/')
}

function isService(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/')
}

/** @param headers that a page may set beside those that need no preflight; null for none */
function allowing(methods: string, headers: string | null): HeaderFields {
  return {
    'access-control-allow-methods': methods,
    ...(headers !== null && { 'access-control-allow-headers': headers }),
    'access-control-max-age': PREFLIGHT_SECONDS,
  }
}

/** A browser asks before it sends what a form could not send (Fetch, "CORS-preflight request"). */
function answerPreflight(request: IncomingMessage, response: ServerResponse, fields: HeaderFields): boolean {
  const { origin, 'access-control-request-method': method } = request.headers
  if (request.method !== 'OPTIONS' || origin === undefined || method === undefined) return false
  response.writeHead(204, fields).end()
  return true
}
