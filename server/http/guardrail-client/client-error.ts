/**
 * A refusal as the client endpoints send it: `{"error": {"code", "message", "request_id"}}`, uncached. The message is
 * complete, and a 401 says how to authenticate (RFC 6750).
 */

import type { FieldFailure, Refusal } from '../../api/refusal'
import { bearerChallenge } from '../requests/bearer-challenge'

export interface ClientError {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  426: 'upgrade_required',
  429: 'too_many_requests',
  500: 'internal_error',
  503: 'unavailable',
}

const MAX_LISTED_FAILURES = 20

/**
 * @param refusal for a bug, {@link bugRefusal}
 * @param requestId id that a person can quote
 */
export function clientError(refusal: Refusal, requestId: string): ClientError {
  const { status, headers } = refusal
  const code = CODES[status] ?? (status < 500 ? 'bad_request' : 'internal_error')
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 401 && { 'www-authenticate': bearerChallenge('touchstone', refusal.code) }),
      ...headers,
    },
    body: JSON.stringify({ error: { code, message: clientMessage(refusal), request_id: requestId } }),
  }
}

/** Appends the fields that failed. */
export function clientMessage({ message, details }: Refusal): string {
  const { failures = [], failure_count: count = failures.length } = details
  const listed = failures.slice(0, MAX_LISTED_FAILURES).map(sentenceOf)
  const left = count - listed.length
  return [message, ...listed, ...(left > 0 ? [`${left} more of the kind are not listed.`] : [])].join(' ')
}

function sentenceOf({ field, expected, received }: FieldFailure): string {
  return `${field}: expected ${expected}, received ${received}.`
}
