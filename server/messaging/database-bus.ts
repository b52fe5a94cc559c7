/**
 * The bus inside the application's own database.
 *
 * Promises: beside those of {@link Bus}: work may be added by a row of `bus_work` in a transaction of the caller's. What a
 * process had in hand when it died comes again within four seconds, at the latest when its lease runs out. Trusts the
 * tables to be there: the store migrates.
 */
import { randomInt } from 'node:crypto'
import type { Bus, WorkMessage } from './bus'
import type { BusLog } from './bus-log'
import { checkNames, checkPayload } from './check-messages'
import { Announcer } from './database/announcer'
import { DatabaseWorker } from './database/database-worker'
import { isAway } from './database/is-away'
import { CHANNEL } from './database/notices'
import { openPool } from './database/open-connections'
import { ProcessLine } from './database/process-line'
import { workRows } from './database/work-rows'
import { deadLetterAnnouncement } from './dead-letter'
import { GroupedCalls } from './grouped-calls'
import { Listeners } from './listeners'
import { retryWhileUnavailable } from './retry-while-unavailable'

export interface DatabaseBusOptions {
  /** `postgresql://…` of a database that was migrated. */
  readonly url: string
  readonly log: BusLog
  /** Most connections held by this process, beside the one on which it listens. */
  readonly connections?: number
  /** How long a message stays with a process that says nothing, in milliseconds. */
  readonly leaseMs?: number
  /** How often a worker with room looks for work that nobody told it of, in milliseconds. */
  readonly pollMs?: number
  /** How long a call waits for a database that is away, in milliseconds. */
  readonly retryForMs?: number
}

const PING_MS = 2_000

/** Connects by itself, now or when the database is there. */
export function openDatabaseBus(options: DatabaseBusOptions): Bus {
  const { url, log, connections = 4, leaseMs = 10_000, pollMs = 250, retryForMs = 10_000 } = options
  // Two processes of one key would only see each other's death later.
  const holder = randomInt(1, 2 ** 31)
  const pool = openPool(url, connections, log)
  const rows = workRows(pool, holder, leaseMs)
  const workers = new Set<DatabaseWorker>()
  let closing: Promise<void> | null = null
  const persist = <T>(call: () => Promise<T>) => retryWhileUnavailable(call, isAway, retryForMs, () => closing !== null)
  const wakeOwn = () => {
    for (const worker of workers) worker.wake()
  }

  const listeners = new Listeners(log)
  const announcer = new Announcer({
    holder,
    log,
    listeners,
    hasOthers: () => line.hasOthers,
    notify: (texts) =>
      persist(async () => {
        await pool.query({
          name: 'bus-notify',
          text: `WITH hasty AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
                 SELECT pg_notify('${CHANNEL}', said) FROM hasty, unnest(string_to_array($1, E'\\x1e')) WITH ORDINALITY AS given (said, place)
                 ORDER BY place`,
          // JSON holds this character in escaped form alone; the driver's arrays escape every quote of it.
          values: [texts.join('\x1e')],
        })
      }),
  })
  const line = new ProcessLine({
    url,
    log,
    holder,
    hear: ({ wake, announcements }) => {
      if (wake) wakeOwn()
      listeners.tell(announcements)
    },
    opened: wakeOwn,
  })
  const additions = new GroupedCalls<WorkMessage>((messages) => persist(() => rows.add(messages)))
  const wake = () => {
    wakeOwn()
    announcer.wakeOthers()
  }

  const close = async () => {
    await Promise.all([...workers].map((worker) => worker.stop(0)))
    await announcer.close()
    await line.close()
    await pool.end()
  }

  return {
    sharesDatabase: true,
    wake,
    reserve: (most) => {
      for (const worker of workers) {
        const reservation = worker.reserve(most)
        if (reservation !== null) return { ...reservation, holder, leaseMs }
      }
      return null
    },
    enqueue: async (messages) => {
      checkNames(messages)
      for (const { id, payload } of messages) checkPayload(id, payload)
      await Promise.all(messages.map((message) => additions.add(message, message.payload.length)))
      wake()
    },
    work: (work) => {
      const worker = new DatabaseWorker(
        {
          rows,
          log,
          leaseMs,
          pollMs,
          persist,
          mayTake: () => line.standing,
          tellDead: (delivery, reason, at) => {
            announcer.announce([deadLetterAnnouncement(delivery, reason, at)]).catch((error) => {
              log.debug({ err: error }, 'others were not told of a dead letter')
            })
          },
        },
        work,
      )
      workers.add(worker)
      return {
        stop: async (graceMs) => {
          await worker.stop(graceMs)
          workers.delete(worker)
        },
      }
    },
    announce: async (announcements) => {
      checkNames(announcements)
      await announcer.announce(announcements)
    },
    listen: (listener) => listeners.add(listener),
    ping: () => {
      const answer = pool.query('SELECT 1').then(
        () => null,
        () => 'the bus cannot be reached',
      )
      return Promise.race([
        answer,
        new Promise<string>((resolve) => {
          setTimeout(resolve, PING_MS, 'the bus does not answer').unref()
        }),
      ])
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
