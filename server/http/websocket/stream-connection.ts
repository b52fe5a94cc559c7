/**
 * A subscription is acknowledged before its answers. If a client does not read, answers stay in storage and its messages
 * are not read. A client that is gone, reads nothing or never subscribed is disconnected.
 */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { Refusal } from '../../api/refusal'
import type { PlatformClient } from '../../services/guardrails/machine-accounts/platform-client'
import type { Reading, ResponseStream } from '../../services/guardrails/responses/response-stream'
import { readStreamMessage } from './stream-message'
import { CLOSE_CODES, type CloseCode, NOT_TEXT } from './stream-web-socket'

export interface ConnectionDependencies {
  readonly webSocket: WebSocket
  /** The connection under the WebSocket. */
  readonly socket: Duplex
  readonly client: PlatformClient
  readonly token: string | undefined
  readonly stream: Pick<ResponseStream, 'open'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly heartbeatMs: number
  readonly reportBug: (error: unknown) => void
}

/** No answer is sent while more bytes wait. */
const MAX_BUFFERED_BYTES = 1_048_576
const MAX_UNANSWERED_PINGS = 2
/** Without reading, or without a subscription. */
const IDLE_MS = 60_000
/** So many bad messages within this time end a stream. */
const MAX_BAD_MESSAGES = 20
const BAD_MESSAGES_MS = 60_000

export class StreamConnection {
  readonly client: PlatformClient
  readonly token: string | undefined
  private readonly reading: Reading
  private readonly openedAt: number
  private hasSubscribed = false
  private isFull = false
  private unanswered = 0
  private pingAt: number
  private buffered = 0
  private movedAt: number
  /** Times of the last bad messages, oldest first. */
  private badAt: readonly number[] = []

  constructor(private readonly dependencies: ConnectionDependencies) {
    const { webSocket, socket, client, token, stream, now, heartbeatMs, reportBug } = dependencies
    this.client = client
    this.token = token
    this.openedAt = this.movedAt = now()
    this.pingAt = this.openedAt + heartbeatMs
    this.reading = stream.open(client, {
      deliver: (_, message) =>
        this.send(JSON.stringify({ type: 'response', trace_id: message.trace_id, data: message })),
    })
    webSocket.on('message', (data, isBinary) => {
      try {
        this.receive(data.toString(), isBinary)
      } catch (error) {
        reportBug(error)
        this.close(CLOSE_CODES.bug, 'The server met a bug with this message.')
      }
    })
    webSocket.on('pong', () => {
      this.unanswered = 0
    })
    // The socket closes after an error.
    webSocket.on('error', () => undefined)
    webSocket.on('close', () => this.reading.end())
    socket.on('drain', () => this.drained())
  }

  /**
   * Pings or closes the socket if it is due.
   * @returns whether it sent a ping
   */
  tick(time: number): boolean {
    const { webSocket, heartbeatMs } = this.dependencies
    if (webSocket.readyState !== webSocket.OPEN) return false
    const { expiresAt } = this.client
    if (expiresAt !== null && expiresAt.getTime() <= time)
      return this.close(CLOSE_CODES.token, 'The token has expired. Connect again with a new one.')
    if (!this.hasSubscribed && time - this.openedAt >= IDLE_MS)
      return this.close(CLOSE_CODES.idle, 'Nothing was subscribed to within a minute.')
    if (webSocket.bufferedAmount === 0 || webSocket.bufferedAmount < this.buffered) this.movedAt = time
    this.buffered = webSocket.bufferedAmount
    if (time - this.movedAt >= IDLE_MS) return this.close(CLOSE_CODES.idle, 'Nothing was read for a minute.')
    if (time < this.pingAt) return false
    if (this.unanswered >= MAX_UNANSWERED_PINGS) return this.close(CLOSE_CODES.idle, 'Two pings were not answered.')
    this.unanswered++
    this.pingAt = time + heartbeatMs
    webSocket.ping()
    return true
  }

  close(code: CloseCode, reason: string): false {
    this.dependencies.webSocket.close(code, reason)
    return false
  }

  /** Skips the closing handshake. */
  terminate(): void {
    this.dependencies.webSocket.terminate()
  }

  private receive(text: string, isBinary: boolean): void {
    const { webSocket } = this.dependencies
    if (webSocket.readyState !== webSocket.OPEN) return
    if (isBinary) {
      this.close(CLOSE_CODES.notText, NOT_TEXT)
      return
    }
    const message = readStreamMessage(text)
    if (message.kind === 'subscribe' && !this.subscribe(message.subscription)) return
    webSocket.send(message.ack)
    if (message.kind === 'refused') this.countBad()
    // Unread acknowledgements must not accumulate.
    if (webSocket.bufferedAmount > MAX_BUFFERED_BYTES) webSocket.pause()
  }

  private countBad(): void {
    const now = this.dependencies.now()
    this.badAt = [...this.badAt.filter((at) => now - at < BAD_MESSAGES_MS), now]
    if (this.badAt.length >= MAX_BAD_MESSAGES)
      this.close(CLOSE_CODES.badMessages, `${MAX_BAD_MESSAGES} messages within a minute could not be taken.`)
  }

  private subscribe(subscription: { readonly topic: string; readonly traceId: string }): boolean {
    try {
      this.reading.subscribe(subscription)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return this.close(CLOSE_CODES.tooMany, error.message)
    }
    this.hasSubscribed = true
    return true
  }

  private send(text: string): boolean {
    const { webSocket } = this.dependencies
    this.isFull = webSocket.readyState !== webSocket.OPEN || webSocket.bufferedAmount > MAX_BUFFERED_BYTES
    if (!this.isFull) webSocket.send(text)
    return !this.isFull
  }

  private drained(): void {
    const { webSocket } = this.dependencies
    if (webSocket.isPaused) webSocket.resume()
    if (!this.isFull) return
    this.isFull = false
    this.reading.resume()
  }
}
