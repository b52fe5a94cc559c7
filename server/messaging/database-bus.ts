/**
 * The bus inside the application's own database.
 *
 * Promises: beside those of {@link Bus}: work may be added by a row of `bus_work` in a transaction of the caller. What a
 * process had in hand when it died comes again within four seconds, at the latest when its lease runs out. Trusts the
 * tables to be there: the store migrates.
 */
import { randomInt } from 'node:crypto'
import { deadLetterAnnouncement, Listeners } from './announcements'
import { type Bus, type BusLog, checkNames, checkPayload, type WorkMessage, type WorkOptions } from './bus'
import { DatabaseWorker, type DatabaseWorkerDependencies } from './database/database-worker'
import { workInLane } from './database/lane-worker'
import { Announcer, CHANNEL } from './database/notices'
import { isUnavailable, openPool } from './database/open-connections'
import { ProcessConnection } from './database/process-connection'
import { workRows } from './database/work-rows'
import type { LaneMessage, LaneQueue } from './lanes'
import { GroupedCalls, retryWhileUnavailable } from './server-calls'

export interface DatabaseBusOptions {
  /** `postgresql://…` of a database that was migrated. */
  readonly url: string
  readonly log: BusLog
  /** Most connections held by this process, beside the one on which it listens. */
  readonly connections?: number
  /** How long a message stays with a process that says nothing, in milliseconds. */
  readonly leaseMs?: number
  /** How often a worker with room polls for work without a notification, in milliseconds. */
  readonly pollMs?: number
  /** How long a call retries while the database is unavailable, in milliseconds. */
  readonly retryForMs?: number
}

const PING_MS = 2_000

export interface DatabaseBus extends Bus {
  /** Serves evaluators on every bus: what waits in a lane is a row of this database. */
  readonly lanes: LaneQueue
}

/** Connects by itself, now or when the database is there. */
export function openDatabaseBus(options: DatabaseBusOptions): DatabaseBus {
  const { url, log, connections = 4, leaseMs = 10_000, pollMs = 250, retryForMs = 10_000 } = options
  // Two processes of one key would only see each other's death later.
  const holder = randomInt(1, 2 ** 31)
  const pool = openPool(url, connections, log)
  const rows = workRows(pool, holder, leaseMs)
  const workers = new Set<DatabaseWorker>()
  const laneWorkers = new Set<DatabaseWorker>()
  let closing: Promise<void> | null = null
  const persist = <T>(call: () => Promise<T>) =>
    retryWhileUnavailable(call, isUnavailable, retryForMs, () => closing !== null)
  const wakeOwn = () => {
    for (const worker of [...workers, ...laneWorkers]) worker.wake()
  }

  const listeners = new Listeners(log)
  const announcer = new Announcer({
    holder,
    log,
    listeners,
    hasOthers: () => connection.hasOthers,
    notify: (texts) =>
      persist(async () => {
        await pool.query({
          name: 'bus-notify',
          text: `WITH hasty AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
                 SELECT pg_notify('${CHANNEL}', notice) FROM hasty, unnest(string_to_array($1, E'\\x1e')) WITH ORDINALITY AS given (notice, position)
                 ORDER BY position`,
          // JSON holds this character in escaped form alone; the driver's arrays escape every quote of it.
          values: [texts.join('\x1e')],
        })
      }),
  })
  const connection = new ProcessConnection({
    url,
    log,
    holder,
    onNotice: ({ wake, announcements }) => {
      if (wake) wakeOwn()
      listeners.notify(announcements)
    },
    opened: wakeOwn,
  })
  const additions = new GroupedCalls<WorkMessage | LaneMessage>((messages) => persist(() => rows.add(messages)))
  const wake = () => {
    wakeOwn()
    announcer.wakeOthers()
  }

  const close = async () => {
    await Promise.all([...workers, ...laneWorkers].map((worker) => worker.stop(0)))
    await announcer.close()
    await connection.close()
    await pool.end()
  }

  const enqueue = async (messages: readonly (WorkMessage | LaneMessage)[]) => {
    checkNames(messages)
    for (const { id, payload } of messages) checkPayload(id, payload)
    await Promise.all(messages.map((message) => additions.add(message, message.payload.length)))
    wake()
  }
  const ofWorker: DatabaseWorkerDependencies = {
    ...{ rows, log, leaseMs, pollMs, persist },
    mayTake: () => connection.isVisible,
    reportDeadLetter: (delivery, reason, at) => {
      announcer.announce([deadLetterAnnouncement(delivery, reason, at)]).catch((error) => {
        log.debug({ err: error }, 'other processes were not notified of a dead letter')
      })
    },
  }
  const workIn = (set: Set<DatabaseWorker>, worker: DatabaseWorker) => {
    set.add(worker)
    return {
      stop: async (graceMs: number) => {
        await worker.stop(graceMs)
        set.delete(worker)
      },
    }
  }

  return {
    sharesDatabase: true,
    wake,
    reserve: (max) => {
      for (const worker of workers) {
        const reservation = worker.reserve(max)
        if (reservation !== null) return { ...reservation, holder, leaseMs }
      }
      return null
    },
    enqueue,
    work: (work: WorkOptions) => workIn(workers, new DatabaseWorker(ofWorker, work)),
    lanes: {
      add: enqueue,
      work: (work) => workIn(laneWorkers, workInLane(ofWorker, work)),
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
