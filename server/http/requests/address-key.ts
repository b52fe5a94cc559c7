/**
 * Finds the key that the calls of one network address are counted by.
 * Only a trusted proxy may forward an address. A header from another peer is reported: if a proxy is missing in the
 * settings, all its users share one address. IPv6 counts by /64, the size of one household's network.
 */
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

export interface TrustedNetwork {
  readonly address: string
  readonly prefix: number
}

export function addressKeys(
  trustedProxies: readonly TrustedNetwork[],
  reportUntrusted: (peer: string) => void = () => {},
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  const trusted = trustedProxies.map(({ address, prefix }) => ({ base: ipaddr.parse(address), prefix }))
  return (peer, forwardedFor) => {
    let address = parse(peer ?? '')
    if (address === null) return 'unknown'
    if (forwardedFor !== undefined && !isTrusted(address, trusted)) reportUntrusted(address.toString())
    // Proxies append on the right, so this walks to the left while the address is a trusted proxy.
    const forwarded = forwardedFor === undefined ? [] : forwardedFor.split(',').map((part) => part.trim())
    while (forwarded.length > 0 && isTrusted(address, trusted)) {
      const next = parse(forwarded.pop() ?? '')
      if (next === null) break
      address = next
    }
    return keyOf(address)
  }
}

/** Some proxies write the port too: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d{1,5})?$/

function parse(given: string): Address | null {
  const { v6, v4 } = WITH_PORT.exec(given)?.groups ?? {}
  const text = v6 ?? v4 ?? given
  return ipaddr.isValid(text) ? ipaddr.process(text) : null
}

function isTrusted(address: Address, trusted: readonly { readonly base: Address; readonly prefix: number }[]): boolean {
  return trusted.some(({ base, prefix }) => base.kind() === address.kind() && address.match(base, prefix))
}

function keyOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString()
  const [a, b, c, d] = (address as ipaddr.IPv6).parts
  return `${[a, b, c, d].map((part) => (part ?? 0).toString(16)).join(':')}::/64`
}
