/**
 * The only resource is /mcp, and there is one scope; a token has the rights of its credential. This deployment is its
 * own authorisation server (RFC 9728).
 */
import type { IncomingMessage } from 'node:http'
import { canonicalJson } from '../../api/canonical-json'

export const PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const

export const CONSENT_PATH = '/authorize'
export const PROBLEM_PATH = '/authorize/problem'

/** Limits per address. */
export const OAUTH_LIMITS = {
  registrations: { calls: 60, periodMs: 3_600_000 },
  /** Each question is stored until it is answered or expires. */
  questions: { calls: 300, periodMs: 600_000 },
  /** Credentials pasted on the consent page. */
  credentialTries: { calls: 60, periodMs: 600_000 },
} as const

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
/** The guardrail platform's specification requires them. */
export const SERVICE_TOKEN_PATHS: ReadonlySet<string> = new Set(['/application/o/token/', '/application/o/token'])
const SERVER_METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']

/**
 * By the RFCs, the path of the issuer or resource follows the well-known name. A proxy must strip the public address's
 * path.
 */
export function ownPaths(publicUrl: string) {
  const prefix = prefixOf(publicUrl)
  const resourceMetadata = new Set([RESOURCE_METADATA, `${RESOURCE_METADATA}/mcp`, `${RESOURCE_METADATA}${prefix}/mcp`])
  const serverMetadata = new Map(
    SERVER_METADATA.flatMap((path): [string, string][] => [
      [path, path],
      [path + prefix, path],
    ]),
  )
  const tokens = [...SERVICE_TOKEN_PATHS].map((path): [string, string] => [path, PATHS.token])
  /** Paths that the library names differently. */
  const forwarded = new Map([...serverMetadata, ...tokens])
  return {
    resourceMetadata,
    forwarded,
    paths: new Set<string>([...Object.values(PATHS), ...resourceMetadata, ...forwarded.keys()]),
  }
}

/** Whether the browser returns from the consent page. */
export function isResume(path: string): boolean {
  return path.startsWith(`${PATHS.authorization}/`)
}

/** The library builds addresses and cookies from the request, so it must have the public address. */
export function asPublic(request: IncomingMessage, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl)
  const { headers } = request
  headers.host = host
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete headers['x-forwarded-host']
  Object.assign(request, { baseUrl: prefixOf(publicUrl) })
}

function prefixOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '')
}

export const SCOPE = 'rulesets'

/** The audience of every access token (RFC 8707). */
export function resourceOf(publicUrl: string): string {
  return `${publicUrl}/mcp`
}

export function resourceMetadata(publicUrl: string, docsUrl: string): string {
  return canonicalJson({
    resource: resourceOf(publicUrl),
    authorization_servers: [publicUrl],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Touchstone',
    resource_documentation: docsUrl,
  })
}
