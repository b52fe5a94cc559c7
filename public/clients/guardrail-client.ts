/**
 * A client of the guardrail platform in one file, to copy and change. Needs Node.js 20 and `npm install ws`.
 *
 * As a command: npx tsx guardrail-client.ts <address> <target id> <answer to validate>, with SERVICE_USERNAME and
 * SERVICE_TOKEN in the environment if the deployment demands a token.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { WebSocket } from 'ws'

export interface Frame {
  /** Context documents. */
  readonly C?: readonly string[]
  /** Question. */
  readonly Q?: string | null
  /** A text, or a claim dictionary as JSON for `policy_rules`. */
  readonly A?: string | null
}

export interface EvaluatedFrame {
  readonly C: readonly string[]
  readonly Q: string | null
  readonly A: string | null
  /** Proof steps. */
  readonly P: readonly Readonly<Record<string, unknown>>[]
  readonly E: { readonly conclusion: 'YES' | 'NO' | 'UNKNOWN'; readonly confidence: number }
  readonly Error: null
}

interface FailedFrame {
  readonly Error: { readonly code: string; readonly message: string; readonly retryable: boolean }
}

/** If `retryable` is set, a new frame may succeed. */
export class GuardrailError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly retryable: boolean,
  ) {
    super(`${code}: ${message}`)
    this.name = 'GuardrailError'
  }
}

export class GuardrailRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfterMs: number,
  ) {
    super(`${status} ${code}: ${message}`)
    this.name = 'GuardrailRefusal'
  }
}

/** Ask again with the same trace id; the platform still has the frame. */
export class GuardrailTimeout extends Error {
  constructor(readonly traceId: string) {
    super(`No answer to the frame ${traceId} came in time.`)
    this.name = 'GuardrailTimeout'
  }
}

export interface GuardrailClientOptions {
  /** For example `https://guardrails.example.org`. */
  readonly url: string
  /** Not needed if the deployment demands no token. */
  readonly account?: { readonly username: string; readonly serviceToken: string }
  /** Must be unique to your application. */
  readonly topic: string
}

interface EvaluateOptions {
  /** Reuse it to repeat the same frame. */
  readonly traceId?: string
  /** 30 to 60 seconds for rules, 120 to 300 for agentic guardrails, more for long chains. */
  readonly timeoutMs?: number
}

interface Waiting {
  readonly resolve: (frame: EvaluatedFrame) => void
  readonly reject: (error: Error) => void
}

type StreamMessage =
  | { readonly type: 'ack'; readonly success: boolean; readonly trace_id: string }
  | { readonly type: 'response'; readonly trace_id: string; readonly data: { readonly entailment_frame: string } }

/** The server pings every 30 seconds, so a longer silence means a lost socket. */
const SILENCE_MS = 75_000
const LONGEST_PAUSE_MS = 30_000
/** A repeated frame is answered only once. */
const PASSING = new Set([429, 500, 502, 503, 504])

export class GuardrailClient {
  private readonly waiting = new Map<string, Set<Waiting>>()
  private token: { readonly text: string; readonly goodUntil: number } | null = null
  private exchange: Promise<string> | null = null
  private socket: WebSocket | null = null
  private isConnecting = false
  private isClosed = false

  constructor(private readonly options: GuardrailClientOptions) {}

  /** @throws GuardrailError, GuardrailTimeout, GuardrailRefusal */
  async evaluate(
    targetId: string,
    frame: Frame,
    { traceId = randomUUID(), timeoutMs = 120_000 }: EvaluateOptions = {},
  ): Promise<EvaluatedFrame> {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    let waiting: Waiting | undefined
    const answer = new Promise<EvaluatedFrame>((resolve, reject) => {
      waiting = { resolve, reject }
      deadline.signal.addEventListener('abort', () => reject(new GuardrailTimeout(traceId)))
      this.waiting.set(traceId, (this.waiting.get(traceId) ?? new Set()).add(waiting))
    })
    answer.catch(() => undefined)
    try {
      this.listenFor(traceId)
      await this.send(targetId, frame, traceId, deadline.signal)
      return await answer
    } catch (error) {
      throw deadline.signal.aborted ? new GuardrailTimeout(traceId) : error
    } finally {
      clearTimeout(timer)
      const same = this.waiting.get(traceId)
      if (waiting !== undefined) same?.delete(waiting)
      if (same?.size === 0) this.waiting.delete(traceId)
    }
  }

  close(): void {
    this.isClosed = true
    this.socket?.close()
    this.rejectAll(new Error('The client was closed.'))
  }

  private rejectAll(error: Error): void {
    for (const same of this.waiting.values()) for (const { reject } of same) reject(error)
  }

  private async send(targetId: string, frame: Frame, traceId: string, signal: AbortSignal): Promise<void> {
    const body = JSON.stringify({
      trace_id: traceId,
      response_topic: [this.options.topic],
      entailment_frame: { C: frame.C ?? [], Q: frame.Q ?? null, A: frame.A ?? null, P: [], E: null },
    })
    const address = `${this.options.url}/client-api/bus/send?target_id=${encodeURIComponent(targetId)}`
    for (let attempt = 0; ; attempt++)
      try {
        const token = await this.freshToken()
        const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
        await requestJson(address, { method: 'POST', headers, body, signal })
        return
      } catch (error) {
        // One retry uses a new token, because tokens may end early.
        if (error instanceof GuardrailRefusal && error.status === 401 && attempt === 0) this.token = null
        else if (signal.aborted || !isTemporary(error)) throw error
        const wait = error instanceof GuardrailRefusal ? error.retryAfterMs : 0
        await sleep(wait || pauseOf(attempt), undefined, { signal })
      }
  }

