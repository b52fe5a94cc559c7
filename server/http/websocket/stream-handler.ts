/**
 * WebSockets at /client-api/bus/stream. A client without access gets a close code, because pages cannot read the answer
 * to a refused upgrade; an invalid upgrade gets an HTTP answer. Tokens are never logged.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { bugRefusal, Refusal } from '../../api/refusal'
import type { ClientGate } from '../../services/guardrails/machine-accounts/client-gate'
import type { PlatformClient } from '../../services/guardrails/machine-accounts/platform-client'
import type { ResponseStream } from '../../services/guardrails/responses/response-stream'
import { STREAM_PATH } from '../guardrail-client/client-api-handler'
import { clientError } from '../guardrail-client/client-error'
import { type HeaderFields, headerLines, REQUEST_ID_HEADER, requestIdOf } from '../requests/protective-headers'
import { isFromOtherOrigin } from '../session/cookies'
import { StreamConnection } from './stream-connection'
import { isAboutToken, type SocketLimits, StreamSockets } from './stream-sockets'
import { STREAM_PROTOCOL, streamToken } from './stream-token'
import { CLOSE_CODES, type CloseCode, MAX_MESSAGE_BYTES, StreamWebSocket } from './stream-web-socket'

export interface StreamHandlerDependencies {
  readonly gate: Pick<ClientGate, 'verify'>
  readonly stream: Pick<ResponseStream, 'open'>
  readonly now: () => Date
  readonly after: (milliseconds: number, call: () => void) => () => void
  readonly heartbeatMs?: number
  readonly limits?: SocketLimits
  readonly publicUrl: string
  /** For HTTP answers. */
  readonly headers: HeaderFields
  readonly reportBug: (error: unknown, requestId?: string) => void
}

export interface StreamHandler {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every socket and terminates the rest after `graceMs`. */
  close(graceMs: number): Promise<void>
}

interface Admitted {
  readonly client: PlatformClient
  readonly token: string | undefined
}

interface Rejected {
  readonly code: CloseCode
  readonly reason: string
}

const HEARTBEAT_MS = 30_000
export const SOCKET_LIMITS: SocketLimits = { perClient: 2_000, all: 20_000 }
const TICK_MS = 1_000
/** Milliseconds for the closing handshake. */
const CLOSE_GRACE_MS = 5_000

export function createStreamHandler(dependencies: StreamHandlerDependencies): StreamHandler {
  const { gate, stream, after, heartbeatMs = HEARTBEAT_MS, publicUrl, headers, reportBug } = dependencies
  const now = () => dependencies.now().getTime()
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    WebSocket: StreamWebSocket,
    maxPayload: MAX_MESSAGE_BYTES,
    closeTimeout: CLOSE_GRACE_MS,
    handleProtocols: (offered: ReadonlySet<string>) =>
      offered.has(STREAM_PROTOCOL) ? STREAM_PROTOCOL : (false as const),
  }
  const server = new WebSocketServer(options)
  server.on('headers', (lines, request) => void lines.push(`${REQUEST_ID_HEADER}: ${requestIdOf(request.headers)}`))
  // The library's answer lacks this API's headers and envelope.
  server.on('wsClientError', (error, socket, request) =>
    refuseUpgrade(socket, upgradeRefusal(error, request), headers, requestIdOf(request.headers)),
  )
  const tickMs = Math.min(TICK_MS, heartbeatMs)
  const sockets = new StreamSockets({
    gate,
    now,
    after,
    tickMs,
    limits: dependencies.limits ?? SOCKET_LIMITS,
    reportBug,
  })
  let isClosing = false
  let ended: () => void = () => undefined

  async function admit(request: IncomingMessage): Promise<Admitted | Rejected> {
    try {
      const token = streamToken(request)
      // The token cannot be logged later.
      request.url = STREAM_PATH
      // Cookies do not count here, so a page of any origin may connect with a token. Without one it could use the
      // browser to reach a private server.
      if (token === undefined && isFromOtherOrigin(request, publicUrl)) throw otherOrigin()
      const client = await gate.verify(token, 'client')
      return { client, token }
    } catch (error) {
      if (isAboutToken(error)) return { code: CLOSE_CODES.token, reason: error.message }
      if (error instanceof Refusal && error.code === 'ENGINE_BUSY')
        return { code: CLOSE_CODES.tryAgain, reason: 'The token cannot be verified at the moment. Connect again.' }
      throw error
    }
  }

  async function connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const admitted = await admit(request)
    if (isClosing) throw shuttingDown()
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const verdict = 'code' in admitted ? admitted : withinLimits(admitted)
      if ('code' in verdict) {
        webSocket.on('error', () => undefined)
        webSocket.close(verdict.code, shortenReason(verdict.reason))
        return
      }
      const { client, token } = verdict
      const connection = new StreamConnection({
        webSocket,
        socket,
        client,
        token,
        stream,
        now,
        heartbeatMs,
        reportBug,
      })
      sockets.add(connection)
      webSocket.on('close', () => {
        sockets.remove(connection)
        if (sockets.all.length === 0) ended()
      })
    })
  }

  function withinLimits(admitted: Admitted): Admitted | Rejected {
    const reason = sockets.full(admitted.client)
    return reason === null ? admitted : { code: CLOSE_CODES.tooMany, reason }
  }

  return {
    upgrade: (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      connect(request, socket, head).catch((error: unknown) => {
        const requestId = requestIdOf(request.headers)
        if (!(error instanceof Refusal)) reportBug(error, requestId)
        refuseUpgrade(socket, error instanceof Refusal ? error : bugRefusal(), headers, requestId)
      })
    },
    close: async (graceMs) => {
      isClosing = true
      sockets.stop()
      if (sockets.all.length === 0) return
      const allGone = new Promise<void>((resolve) => {
        ended = resolve
      })
      const cancel = after(graceMs, () => {
        for (const connection of sockets.all) connection.terminate()
      })
      for (const connection of sockets.all)
        connection.close(CLOSE_CODES.shutdown, 'This server process ends. Connect again.')
      await allGone
      cancel()
    },
  }
}

/** Limit of the protocol for a close reason. */
const MAX_REASON_BYTES = 123

function shortenReason(reason: string): string {
  let text = reason
  while (Buffer.byteLength(text) > MAX_REASON_BYTES) text = `${text.slice(0, text.lastIndexOf(' '))}…`
  return text
}

function otherOrigin(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'A page of another origin needs a token, also where this deployment demands none.',
    {},
    { status: 403 },
  )
}

function shuttingDown(): Refusal {
  return new Refusal('ENGINE_BUSY', 'This server process ends. Connect again.')
}

function upgradeRefusal({ message }: Error, { method }: IncomingMessage): Refusal {
  if (method !== 'GET')
    return new Refusal('BAD_REQUEST', 'A WebSocket is opened with GET.', {}, { status: 405, headers: { allow: 'GET' } })
  return new Refusal('BAD_REQUEST', `This is no WebSocket upgrade that this server takes: ${message}.`, {}, VERSION)
}

/** Required by RFC 6455 (4.4). */
const VERSION = { headers: { 'sec-websocket-version': '13' } }

function refuseUpgrade(socket: Duplex, refusal: Refusal, common: HeaderFields, requestId: string): void {
  if (!socket.writable) return
  const { status, headers, body } = clientError(refusal, requestId)
  const length = String(Buffer.byteLength(body))
  const lines = headerLines({
    ...common,
    ...headers,
    [REQUEST_ID_HEADER]: requestId,
    connection: 'close',
    'content-length': length,
  })
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n${lines}\r\n${body}`)
}
