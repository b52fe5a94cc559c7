/**
 * CORS: pages of any origin may read the documentation, pages of listed origins `/v1`.
 * Origins are compared by their exact text. No answer allows the browser's credentials, so cookies are neither sent nor
 * read; a program sets its credential header itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderFields } from './protective-headers'

/** Sets the headers of an answer; @returns whether the request was a preflight and is answered. */
export type CrossOrigin = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

const EXPOSED =
  'Allow, ETag, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id, X-Service-Check-Id, X-Service-Credential-Grade'
const ASKED_WITH = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id, X-Service-Credential'
const PREFLIGHT_SECONDS = '7200'

/**
 * @param origins origins whose pages may call `/v1`, as browsers write them
 * @param headers headers of every API answer, also of an answered preflight
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

function isPublicDocument(path: string): boolean {
  return path === '/openapi.json' || path === '/llms.txt' || path === '/docs' || path.startsWith('/docs/')
}

function isService(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/')
}

/** @param headers headers that a page may set besides those that need no preflight, or null */
function allowing(methods: string, headers: string | null): HeaderFields {
  return {
    'access-control-allow-methods': methods,
    ...(headers !== null && { 'access-control-allow-headers': headers }),
    'access-control-max-age': PREFLIGHT_SECONDS,
  }
}

/** Answers a preflight (Fetch, "CORS-preflight request"). */
function answerPreflight(request: IncomingMessage, response: ServerResponse, fields: HeaderFields): boolean {
  const { origin, 'access-control-request-method': method } = request.headers
  if (request.method !== 'OPTIONS' || origin === undefined || method === undefined) return false
  response.writeHead(204, fields).end()
  return true
}
