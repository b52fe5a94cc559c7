/**
 * Reports peers that send X-Forwarded-For and are not among the trusted proxies.
 *
 * Promises: once an hour a peer, and no more than {@link MAX_PEERS} of them: a stranger who sends the header from many
 * addresses fills no log.
 */
const EVERY = 3_600_000
export const MAX_PEERS = 20

export function untrustedProxyReporter(now: () => number, warn: (peer: string) => void): (peer: string) => void {
  let reported = new Set<string>()
  let since = now()
  return (peer) => {
    if (now() - since >= EVERY) {
      reported = new Set()
      since = now()
    }
    if (reported.size >= MAX_PEERS || reported.has(peer)) return
    reported.add(peer)
    warn(peer)
  }
}
