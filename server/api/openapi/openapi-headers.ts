/** Response headers in the OpenAPI document. Standard headers such as `Content-Type` need no declaration. */
import type { Members } from './openapi-schemas'

type HeaderSet = Readonly<Record<number, Members>>

const textHeader = (description: string, example: string, format?: string): Members => ({
  description,
  schema: { type: 'string', ...(format !== undefined && { format }) },
  example,
})
const secondsHeader = (description: string): Members => ({
  description,
  schema: { type: 'integer', minimum: 1 },
  example: 2,
})

const GRADE: Members = {
  'X-Service-Credential-Grade': {
    description: 'Present if the request carries a valid evaluation credential.',
    schema: { type: 'string', const: 'evaluation' },
    example: 'evaluation',
  },
}
const RETRY: Members = {
  'Retry-After': secondsHeader('Seconds until the same request may succeed, if known.'),
}
const REQUEST_ID: Members = {
  'X-Request-Id': textHeader(
    'Id of the request in the log of the server: the one that it brought, or a new one.',
    '8f2c1b7e-5d0a-4f43',
  ),
}
const CHALLENGE: Members = {
  'WWW-Authenticate': textHeader('How to authenticate (RFC 6750).', 'Bearer realm="api", error="invalid_token"'),
}
const ALLOW: Members = { Allow: textHeader('The methods that the path takes.', 'GET, HEAD') }
const ETAG: Members = { ETag: textHeader('The version, as `If-Match` names it.', '"3"') }
const ANSWER_TAG: Members = {
  ETag: textHeader('For `If-None-Match`; absent if the answer is very long.', '"b6yl2v"'),
}
const CHECK_ID: Members = {
  'X-Service-Check-Id': textHeader(
    'Id of the check in the decision log of the namespace; absent if it is not recorded. `/v1/checks/{check_id}/receipt` takes it.',
    '0193776a-5d00-7c43-8f0e-7d1a2b3c4d5e',
    'uuid',
  ),
}
const RATE_LIMIT: Members = {
  'RateLimit-Policy': textHeader(
    'The caps on the calls of this credential; absent if it has none.',
    '"day";q=100;w=86400',
  ),
  RateLimit: textHeader('What is left of them, as far as it is known.', '"day";r=99;t=3600'),
}
const LOCATION: Members = {
  Location: textHeader('Address of what was made.', 'https://rules.example.org/api/v1/projects/3f0c', 'uri'),
}
const LINK: Members = {
  Link: textHeader(
    'Address of the next page (RFC 8288); absent on the last one.',
    '<https://rules.example.org/api/v1/projects?cursor=bmV4dA>; rel="next"',
  ),
}

/** `Idempotency-Key` of the operations that accept it. */
export const KEY_PARAMETER: Members = { $ref: '#/components/parameters/Key' }
export const KEY_COMPONENT: Members = {
  ...{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', pattern: '^"?[!#-~]{1,255}"?$' } },
  description: 'For 24 hours, a repetition with it gets the first answer and stores nothing.',
  example: 'b6yl2v',
}

const SERVICE: HeaderSet = { 200: ANSWER_TAG, 401: CHALLENGE, 402: RETRY, 405: ALLOW, 429: RETRY, 503: RETRY }
const CLIENT: HeaderSet = { 401: CHALLENGE, 405: ALLOW, 429: RETRY, 503: RETRY }

/** @param isLogged whether a success names the entry of a decision log */
export function serviceHeaders(status: number, isLogged = false): Members {
  const checkId = isLogged && status === 200 ? CHECK_ID : {}
  return { headers: { ...GRADE, ...REQUEST_ID, ...RATE_LIMIT, ...checkId, ...SERVICE[status] } }
}

/** Headers of the guardrail platform's client endpoints. */
export function clientHeaders(status: number): Members {
  const headers = CLIENT[status]
  return headers === undefined ? {} : { headers }
}

/** Headers of a refusal by the main REST API. */
export function problemHeaders(status: number): Members {
  return { headers: { ...REQUEST_ID, ...CLIENT[status] } }
}

/** Headers of a success of the main REST API. */
export function successHeaders(status: number, of: { readonly versioned: boolean; readonly paged: boolean }): Members {
  const headers: Members = {
    ...(of.versioned && status !== 204 && ETAG),
    ...(of.versioned && status === 201 && LOCATION),
    ...(of.paged && LINK),
  }
  return Object.keys(headers).length === 0 ? {} : { headers }
}
