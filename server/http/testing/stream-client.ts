/** A client of the stream that records its messages. */
import { expect } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { type ResponseMessage, responseMessage } from '../../api/schemas/frame'

export interface StreamMessage {
  readonly type: string
  readonly trace_id: string
  readonly [member: string]: unknown
}

export class StreamClient {
  readonly socket: WebSocket
  readonly messages: StreamMessage[] = []
  /** Close code and reason. */
  end: { readonly code: number; readonly reason: string } | null = null
  pings = 0

  constructor(address: string, options: ClientOptions = {}, protocols: readonly string[] = []) {
    this.socket = new WebSocket(address, [...protocols], options)
    this.socket.on('message', (data) => this.messages.push(JSON.parse(data.toString()) as StreamMessage))
    this.socket.on('close', (code, reason) => {
      this.end = { code, reason: reason.toString() }
    })
    this.socket.on('ping', () => this.pings++)
    this.socket.on('error', () => undefined)
  }

  async opened(): Promise<this> {
    await expect.poll(() => this.socket.readyState, { interval: 5, timeout: 20_000 }).not.toBe(WebSocket.CONNECTING)
    return this
  }

  async say(message: unknown): Promise<void> {
    await this.opened()
    this.socket.send(JSON.stringify(message))
  }

  subscribe(traceId: string, topic: string): Promise<void> {
    return this.say({ action: 'subscribe', topic, trace_id: traceId })
  }

  get responses(): readonly ResponseMessage[] {
    return this.messages.filter(({ type }) => type === 'response').map(({ data }) => responseMessage.parse(data))
  }

  get acks(): readonly StreamMessage[] {
    return this.messages.filter(({ type }) => type === 'ack')
  }

  async hasGot(responses: number): Promise<void> {
    await expect.poll(() => this.count('response'), { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(responses)
  }

  async isAcknowledged(acks: number): Promise<void> {
    await expect.poll(() => this.count('ack'), { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(acks)
  }

  /** @returns the close code */
  async closed(): Promise<number> {
    await expect.poll(() => this.end, { interval: 5, timeout: 20_000 }).not.toBeNull()
    return this.end?.code ?? 0
  }

  private count(wanted: string): number {
    let count = 0
    for (const { type } of this.messages) if (type === wanted) count++
    return count
  }
}
