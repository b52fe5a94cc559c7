/**
 * The one connection on which a process hears the others, and by which they see that it lives.
 *
 * Promises: as long as the process lives and the database is there, it listens and holds its advisory lock; after the
 * connection broke it comes back by itself.
 */
import type pg from 'pg'
import type { BusLog } from '../bus-log'
import { CHANNEL, type Notice, readNotice } from './notices'
import { newClient } from './open-connections'
import { HOLDER_LOCK } from './work-rows'

export interface ProcessLineParts {
  readonly url: string
  readonly log: BusLog
  /** Key of the lock, and what this process's notices name. */
  readonly holder: number
  /** Not called for this process's own notices. */
  readonly hear: (notice: Notice) => void
  /** The line was away and is back: something may have been missed. */
  readonly returned: () => void
}

const RETRY_MS = 250
/** A line on which nothing comes back for twice this long is dead. */
const LOOK_MS = 5_000

export class ProcessLine {
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | undefined
  private isClosed = false
  private wasOpen = false
  private readonly opened: Promise<void>
  private tellOpened: () => void = () => undefined

  constructor(private readonly parts: ProcessLineParts) {
    this.opened = new Promise((resolve) => {
      this.tellOpened = resolve
    })
    void this.connect()
  }

  /** Resolves when it listened for the first time, or was closed before. */
  ready(): Promise<void> {
    return this.opened
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    this.tellOpened()
    await this.client?.end().catch(() => undefined)
  }

  private async connect(): Promise<void> {
    const { url, log, holder, hear, returned } = this.parts
    const client = newClient(url)
    this.client = client
    client.on('error', (error) => this.lose(client, error))
    client.on('end', () => this.lose(client, null))
    client.on('notification', ({ payload }) => {
      // Its own are most of what it gets.
      if (payload?.startsWith(`{"from":${holder},`)) return
      const notice = readNotice(payload ?? '')
      if (notice !== null && notice.from !== holder) hear(notice)
    })
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
      await this.takeLock(client)
    } catch (error) {
      this.lose(client, error)
      return
    }
    if (this.client !== client) return
    if (this.wasOpen) {
      log.info({}, 'the bus listens again')
      returned()
    }
    this.wasOpen = true
    this.tellOpened()
    this.timer = setTimeout(() => void this.look(client), LOOK_MS)
  }

  /** Also takes the lock where its last owner, a broken connection of this process, had not gone before. */
  private async look(client: pg.Client): Promise<void> {
    try {
      await this.takeLock(client)
    } catch (error) {
      this.lose(client, error)
      return
    }
    if (this.client === client && !this.isClosed) this.timer = setTimeout(() => void this.look(client), LOOK_MS)
  }

  private async takeLock(client: pg.Client): Promise<void> {
    await client.query(
      `SELECT pg_try_advisory_lock($1::int, $2::int) WHERE NOT EXISTS (
         SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::int AND objid = $2::int AND pid = pg_backend_pid()
       )`,
      [HOLDER_LOCK, this.parts.holder],
    )
  }

  private lose(client: pg.Client, error: unknown): void {
    if (this.client !== client) return
    this.client = null
    clearTimeout(this.timer)
    void client.end().catch(() => undefined)
    if (this.isClosed) return
    this.parts.log.debug({ err: error }, 'the bus does not listen; it tries again')
    this.timer = setTimeout(() => void this.connect(), RETRY_MS)
  }
}
