/**
 * Sends spans in batches by OTLP over HTTP, as JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp). A span arrives
 * as text, so that nothing about it is kept or walked again. If the collector is unreachable or slow, new spans are
 * dropped and no call waits.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TracesSettings } from '../../config/observability'

const SCOPE = 'touchstone'
const MAX_BATCH = 1_024
/** About 4 MB. */
const MAX_WAITING = 8_192
const TIMEOUT_MS = 5_000
const MAX_TRIES = 4
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 5_000
/** Retryable by the specification; anything else would be refused again. */
const RETRYABLE = new Set([429, 502, 503, 504])

type Outcome = { readonly kind: 'done' } | { readonly kind: 'retry'; readonly afterMs: number | null }

export class SpanSender {
  private waiting: string[] = []
  private sending: Promise<void> | null = null
  private readonly closing = new AbortController()
  private readonly timer: NodeJS.Timeout
  private readonly agent: HttpAgent
  private readonly url: URL
  private readonly headers: Readonly<Record<string, string>>
  private readonly before: string

  constructor({ endpoint, headers, serviceName }: TracesSettings, version: string, sendEveryMs: number) {
    this.url = new URL(`${endpoint}/v1/traces`)
    const options = { keepAlive: true, maxSockets: 1 }
    this.agent = this.url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
    this.headers = { ...headers, 'content-type': 'application/json' }
    const attributes = [
      { key: 'service.name', value: { stringValue: serviceName } },
      { key: 'service.version', value: { stringValue: version } },
    ]
    const scope = JSON.stringify({ name: SCOPE, version })
    this.before = `{"resourceSpans":[{"resource":${JSON.stringify({ attributes })},"scopeSpans":[{"scope":${scope},"spans":[`
    this.timer = setInterval(() => void this.flush(), sendEveryMs).unref()
  }

  /** @param span a Span of OTLP in JSON */
  add(span: string): void {
    if (this.waiting.length >= MAX_WAITING) return
    this.waiting.push(span)
    if (this.waiting.length >= MAX_BATCH) void this.flush()
  }

  /** Sends the rest, unless the collector fails. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    this.closing.abort()
    await this.flush()
    this.agent.destroy()
  }

  /** One batch after the other. Never throws. */
  private flush(): Promise<void> {
    this.sending ??= this.sendWaiting().finally(() => {
      this.sending = null
    })
    return this.sending
  }

  private async sendWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, MAX_BATCH)
      this.waiting = this.waiting.slice(MAX_BATCH)
      const isSent = await this.sendBatch(Buffer.from(`${this.before}${batch.join(',')}]}]}]}`))
      // The end of the process would wait for one timeout after the other.
      if (!isSent && this.closing.signal.aborted) this.waiting = []
    }
  }

  private async sendBatch(body: Buffer): Promise<boolean> {
    const { signal } = this.closing
    let pause = FIRST_PAUSE_MS
    for (let tries = 1; ; tries++) {
      const outcome = await this.post(body)
      if (outcome.kind === 'done') return true
      if (tries === MAX_TRIES || signal.aborted) return false
      // Rejects only to end the pause when the process closes.
      await sleep(Math.min(outcome.afterMs ?? pause, MAX_PAUSE_MS), undefined, { signal }).catch(() => undefined)
      pause *= 2
    }
  }

  private post(body: Buffer): Promise<Outcome> {
    return new Promise((resolve) => {
      const send = this.url.protocol === 'https:' ? httpsRequest : httpRequest
      const headers = { ...this.headers, 'content-length': body.length }
      const options = { method: 'POST', agent: this.agent, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
      const sent = send(this.url, options, (response) => {
        response.resume()
        response.on('error', () => resolve({ kind: 'retry', afterMs: null }))
        response.on('end', () => resolve(outcomeOf(response)))
      })
      sent.on('error', () => resolve({ kind: 'retry', afterMs: null }))
      sent.end(body)
    })
  }
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): Outcome {
  if (!RETRYABLE.has(statusCode)) return { kind: 'done' }
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return { kind: 'retry', afterMs: Number.isFinite(seconds) ? seconds * 1_000 : null }
}
