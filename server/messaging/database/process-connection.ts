/** Listens for notices and holds the advisory lock that shows that this process is alive. */
import type pg from 'pg'
import type { BusLog } from '../bus/bus'
import { CHANNEL, type Notice, readNotice, wakeNotice } from './notices'
import { newClient } from './open-connections'
import { HOLDER_LOCK } from './work-rows'

export interface ProcessConnectionOptions {
  readonly url: string
  readonly log: BusLog
  /** Key of the lock, and the sender in notices. */
  readonly holder: number
  /** Not called for its own notices. */
  readonly onNotice: (notice: Notice) => void
  /** Called on each connect. Notices may have been missed. */
  readonly opened: () => void
}

const RETRY_MS = 250
/** A connection that is silent for twice this long is broken. */
const LOOK_EVERY_MS = 5_000

export class ProcessConnection {
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | undefined
  private isClosed = false
  private wasOpen = false
  private isOpen = false
  private others = true
  /** Since the last look began. */
  private noticedOthers = false

  constructor(private readonly options: ProcessConnectionOptions) {
    void this.connect()
  }

  /** Whether another process may be listening. A new one announces itself. */
  get hasOthers(): boolean {
    return !this.isOpen || this.others
  }

  /** While false, other processes may release this one's work. */
  get isVisible(): boolean {
    return this.isOpen
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.client?.end().catch(() => undefined)
  }

  private async connect(): Promise<void> {
    const { url, log, holder, onNotice, opened } = this.options
    const client = newClient(url)
    this.client = client
    client.on('error', (error) => this.lose(client, error))
    client.on('end', () => this.lose(client, null))
    client.on('notification', ({ payload }) => {
      if (payload?.startsWith(`{"from":${holder},`)) return
      const notice = readNotice(payload ?? '')
      if (notice === null || notice.from === holder) return
      this.others = true
      this.noticedOthers = true
      onNotice(notice)
    })
    let holds: boolean
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
      holds = await this.takeLock(client)
      await client.query('SELECT pg_notify($1, $2)', [CHANNEL, wakeNotice(holder)])
    } catch (error) {
      this.lose(client, error)
      return
    }
    if (this.client !== client || this.isClosed) return
    this.isOpen = true
    if (this.wasOpen) log.info({}, 'the bus listens again')
    this.wasOpen = true
    opened()
    this.lookLater(client, holds)
  }

  private lookLater(client: pg.Client, holds: boolean): void {
    this.timer = setTimeout(() => void this.look(client), holds ? LOOK_EVERY_MS : RETRY_MS)
  }

  private async look(client: pg.Client): Promise<void> {
    let holds: boolean
    try {
      holds = await this.takeLock(client)
    } catch (error) {
      this.lose(client, error)
      return
    }
    if (this.client === client && !this.isClosed) this.lookLater(client, holds)
  }

  /** Returns false while an old, broken connection still holds it. */
  private async takeLock(client: pg.Client): Promise<boolean> {
    this.noticedOthers = false
    const { rows } = await client.query<{ holds: boolean; others: boolean }>(
      `WITH holders AS MATERIALIZED (
         SELECT objid, pid FROM pg_locks
         WHERE locktype = 'advisory' AND classid = $1::int AND objsubid = 2
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       )
       SELECT EXISTS (SELECT FROM holders WHERE objid <> $2::int::oid) AS others,
              CASE WHEN EXISTS (SELECT FROM holders WHERE objid = $2::int::oid AND pid = pg_backend_pid()) THEN true
                   ELSE pg_try_advisory_lock($1::int, $2::int) END AS holds`,
      [HOLDER_LOCK, this.options.holder],
    )
    // A new process may be missing.
    this.others = this.noticedOthers || rows[0]?.others !== false
    return rows[0]?.holds ?? false
  }

  private lose(client: pg.Client, error: unknown): void {
    if (this.client !== client) return
    this.client = null
    this.isOpen = false
    clearTimeout(this.timer)
    void client.end().catch(() => undefined)
    if (this.isClosed) return
    this.options.log.debug({ err: error }, 'the bus does not listen; it tries again')
    this.timer = setTimeout(() => void this.connect(), RETRY_MS)
  }
}
