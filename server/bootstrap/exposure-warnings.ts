import ipaddr from 'ipaddr.js'
import type { LookupSettings } from '../config/lookups'
import type { Settings } from '../config/settings'

type Exposure = Pick<Settings, 'host' | 'publicUrl' | 'credentials'> & {
  readonly platform: Pick<Settings['platform'], 'clientAuth'>
}

/** @returns one line for each setting that leaves the deployment unprotected */
export function exposureWarnings({ host, publicUrl, credentials, platform }: Exposure): readonly string[] {
  const { hostname, protocol } = new URL(publicUrl)
  const listens = !isLoopback(host)
  if (!listens && isLoopback(hostname)) return []
  const reached = listens
    ? `other machines reach this server (HOST is ${host})`
    : `this server is reached at ${publicUrl}`
  const warnings: string[] = []
  if (protocol === 'http:')
    warnings.push(
      `WARNING: ${reached} and PUBLIC_URL is not https: passwords, sessions and signatures pass unencrypted. Put a proxy that ends TLS in front and set PUBLIC_URL to its https:// address.`,
    )
  if (credentials === 'none')
    warnings.push(
      `WARNING: ${reached} and CREDENTIALS=none: without a credential, everybody may read, change and approve all rulesets of the open namespace. Set CREDENTIALS=required.`,
    )
  if (platform.clientAuth === 'none')
    warnings.push(
      `WARNING: ${reached} and CLIENT_AUTH=none: without a token, everybody may send frames and read the answers to frames that were sent without one. Set CLIENT_AUTH=required.`,
    )
  return warnings
}

/** @returns one line for each connection to an MCP server that every namespace may use */
export function sharedServerWarnings({ lookupConnections }: LookupSettings): readonly string[] {
  const shared = lookupConnections.filter(({ kind, namespaces }) => kind === 'mcp' && namespaces === undefined)
  return shared.map(
    ({ name }) =>
      `WARNING: every namespace may use the MCP server “${name}” with the headers of its connection, and tools without a guard pass in each namespace that guards one. Name the namespaces in LOOKUP_CONNECTIONS: "namespaces": ["<id>"].`,
  )
}

/** Any name except localhost may resolve to another machine. */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare.toLowerCase() === 'localhost' || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback')
}
