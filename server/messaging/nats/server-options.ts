/** BUS_URL as the client wants it. */
import type { NodeConnectionOptions } from '@nats-io/transport-node'

/**
 * @param url one address or several with commas; the first that names a user, or a token in the user's place, does so for all;
 * `tls://` demands an encrypted connection, which is otherwise the server's choice
 */
export function serverOptions(url: string): NodeConnectionOptions {
  const addresses = url.split(',').map((part) => new URL(part.trim()))
  const named = addresses.find(({ username }) => username !== '')
  const user = named === undefined ? null : decodeURIComponent(named.username)
  const password = decodeURIComponent(named?.password ?? '')
  return {
    servers: addresses.map(({ hostname, port }) => `${hostname}:${port === '' ? 4_222 : port}`),
    ...(addresses.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    ...(user !== null && (password === '' ? { token: user } : { user, pass: password })),
  }
}
