/**
 * Carries the REST door on a `node:http` server.
 *
 * Promises: a body beyond `body_bytes` is refused without being kept; a request that comes too slowly or is no HTTP gets
 * an envelope too (408, 400). Header look-up is direct, because this is the hot path.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorEnvelope } from '../../contract/envelope'
import { Refusal } from '../../contract/refusal'
import type { RestDoor } from './rest-door'
import type { WireAnswer } from './wire'

export interface NodeCarrierParts {
  readonly door: RestDoor
  readonly docsUrl: string
  /** Budget `body_bytes`. */
  readonly bodyBytes: number
  readonly addressKey: (request: IncomingMessage) => string
}

const EMPTY = Buffer.alloc(0)

export function createNodeCarrier(
  parts: NodeCarrierParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { door } = parts
  return (request, response) => {
    const url = request.url ?? '/'
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const answer = (body: Uint8Array) => {
      door({
        method: request.method ?? 'GET',
        path,
        body,
        addressKey: parts.addressKey(request),
        header: (name) => {
          const value = request.headers[name]
          return Array.isArray(value) ? value[0] : value
        },
      }).then(
        (result) => send(response, result),
        (error: unknown) => response.destroy(error as Error),
      )
    }
    const refuse = (refusal: Refusal) => {
      if (response.headersSent) return
      // The rest of the body is not wanted, so the connection cannot carry another request.
      response.shouldKeepAlive = false
      send(response, {
        status: refusal.status,
        headers: { 'content-type': 'application/json; charset=utf-8', connection: 'close', ...refusal.headers },
        body: errorEnvelope(refusal, parts.docsUrl),
      })
      request.unpipe()
      request.resume()
    }
    readBody(request, parts, answer, refuse)
  }
}

function readBody(
  request: IncomingMessage,
  parts: NodeCarrierParts,
  done: (body: Uint8Array) => void,
  refuse: (refusal: Refusal) => void,
): void {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared === 0 && request.headers['transfer-encoding'] === undefined) {
    done(EMPTY)
    return
  }
  if (declared > parts.bodyBytes) {
    refuse(tooLarge(parts.bodyBytes, declared))
    return
  }
  let first: Buffer | null = null
  let rest: Buffer[] | null = null
  let size = 0
  let over = false
  request.on('data', (chunk: Buffer) => {
    if (over) return
    size += chunk.length
    if (size > parts.bodyBytes) {
      over = true
      refuse(tooLarge(parts.bodyBytes, null))
      return
    }
    if (first === null) first = chunk
    else {
      rest ??= [first]
      rest.push(chunk)
    }
  })
  request.on('end', () => {
    if (!over) done(rest !== null ? Buffer.concat(rest) : (first ?? EMPTY))
  })
  // The peer went away: nobody is left to answer.
  request.on('error', () => {
    over = true
  })
}

/**
 * Answers what the HTTP parser refused before any handler saw it: a request slower than the server's `requestTimeout`,
 * or bytes that are no HTTP.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Duplex, docsUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const refusal = slow
    ? new Refusal('BAD_REQUEST', 'The request did not arrive in time.', {}, { status: 408 })
    : new Refusal('BAD_REQUEST', 'The bytes that were sent are no HTTP request this server can read.')
  const body = errorEnvelope(refusal, docsUrl)
  const status = slow ? '408 Request Timeout' : '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

function tooLarge(limit: number, actual: number | null): Refusal {
  const told = actual === null ? {} : { actual }
  return new Refusal('BUDGET_EXCEEDED', `The body is larger than ${limit} bytes.`, {
    budget: 'body_bytes',
    limit,
    ...told,
  })
}

function send(response: ServerResponse, answer: WireAnswer): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) })
  response.end(answer.body)
}
