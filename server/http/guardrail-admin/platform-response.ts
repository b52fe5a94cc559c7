/**
 * What the main REST API sends: results of operations, and refusals as problem details (RFC 9457).
 *
 * Promises: the `type` of a problem is the address of a paragraph of the guide; a bug's own text never leaves the server.
 */
import type { ServerResponse } from 'node:http'
import type { PlatformOperation } from '../../api/platform-operations'
import { problemOf } from '../../api/terms/problems'
import type { Refusal } from '../../api/refusal'
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

/** The same list from the cursor on (RFC 8288). */
function nextLink(address: string, search: string, cursor: string): string {
  const query = new URLSearchParams(search)
  query.set('cursor', cursor)
  return `<${address}?${query}>; rel="next"`
}

/** A refusal as problem details. @param requestId a person can quote it from the logs */
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

/** Node.js leaves the body of an answer to HEAD out. */
export function send(response: ServerResponse, { status, headers, body }: WireAnswer): void {
  const length = status === 204 || status === 304 ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  response.writeHead(status, { ...headers, ...length }).end(body)
}
