/** The key under which calls from one place are counted, as the proxies that are trusted tell it. */
import type { IncomingMessage } from 'node:http'
import { addressKeys } from '../doors/http/address-key'
import type { Settings } from '../settings/settings'

export function addressKeyOf({ trustedProxies }: Settings): (request: IncomingMessage) => string {
  const keyOf = addressKeys(trustedProxies)
  return (request) => keyOf(request.socket.remoteAddress, request.headers['x-forwarded-for'] as string | undefined)
}
