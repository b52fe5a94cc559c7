/**
 * Refuses pages of other origins, so that no page can reach a local server through a name that it controls (the
 * transport's "Origin" rule). Requests without Origin do not come from pages. Host is not checked, because every
 * request of a page has an Origin.
 */
export interface OriginRule {
  allows(origin: string): boolean
}

/** @param others further allowed origins */
export function originRule(publicUrl: string, others: readonly string[]): OriginRule {
  const known = new Set([new URL(publicUrl).origin, ...others])
  return { allows: (origin) => known.has(origin) || isLoopback(origin) }
}

/** Whether a page of this machine calls, for example a development server or an inspector. */
function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname, protocol } = new URL(origin)
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    (hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname))
  )
}

/** CORS headers of an allowed origin. No cookies: the client sends its token or credential itself. */
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