  private listenFor(traceId: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.subscribe(this.socket, traceId)
    else if (!this.isConnecting) void this.connect()
  }

  private subscribe(socket: WebSocket, traceId: string): void {
    socket.send(JSON.stringify({ action: 'subscribe', topic: this.options.topic, trace_id: traceId }))
  }

  /** The platform stores answers while the client reconnects. */
  private async connect(): Promise<void> {
    this.isConnecting = true
    for (let attempt = 0; this.waiting.size > 0 && !this.isClosed; attempt++) {
      if (await this.open()) break
      await sleep(pauseOf(attempt))
    }
    this.isConnecting = false
  }

  private async open(): Promise<boolean> {
    let token: string | null
    try {
      token = await this.freshToken()
    } catch (error) {
      if (!isTemporary(error)) this.rejectAll(error as Error)
      return false
    }
    // Proxies log addresses, but not subprotocols.
    const protocols = token ? ['touchstone.v1', `bearer.${token}`] : ['touchstone.v1']
    const socket = new WebSocket(`${this.options.url.replace(/^http/, 'ws')}/client-api/bus/stream`, protocols)
    let silence = setTimeout(() => socket.terminate(), SILENCE_MS)
    const restartSilence = () => {
      clearTimeout(silence)
      silence = setTimeout(() => socket.terminate(), SILENCE_MS)
    }
    socket.on('ping', restartSilence)
    socket.on('message', (data) => {
      restartSilence()
      this.settle(JSON.parse(data.toString()) as StreamMessage)
    })
    // The socket is then opened again.
    socket.on('error', () => undefined)
    socket.on('close', (code) => {
      clearTimeout(silence)
      if (code === 4401) this.token = null
      if (this.socket !== socket) return
      this.socket = null
      if (!this.isConnecting) void this.connect()
    })
    return new Promise((resolve) => {
      socket.on('open', () => {
        this.socket = socket
        for (const traceId of this.waiting.keys()) this.subscribe(socket, traceId)
        resolve(true)
      })
      socket.on('close', () => resolve(false))
    })
  }

  private settle(message: StreamMessage): void {
    const same = this.waiting.get(message.trace_id)
    if (same === undefined) return
    if (message.type === 'ack') {
      if (!message.success) for (const { reject } of same) reject(new Error(`The subscription was refused.`))
      return
    }
    const frame = JSON.parse(message.data.entailment_frame) as EvaluatedFrame | FailedFrame
    for (const { resolve, reject } of same)
      if (frame.Error === null) resolve(frame)
      else reject(new GuardrailError(frame.Error.code, frame.Error.message, frame.Error.retryable))
  }

  private async freshToken(): Promise<string | null> {
    const { account } = this.options
    if (account === undefined) return null
    if (this.token !== null && Date.now() < this.token.goodUntil) return this.token.text
    // Sending and listening share one exchange.
    this.exchange ??= this.exchangeToken(account).finally(() => {
      this.exchange = null
    })
    return this.exchange
  }

  private async exchangeToken({
    username,
    serviceToken,
  }: Required<GuardrailClientOptions>['account']): Promise<string> {
    const answer = await requestJson(`${this.options.url}/client-api/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ username, service_token: serviceToken }),
      signal: AbortSignal.timeout(30_000),
    })
    const { token, expires_in } = answer as { token: string; expires_in: number }
    this.token = { text: token, goodUntil: Date.now() + (expires_in - 60) * 1_000 }
    return token
  }
}

/** @throws GuardrailRefusal, or the error of `fetch` */
async function requestJson(address: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(address, init)
  if (response.ok) return response.json()
  const wait = Number(response.headers.get('retry-after') ?? 0) * 1_000
  const refusal = (await response.json().catch(() => ({}))) as { error?: { code?: string; message?: string } }
  const { code = 'unknown', message = 'The answer does not say why.' } = refusal.error ?? {}
  throw new GuardrailRefusal(response.status, code, message, wait)
}

/** `fetch` throws a TypeError if no server answers. */
function isTemporary(error: unknown): boolean {
  if (error instanceof GuardrailRefusal) return PASSING.has(error.status)
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')
}

/** Differs between clients that were cut off together. */
function pauseOf(attempt: number): number {
  return Math.random() * Math.min(LONGEST_PAUSE_MS, 500 * 2 ** attempt)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [url = 'http://localhost:3000', targetId = '', answer = ''] = process.argv.slice(2)
  const { SERVICE_USERNAME: username, SERVICE_TOKEN: serviceToken } = process.env
  const account = username && serviceToken ? { account: { username, serviceToken } } : {}
  const client = new GuardrailClient({ url, ...account, topic: 'guardrail-client.example' })
  try {
    const { E, P } = await client.evaluate(targetId, { A: answer }, { timeoutMs: 60_000 })
    console.log(`${E.conclusion} (confidence ${E.confidence})`)
    for (const { assertion, check } of P) console.log(`  ${assertion}: ${check}`)
  } finally {
    client.close()
  }
}
