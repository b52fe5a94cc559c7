/**
 * Addresses of OAuth on this deployment: the paths of the authorisation server, the protected resource, and how a
 * request on them becomes one for the public address.
 *
 * Promises: one resource, /mcp, and one scope; what a token may do is decided by the credential behind it. The metadata
 * names this very deployment as the authorisation server (RFC 9728).
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

/** Pages of this deployment: the question of one authorisation, and the problem where there is none. */
export const CONSENT_PATH = '/authorize'
export const PROBLEM_PATH = '/authorize/problem'

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
/** Where the specification of the guardrail platform has the token endpoint of the identity provider. */
export const SERVICE_TOKEN_PATHS: ReadonlySet<string> = new Set(['/application/o/token/', '/application/o/token'])
const SERVER_METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']

/**
 * Metadata has the path that the RFCs define: the path of the issuer, or of the resource, after the well-known name. A
 * public address with a path of its own belongs to a proxy that cuts that path off.
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
  /** Paths that the library knows by another one. */
  const forwarded = new Map([...serverMetadata, ...tokens])
  return {
    resourceMetadata,
    forwarded,
    paths: new Set<string>([...Object.values(PATHS), ...resourceMetadata, ...forwarded.keys()]),
  }
}

/** Where the browser goes back to after the consent page. */
export function isResume(path: string): boolean {
  return path.startsWith(`${PATHS.authorization}/`)
}

/** Makes the request one for the public address: from that the library builds its own addresses, and its cookies. */
export function asPublic(request: IncomingMessage, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl)
  const { headers } = request
  headers.host = host
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete headers['x-forwarded-host']
  Object.assign(request, { baseUrl: prefixOf(publicUrl) })
}

/** The path of an address, without a final slash. */
function prefixOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '')
}

/** The only scope: to act with the rights of the credential that consented. */
export const SCOPE = 'rulesets'

/** The audience of every access token (RFC 8707). */
export function resourceOf(publicUrl: string): string {
  return `${publicUrl}/mcp`
}

/** @param docsUrl where people read how to connect an agent */
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
