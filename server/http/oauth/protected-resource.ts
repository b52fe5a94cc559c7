/**
 * The MCP door as the resource that access tokens are for.
 *
 * Promises: one resource and one scope; what a token may do is decided by the credential behind it. The metadata names
 * this very deployment as the authorisation server (RFC 9728).
 */
import { canonicalJson } from '../../api/canonical-json'

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
