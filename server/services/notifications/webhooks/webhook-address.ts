import { isIP } from 'node:net'
import { NOTIFICATION_LIMITS } from '../../../api/terms/notification-terms'
import type { InternalHost } from '../../../config/webhooks'
import { hostOf, isInternalHost, isLoopback, isPublicAddress } from './public-address'

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
