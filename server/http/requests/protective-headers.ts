/**
 * The headers that protect browsers, for every answer of this server (decision 017). Only a page's policy has a part
 * that changes: the nonce.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

export type HeaderFields = Readonly<Record<string, string>>

export interface ProtectiveHeaders {
  /** For answers other than pages and assets; handlers decide about caching. */
  readonly program: HeaderFields
  /** Like `program`, but not cacheable. */
  readonly api: HeaderFields
  /** Without the policy. */
  page(path: string): HeaderFields
  readonly asset: HeaderFields
  pagePolicy(nonce: string): string
}

export interface ProtectiveHeadersInput {
  readonly publicUrl: string
  readonly hstsSubdomains: boolean
  /** Allows `eval`, which replaces modules during development. */
  readonly development: boolean
}

/** Two years, as the browsers' preload lists recommend. */
const HSTS_MAX_AGE_SECONDS = 63_072_000

/** A browser must not run or load anything of an answer for programs. */
const PROGRAM_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Pages need only passkeys and the clipboard. */
const PERMISSIONS = [
  ...[
    'camera',
    'display-capture',
    'geolocation',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ],
  ...['accelerometer', 'gyroscope', 'magnetometer', 'hid', 'screen-wake-lock', 'browsing-topics'],
]
  .map((feature) => `${feature}=()`)
  .concat(
    ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'].map((own) => `${own}=(self)`),
  )
  .join(', ')

/**
 * A page that connects an agent opens these in a new window and waits for it, so they keep the link between the
 * windows.
 */
const OPENED_BY_OTHERS = /^\/(authorize|oauth|sign-in|signed-in|invite)(\/|$)/

export function protectiveHeaders({
  publicUrl,
  hstsSubdomains,
  development,
}: ProtectiveHeadersInput): ProtectiveHeaders {
  const { protocol, host } = new URL(publicUrl)
  const isHttps = protocol === 'https:'
  const everywhere: HeaderFields = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps && {
      'strict-transport-security': `max-age=${HSTS_MAX_AGE_SECONDS}${hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  }
  const program = { ...everywhere, 'content-security-policy': PROGRAM_POLICY }
  // The consent page compares the form's Origin, which browsers leave out under `no-referrer`.
  const openedByOthers = { ...everywhere, 'referrer-policy': 'same-origin', 'permissions-policy': PERMISSIONS }
  const page = { ...openedByOthers, 'cross-origin-opener-policy': 'same-origin' }
  const evaluation = development ? " 'unsafe-eval'" : ''
  const connect = `connect-src 'self' ${isHttps ? 'wss' : 'ws'}://${host}`
  const withoutNonce = [
    "default-src 'none'",
    // Monaco sets styles inline.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    connect,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  // A worker follows its own script's policy, which has no nonce, and loads more scripts of this origin.
  const assetPolicy = `${PROGRAM_POLICY}; script-src 'self'${evaluation}; ${connect}; worker-src 'self'`
  return {
    program,
    api: { ...program, 'cache-control': 'no-store' },
    page: (path) => (OPENED_BY_OTHERS.test(path) ? openedByOthers : page),
    asset: { ...everywhere, 'content-security-policy': assetPolicy },
    pagePolicy: (nonce) => `script-src 'nonce-${nonce}' 'strict-dynamic'${evaluation}; ${withoutNonce}`,
  }
}

/** Writes the headers of an answer that is written directly to a socket. */
export function headerLines(fields: HeaderFields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/**
 * Every answer has the request's id in `x-request-id`, and the log names it. A client or proxy may choose it, so that
 * one id follows a call through several systems.
 */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Without spaces and quotes, an id cannot forge a log line or a member of a body. */
const USABLE_ID = /^[\w.:/+=@-]{1,128}$/

/** Writes a new id into the headers unless the client sent a usable one. */
export function identifyRequest(headers: IncomingHttpHeaders, newId: () => string): string {
  const sent = headers[REQUEST_ID_HEADER]
  if (typeof sent === 'string' && USABLE_ID.test(sent)) return sent
  const id = newId()
  headers[REQUEST_ID_HEADER] = id
  return id
}

/** Needs {@link identifyRequest} first. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  return String(headers[REQUEST_ID_HEADER])
}

export function answerWithId(request: IncomingMessage, response: ServerResponse, newId: () => string): string {
  const id = identifyRequest(request.headers, newId)
  response.setHeader(REQUEST_ID_HEADER, id)
  return id
}
