/**
 * The address of the stream of answers, for the page that opens it.
 *
 * Promises: a page that came by https opens the stream over TLS too.
 */
export function streamAddress({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/client-api/bus/stream`
}
