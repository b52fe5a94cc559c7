/**
 * Results and problem details (RFC 9457) of the main REST API. The `type` of a problem is the address of a paragraph of
 * the guide.
 */
import type { ServerResponse } from 'node:http'
import type { PlatformOperation } from '../../api/platform-operations'
import type { Refusal } from '../../api/refusal'
import { problemOf } from '../../api/terms/problems'
import { bearerChallenge } from '../requests/bearer-challenge'
import type { PlatformAnswer } from './operation-handlers'
import { entityTag, hasVersion } from './platform-request'

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function wireAnswer(
  { method, success }: PlatformOperation,
  { body, version, settled, location, next }: PlatformAnswer,
  address: string,
  search: string,
  publicUrl: string,
  ifNoneMatch: string | undefined,
): WireAnswer {
  const headers = {
    'cache-control': 'no-store',
    ...(version !== undefined && { etag: entityTag(version) }),
    ...(location !== undefined && { location: `${publicUrl}${location}` }),
    ...(typeof next === 'string' && { link: nextLink(address, search, next) }),
  }
  if (method === 'GET' && settled === true && version !== undefined && hasVersion(ifNoneMatch, version))
    return { status: 304, headers, body: '' }
  if (body === null) return { status: success, headers, body: '' }
  const typed = { ...headers, 'content-type': 'application/json; charset=utf-8' }
  return { status: success, headers: typed, body: JSON.stringify(body) }
}

/** Returns the link to the next page (RFC 8288). */
function nextLink(address: string, search: string, cursor: string): string {
  const query = new URLSearchParams(search)
  query.set('cursor', cursor)
  return `<${address}?${query}>; rel="next"`
}

/** @param requestId id that a person can quote */
export function problemAnswer(refusal: Refusal, requestId: string, docsUrl: string): WireAnswer {
  const { status, code, message, details } = refusal
  const { title, anchor } = problemOf(status)
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(status === 401 && { 'www-authenticate': bearerChallenge('api', code) }),
      ...refusal.headers,
    },
    body: JSON.stringify({
      type: `${docsUrl}/api-v1#${anchor}`,
      title,
      status,
      detail: message,
      request_id: requestId,
      ...(details.failures !== undefined && { errors: details.failures }),
      budget: details.budget,
      limit: details.limit,
      actual: details.actual,
    }),
  }
}

/** Node.js omits the body for HEAD. */
export function sendResponse(response: ServerResponse, { status, headers, body }: WireAnswer): void {
  const length = status === 204 || status === 304 ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  response.writeHead(status, { ...headers, ...length }).end(body)
}
