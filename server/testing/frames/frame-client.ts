/**
 * A client of the guardrail platform that follows the documentation: it repeats a frame until it is answered `sent`,
 * and subscribes again after its stream broke.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { evaluatedFrame, responseMessage } from '../../api/schemas/frame'
import type { FrameTarget } from './frame-target'

export const TOPIC = 'frames under test'

export interface Answer {
  /** Message ids of its answers; more than one is an error. */
  readonly messageIds: Set<string>
  /** `YES`, `NO`, `UNKNOWN`, or an error code. */
  readonly outcomes: Set<string>
}

export interface FrameClientOptions {
  readonly target: FrameTarget
  /** Returns the address of the next process that accepts frames and serves streams. */
  readonly url: () => string
}

const RETRY_MS = 100
/** A token is valid for an hour. */
const RENEW_MS = 1_200_000
/** A stream allows a thousand. */
const SUBSCRIPTIONS = 500

export class FrameClient {
  readonly answers = new Map<string, Answer>()
  readonly refusals: string[] = []
  private readonly streams: { readonly traces: Set<string>; socket: WebSocket | null }[] = []
  private token: Promise<string> | null = null
  private renewAt = 0
  private isClosed = false

  constructor(private readonly options: FrameClientOptions) {}

  /** Resolves when the frame was answered `sent`, however many processes die meanwhile. */
  async send(traceId: string, answer: string): Promise<void> {
    const { target, url } = this.options
    const entailment_frame = { C: [], Q: null, A: answer, P: [], E: null }
    const body = JSON.stringify({ trace_id: traceId, response_topic: [TOPIC], entailment_frame })
    for (;;) {
      try {
        const reply = await fetch(`${url()}/client-api/bus/send?target_id=${target.id}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${await this.proof()}` },
          body,
          signal: AbortSignal.timeout(30_000),
        })
        const text = await reply.text()
        if (reply.status === 200) return
        if (reply.status !== 503) this.refusals.push(`${traceId}: ${reply.status} ${text.slice(0, 300)}`)
        if (reply.status === 401) this.token = null
      } catch {
        // The process died or has not started yet.
      }
      if (this.isClosed) throw new Error('closed')
      await sleep(RETRY_MS)
    }
  }

  /** Subscribes on a stream, and again after it breaks. */
  expect(traceId: string): void {
    const room = this.streams.find(({ traces }) => traces.size < SUBSCRIPTIONS)
    const stream = room ?? { traces: new Set<string>(), socket: null }
    stream.traces.add(traceId)
    if (room === undefined) {
      this.streams.push(stream)
      void this.holdOpen(stream)
    } else if (stream.socket?.readyState === WebSocket.OPEN) subscribe(stream.socket, traceId)
  }

  /** Breaks every stream, so that it reconnects. */
  reconnect(): void {
    for (const { socket } of this.streams) socket?.terminate()
  }

  close(): void {
    this.isClosed = true
    this.reconnect()
  }

  private async holdOpen(stream: { readonly traces: ReadonlySet<string>; socket: WebSocket | null }): Promise<void> {
    while (!this.isClosed) {
      try {
        const address = `${this.options.url().replace('http', 'ws')}/client-api/bus/stream?token=${await this.proof()}`
        const socket = new WebSocket(address, { handshakeTimeout: 10_000 })
        stream.socket = socket
        const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
        socket.on('error', () => undefined)
        socket.on('message', (data) => this.read(data.toString()))
        socket.once('open', () => {
          for (const traceId of stream.traces) subscribe(socket, traceId)
        })
        await closed
      } catch {
        // No process issued a token.
      }
      await sleep(RETRY_MS)
    }
  }

  private read(text: string): void {
    const { type, data, success } = JSON.parse(text) as { type: string; data?: unknown; success?: boolean }
    if (type === 'ack' && success !== true) this.refusals.push(text.slice(0, 300))
    if (type !== 'response') return
    const { id, trace_id: traceId, entailment_frame } = responseMessage.parse(data)
    const { E, Error: failure } = evaluatedFrame.parse(JSON.parse(entailment_frame))
    const answer = this.answers.get(traceId) ?? { messageIds: new Set(), outcomes: new Set() }
    answer.messageIds.add(id)
    answer.outcomes.add(failure?.code ?? E?.conclusion ?? 'nothing')
    this.answers.set(traceId, answer)
  }

  private proof(): Promise<string> {
    if (performance.now() > this.renewAt) this.token = null
    if (this.token === null) this.renewAt = performance.now() + RENEW_MS
    this.token ??= this.exchange().catch((error: unknown) => {
      this.token = null
      throw error
    })
    return this.token
  }

  private async exchange(): Promise<string> {
    const { target, url } = this.options
    const reply = await fetch(`${url()}/client-api/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: target.username, service_token: target.serviceToken }),
      signal: AbortSignal.timeout(10_000),
    })
    const { token } = (await reply.json()) as { token?: string }
    if (token === undefined) throw new Error(`no token: ${reply.status}`)
    return token
  }
}

function subscribe(socket: WebSocket, traceId: string): void {
  socket.send(JSON.stringify({ action: 'subscribe', topic: TOPIC, trace_id: traceId }))
}
