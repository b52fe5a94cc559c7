/** Which addresses a webhook may connect to: only those of the public internet (IANA special-purpose registries). */
import type { LookupAddress } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { NOTIFICATION_LIMITS } from '../../../api/terms/notification-terms'
import type { InternalHost } from '../../../config/webhooks'

const SPECIAL_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
/** Within 2000::/3. Translated and tunnelled addresses could contain private IPv4 addresses. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const special = new BlockList()
for (const range of SPECIAL_IPV4) addRange(range, 'ipv4')
for (const range of SPECIAL_IPV6) addRange(range, 'ipv6')
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')

function addRange(range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', prefix = ''] = range.split('/')
  special.addSubnet(network, Number(prefix), family)
}

export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return unicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
  return isIP(address) === 4 && !special.check(address, 'ipv4')
}

/** Host of an address without brackets and the final dot of a full name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

export function isInternalHost(url: URL, hosts: readonly InternalHost[]): boolean {
  const host = hostOf(url)
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443))
  return hosts.some((each) => each.host === host && (each.port === null || each.port === port))
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(hostOf(url))
}

/**
 * Returns why a webhook may not have this address, or null. The addresses of a name are checked again by every
 * connection, because names can change.
 */
export function webhookAddressProblem(text: string, hosts: readonly InternalHost[]): string | null {
  if (text.length > NOTIFICATION_LIMITS.webhook_url_chars)
    return `at most ${NOTIFICATION_LIMITS.webhook_url_chars} characters`
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return 'an address that begins with https://'
  if (url.username !== '' || url.password !== '') return 'an address without a user or password'
  if (url.hash !== '') return 'an address without a part after #'
  const isInternal = isInternalHost(url, hosts)
  if (url.protocol === 'http:' && !(isInternal && isLoopback(url))) return 'an address that begins with https://'
  if (isInternal) return null
  const host = hostOf(url)
  if (isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host))
    return 'a public address; the operator can allow hosts of the own network with WEBHOOK_INTERNAL_HOSTS'
  return null
}

function isLocalName(host: string): boolean {
  return !host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(host)
}

/** All addresses of a name. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/** The connection uses exactly the addresses that this returns, so a name that changes later reaches nothing else. */
export function checkedLookup(resolve: ResolveHost, isInternal: boolean): LookupFunction {
  return (host, { all }, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) return done(new Error('no address'), '')
        if (!isInternal && addresses.some(({ address }) => !isPublicAddress(address)))
          return done(new PrivateAddressError(host), '')
        if (all === true) done(null, [...addresses])
        else done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    )
  }
}
