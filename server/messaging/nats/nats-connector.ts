/** Reconnects forever, and prepares the server before use, which restores a state that the server lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node'
import type { BusLog } from '../bus/bus'

export interface NatsSession {
  readonly connection: NatsConnection
  readonly stream: JetStreamClient
  readonly manager: JetStreamManager
}

export interface NatsConnectorOptions {
  readonly url: string
  readonly log: BusLog
  readonly prepare: (manager: JetStreamManager) => Promise<void>
  readonly opened: (session: NatsSession) => void
  readonly lost: () => void
}

const RETRY_MS = 500
const REQUEST_TIMEOUT_MS = 3_000

export class NatsConnector {
  private connection: NatsConnection | null = null
  private current: NatsSession | null = null
  private isClosed = false
  /** Older preparations have no effect. */
  private preparation = 0

  constructor(private readonly options: NatsConnectorOptions) {
    void this.run()
  }

  /** @throws Error while the server is unavailable */
  session(): NatsSession {
    if (this.current === null) throw new Error('NATS is unavailable')
    return this.current
  }

  isCurrent(session: NatsSession): boolean {
    return this.current === session
  }

  connectionOrNull(): NatsConnection | null {
    return this.connection
  }

  /** Prepares the server again. */
  doubt(): void {
    if (this.connection !== null && this.current !== null) void this.prepare(this.connection)
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.current = null
    const { connection } = this
    if (connection === null || connection.isClosed()) return
    // Sends outstanding acknowledgements.
    await Promise.race([connection.flush().catch(() => undefined), sleep(1_000, undefined, { ref: false })])
    await connection.close()
  }

  private async run(): Promise<void> {
    while (!this.isClosed) {
      try {
        await this.connectOnce()
      } catch (error) {
        this.options.log.debug({ err: error }, 'NATS cannot be reached; tried again')
      }
      if (!this.isClosed) await sleep(RETRY_MS)
    }
  }

  /** The client only gives up if the server refuses it. */
  private async connectOnce(): Promise<void> {
    const connection = await connect({
      ...serverOptions(this.options.url),
      name: 'touchstone',
      timeout: REQUEST_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RETRY_MS / 2,
      reconnectJitter: RETRY_MS / 5,
      pingInterval: 5_000,
      maxPingOut: 2,
      ignoreAuthErrorAbort: true,
    })
    if (this.isClosed) return connection.close()
    this.connection = connection
    void this.watch(connection)
    void this.prepare(connection)
    const reason = await connection.closed()
    this.lose()
    this.connection = null
    if (reason instanceof Error) throw reason
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        this.options.log.warn({}, 'NATS is unavailable')
        this.lose()
      }
      if (type === 'reconnect') void this.prepare(connection)
    }
  }

  private lose(): void {
    this.preparation++
    if (this.current === null) return
    this.current = null
    this.options.lost()
  }

  private async prepare(connection: NatsConnection): Promise<void> {
    this.lose()
    const turn = this.preparation
    const isCurrent = () => turn === this.preparation && !this.isClosed && !connection.isClosed()
    for (let warned = false; isCurrent(); warned = true) {
      try {
        const manager = await jetstreamManager(connection, { timeout: REQUEST_TIMEOUT_MS })
        await this.options.prepare(manager)
        if (!isCurrent()) return
        this.current = { connection, stream: jetstream(connection, { timeout: REQUEST_TIMEOUT_MS }), manager }
        this.options.opened(this.current)
        return
      } catch (error) {
        if (!warned && isCurrent())
          this.options.log.warn({ err: error }, 'the streams of the bus could not be made; tried again')
        await sleep(RETRY_MS)
      }
    }
  }
}

/**
 * Parses BUS_URL.
 * @param url addresses separated by commas. The first with a user, or a token in its place, applies to all. `tls://`
 * requires encryption.
 */
export function serverOptions(url: string): NodeConnectionOptions {
  const addresses = url.split(',').map((part) => new URL(part.trim()))
  const named = addresses.find(({ username }) => username !== '')
  const user = named === undefined ? null : decodeURIComponent(named.username)
  const password = decodeURIComponent(named?.password ?? '')
  return {
    servers: addresses.map(({ hostname, port }) => `${hostname}:${port === '' ? 4_222 : port}`),
    ...(addresses.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    ...(user !== null && (password === '' ? { token: user } : { user, pass: password })),
  }
}
