/**
 * The headers that protect browsers, for every answer of this server (decision 017).
 *
 * Promises: constants of a deployment, so that an answer costs no computation; only the policy of a page has a part of
 * its own, the nonce.
 */
export type HeaderFields = Readonly<Record<string, string>>

export interface ProtectiveHeaders {
  /** Of every answer that is no page and no file of the pages. Caching is decided by the handler. */
  readonly program: HeaderFields
  /** The same, for an answer that no cache may store. */
  readonly api: HeaderFields
  /** Of a page at a path, beside its policy. */
  page(path: string): HeaderFields
  /** Of a script, a style or a font of the pages. */
  readonly asset: HeaderFields
  /** The policy of one page. */
  pagePolicy(nonce: string): string
}

export interface ProtectiveHeadersInput {
  readonly publicUrl: string
  /** Whether HTTPS is demanded of every subdomain too. */
  readonly hstsSubdomains: boolean
  /** In development, modules are replaced by `eval`. */
  readonly development: boolean
}

/** Two years, in seconds: what the lists that browsers preload demand. */
const HSTS_MAX_AGE_SECONDS = 63_072_000

/** An answer to a program is not rendered; a browser that is led to one runs and loads nothing of it. */
const PROGRAM_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Pages ask a person for a passkey and write to the clipboard, and need nothing else of the device. */
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
 * A web page that connects an agent opens these in a window of its own and waits for that window to come back: they
 * leave the link between the two windows as it is.
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
  // A form is sent with its Origin only where the policy is not `no-referrer`, and the consent page compares that.
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
  // A worker obeys the policy of its own script, which has no nonce: it loads further scripts of this origin.
  const assetPolicy = `${PROGRAM_POLICY}; script-src 'self'${evaluation}; ${connect}; worker-src 'self'`
  return {
    program,
    api: { ...program, 'cache-control': 'no-store' },
    page: (path) => (OPENED_BY_OTHERS.test(path) ? openedByOthers : page),
    asset: { ...everywhere, 'content-security-policy': assetPolicy },
    pagePolicy: (nonce) => `script-src 'nonce-${nonce}' 'strict-dynamic'${evaluation}; ${withoutNonce}`,
  }
}

/** For an answer that is written to a socket by hand. */
export function headerLines(fields: HeaderFields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
