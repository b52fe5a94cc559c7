/**
 * Long answers are sent while they are read, no faster than the client reads; if one fails, the connection ends, so
 * that no client mistakes a part for the whole. Headers are looked up directly, because this is the hot path.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorEnvelope, Refusal } from '../../api/refusal'
import { type HeaderFields, headerLines, identifyRequest, REQUEST_ID_HEADER } from '../requests/protective-headers'
import { bodyTooLarge, discardRest } from '../requests/read-body'
import type { RestHandler, WireRequest } from './rest-handler'
import type { WireAnswer } from './wire-answer'

export interface NodeHandlerOptions {
  readonly handle: RestHandler
  /** Budget `body_bytes`. */
  readonly bodyBytes: number
  readonly addressKey: (request: IncomingMessage) => string
  readonly headers: HeaderFields
  readonly newRequestId: () => string
}

const EMPTY = Buffer.alloc(0)
const JSON_HEADERS: HeaderFields = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

export function createNodeHandler(
  options: NodeHandlerOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const constant = Object.entries(options.headers).flat()
  return (request, response) => new Exchange(request, response, options, constant).begin()
}

/** One request and its answer. It is a class instead of closures because every call creates one. */
class Exchange implements WireRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly requestId: string
  body: Uint8Array = EMPTY
  refusal: Refusal | null = null
  private first: Buffer | null = null
  private rest: Buffer[] | null = null
  private size = 0
  private over = false

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly options: NodeHandlerOptions,
    /** Alternating names and values of the headers of every answer. */
    private readonly constant: readonly string[],
  ) {
    const url = request.url ?? '/'
    const query = url.indexOf('?')
    this.requestId = identifyRequest(request.headers, options.newRequestId)
    this.method = request.method ?? 'GET'
    this.path = query < 0 ? url : url.slice(0, query)
    this.query = query < 0 ? '' : url.slice(query + 1)
  }

  get addressKey(): string {
    return this.options.addressKey(this.request)
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }

  begin(): void {
    const { request, options } = this
    const declared = Number(request.headers['content-length'] ?? 0)
    if (declared === 0 && request.headers['transfer-encoding'] === undefined) this.answer()
    else if (declared > options.bodyBytes) this.refuse(bodyTooLarge(options.bodyBytes, declared))
    else {
      request.on('data', (chunk: Buffer) => this.take(chunk))
      request.on('end', () => this.end())
      // The client disconnected.
      request.on('error', () => {
        this.over = true
      })
    }
  }

  private take(chunk: Buffer): void {
    if (this.over) return
    this.size += chunk.length
    if (this.size > this.options.bodyBytes) {
      this.over = true
      this.refuse(bodyTooLarge(this.options.bodyBytes, null))
    } else if (this.first === null) this.first = chunk
    else {
      this.rest ??= [this.first]
      this.rest.push(chunk)
    }
  }

  private end(): void {
    if (this.over) return
    this.body = this.rest !== null ? Buffer.concat(this.rest) : (this.first ?? EMPTY)
    this.answer()
  }

  private answer(): void {
    this.options.handle(this).then(
      (answer) => this.send(answer),
      (error: unknown) => this.response.destroy(error as Error),
    )
  }

  private refuse(refusal: Refusal): void {
    this.refusal = refusal
    void discardRest(this.request).then(() => this.answer())
  }

  private send(answer: WireAnswer): void {
    const { status, headers, body, rest, encoded } = answer
    if (rest !== undefined) {
      void this.sendPieces(answer, rest)
      return
    }
    const bytes = encoded?.length ?? Buffer.byteLength(body)
    const length = status === 304 ? [] : ['content-length', String(bytes)]
    const fields = [...length, REQUEST_ID_HEADER, this.requestId, ...this.constant]
    this.addHeaders(fields, headers)
    this.response.writeHead(status, fields)
    if (encoded !== undefined) {
      this.response.end(encoded)
      return
    }
    // If every character is one byte, both encodings give the same bytes, and latin1 is cheaper.
    this.response.end(body, bytes === body.length ? 'latin1' : 'utf8')
  }

  /** Keeps the `Vary` of the cross-origin rules, which `writeHead` would replace. */
  private addHeaders(fields: string[], headers: WireAnswer['headers']): void {
    for (const name in headers) {
      const before = name === 'vary' ? this.response.getHeader('vary') : undefined
      fields.push(name, before === undefined ? headers[name]! : `${before}, ${headers[name]}`)
    }
  }

  private async sendPieces(
    { status, headers, body, compressor }: WireAnswer,
    rest: AsyncIterable<string>,
  ): Promise<void> {
    const { response } = this
    const fields = [REQUEST_ID_HEADER, this.requestId, ...this.constant]
    this.addHeaders(fields, headers)
    response.writeHead(status, fields)
    if (this.method === 'HEAD') {
      response.end()
      return
    }
    const pieces = Readable.from(joined(body, rest))
    const sent = compressor === undefined ? pipeline(pieces, response) : pipeline(pieces, compressor(), response)
    // If the client disconnects, reading ends, and nothing can be answered.
    await sent.catch((error: unknown) => response.destroy(error as Error))
  }
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

/**
 * Answers requests that the HTTP parser refused: slower than the server's `requestTimeout` (408), or not HTTP (400).
 */
export function refuseUnreadable(
  error: Error & { code?: string },
  socket: Duplex,
  docsUrl: string,
  headers: HeaderFields,
): void {
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
  const fields = { ...headers, ...JSON_HEADERS, connection: 'close', 'content-length': String(Buffer.byteLength(body)) }
  socket.end(`HTTP/1.1 ${status}\r\n${headerLines(fields)}\r\n${body}`)
}
