/** Measures frames from send to the response on the WebSocket, sent at an even rate. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { frameText, type PlatformSubject, type Post, sendFrame } from './platform-subject'

export interface FrameSource {
  readonly url: string
  readonly post: Post
  readonly subject: PlatformSubject
  /** Claim dictionaries. */
  readonly claims: readonly string[]
}

export interface Rate {
  readonly perSecond: number
  readonly seconds: number
}

/** Returns milliseconds by frame. The client subscribes before it sends. */
export async function framesAtRate(
  { url, post, subject, claims }: FrameSource,
  rate: Rate,
): Promise<readonly number[]> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/client-api/bus/stream?token=${subject.token}`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map<string, () => void>()
  let acknowledged = 0
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { type: string; trace_id: string }
    if (message.type === 'ack') acknowledged++
    else waiting.get(message.trace_id)?.()
  })
  const topic = randomUUID()
  const traces = Array.from({ length: rate.perSecond * rate.seconds }, () => randomUUID())
  for (const trace_id of traces) socket.send(JSON.stringify({ action: 'subscribe', topic, trace_id }))
  while (acknowledged < traces.length) await sleep(10)
  await sleep(100)
  const times = await atRate(rate, async (i) => {
    const traceId = traces[i]!
    const answered = new Promise<void>((resolve) => waiting.set(traceId, resolve))
    const { status, text } = await sendFrame(post, subject, frameText(traceId, topic, claims[i % claims.length]!))
    if (status !== 200) throw new Error(text)
    await answered
  })
  socket.close()
  return times
}

/** Starts calls without waiting for earlier ones. Returns milliseconds by call. */
export async function atRate(
  { perSecond, seconds }: Rate,
  call: (i: number) => Promise<void>,
): Promise<readonly number[]> {
  const began = performance.now()
  const calls: Promise<number>[] = []
  for (let i = 0; i < perSecond * seconds; i++) {
    const wait = began + (i * 1_000) / perSecond - performance.now()
    if (wait > 0) await sleep(wait)
    const start = performance.now()
    calls.push(call(i).then(() => performance.now() - start))
  }
  return Promise.all(calls)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export function milliseconds(value: number): string {
  return `${value.toFixed(1).padStart(6)} ms`
}
