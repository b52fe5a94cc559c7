import type { IncomingMessage } from 'node:http'
import { addressKeys } from '../http/requests/address-key'
import type { StartContext } from './open-database'

export function addressKeyOf({
  settings,
  log,
}: Pick<StartContext, 'settings' | 'log'>): (request: IncomingMessage) => string {
  const report = untrustedProxyReporter(Date.now, (peer) =>
    log.warn(
      { peer },
      'a peer that is not trusted sends X-Forwarded-For: its users count as one address. If it is your proxy, name it in TRUSTED_PROXIES',
    ),
  )
  const keyOf = addressKeys(settings.trustedProxies, report)
  return (request) => keyOf(request.socket.remoteAddress, request.headers['x-forwarded-for'] as string | undefined)
}

/**
 * Reports untrusted peers that send X-Forwarded-For: each once an hour, at most {@link MAX_PEERS} in total, so that
 * nobody can fill the log.
 */
const REPORT_EVERY_MS = 3_600_000
export const MAX_PEERS = 20

export function untrustedProxyReporter(now: () => number, warn: (peer: string) => void): (peer: string) => void {
  let reported = new Set<string>()
  let since = now()
  return (peer) => {
    if (now() - since >= REPORT_EVERY_MS) {
      reported = new Set()
      since = now()
    }
    if (reported.size >= MAX_PEERS || reported.has(peer)) return
    reported.add(peer)
    warn(peer)
  }
}
