/** The key under which calls from one place are counted, as the proxies that are trusted tell it. */
import type { IncomingMessage } from 'node:http'
import { addressKeys } from '../http/address-key'
import type { ProcessParts } from './process-parts'
import { untrustedProxyReporter } from './untrusted-proxies'

export function addressKeyOf({
  settings,
  log,
}: Pick<ProcessParts, 'settings' | 'log'>): (request: IncomingMessage) => string {
  const report = untrustedProxyReporter(Date.now, (peer) =>
    log.warn(
      { peer },
      'a peer that is not trusted sends X-Forwarded-For: its users count as one address. If it is your proxy, name it in TRUSTED_PROXIES',
    ),
  )
  const keyOf = addressKeys(settings.trustedProxies, report)
  return (request) => keyOf(request.socket.remoteAddress, request.headers['x-forwarded-for'] as string | undefined)
}
