/**
 * The key under which calls from one place are counted.
 *
 * Promises: an address told by a header is believed only when a trusted proxy told it; IPv6 counts by /64, because one
 * household has that many addresses (service.md, "Namespaces and credentials").
 */
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

/** @param trustedProxies addresses or CIDR networks; parsed and checked at start */
export function addressKeys(
  trustedProxies: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  const trusted = trustedProxies.map(network)
  return (peer, forwardedFor) => {
    let address = parse(peer ?? '')
    if (address === null) return 'unknown'
    // Proxies append on the right: walk leftwards as long as the teller is trusted.
    const told = forwardedFor === undefined ? [] : forwardedFor.split(',').map((part) => part.trim())
    while (told.length > 0 && isTrusted(address, trusted)) {
      const next = parse(told.pop() ?? '')
      if (next === null) break
      address = next
    }
    return keyOf(address)
  }
}

function network(text: string): Network {
  return text.includes('/')
    ? ipaddr.parseCIDR(text)
    : [ipaddr.process(text), ipaddr.process(text).kind() === 'ipv4' ? 32 : 128]
}

function parse(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null
}

function isTrusted(address: Address, trusted: readonly Network[]): boolean {
  return trusted.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
}

function keyOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString()
  const [a, b, c, d] = (address as ipaddr.IPv6).parts
  return `${[a, b, c, d].map((part) => (part ?? 0).toString(16)).join(':')}::/64`
}
