/**
 * How clients get to register themselves: from any web page, but few for each address, and small.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressGate } from '../../services/access/address-gate'

/** Bytes of a registration. */
const LARGEST = 16_384

export class RegistrationGate {
  constructor(
    private readonly gate: AddressGate,
    private readonly addressKey: (request: IncomingMessage) => string,
  ) {}

  /** False when the request was answered here. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    // No cookie counts here, so a page of any origin may ask.
    response.setHeader('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS') {
      const allowed = {
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Content-Type, Mcp-Protocol-Version',
        'access-control-max-age': '3600',
      }
      response.writeHead(204, allowed).end()
      return false
    }
    if (Number(request.headers['content-length'] ?? 0) > LARGEST) {
      refuse(response, 413, 'invalid_client_metadata', `a registration has at most ${LARGEST} bytes`)
      return false
    }
    const wait = this.gate.take(this.addressKey(request))
    if (wait === null) return true
    response.setHeader('retry-after', String(Math.ceil(wait / 1_000)))
    refuse(response, 429, 'temporarily_unavailable', 'too many clients were registered from this address')
    return false
  }
}

/** As OAuth tells an error. The body may still be on its way, so the connection ends with the answer. */
function refuse(response: ServerResponse, status: number, error: string, description: string): void {
  response.shouldKeepAlive = false
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ error, error_description: description }))
}
