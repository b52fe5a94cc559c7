/**
 * Which web pages may call the MCP endpoint, and the CORS headers that say so to a browser.
 *
 * Promises: a request that a browser sent for a page of another origin is refused unless the operator allowed it, so
 * that a page cannot reach a server on the reader's own machine through a name it made resolve there (the transport's
 * "Origin" rule). A request without Origin comes from no page and is judged by its token or credential alone. The Host header is not
 * judged: every request that a page sends here has an Origin.
 */
export interface OriginRule {
  /** Whether requests of this origin are answered. */
  allows(origin: string): boolean
}

/** @param others origins that the operator allowed beside that of the deployment and those of the reader's own machine */
export function originRule(publicUrl: string, others: readonly string[]): OriginRule {
  const known = new Set([new URL(publicUrl).origin, ...others])
  return { allows: (origin) => known.has(origin) || isLoopback(origin) }
}

/** Pages that the reader's own machine serves: a development server, an inspector. */
function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname, protocol } = new URL(origin)
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    (hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname))
  )
}

/** What a page of an allowed origin may read. No cookies are involved: the token or the credential is sent by hand. */
export function crossOriginHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'WWW-Authenticate, X-Request-Id, X-Service-Credential-Grade, Mcp-Session-Id, Mcp-Protocol-Version',
  }
}

export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'POST, GET, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, X-Service-Credential, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-Id',
  'access-control-max-age': '7200',
}
