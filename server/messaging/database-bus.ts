/** The bus in the application's migrated database. Work of a dead process is delivered again within four seconds. */
import { randomInt } from 'node:crypto'
import { deadLetterAnnouncement, Listeners } from './bus/announcements'
import {
  type Bus,
  type BusLog,
  checkNames,
  checkPayload,
  type LaneMessage,
  type LaneQueue,
  type WorkMessage,
  type WorkOptions,
} from './bus/bus'
import { GroupedCalls, retryWhileUnavailable } from './bus/server-calls'
import { DatabaseWorker, type DatabaseWorkerDependencies } from './database/database-worker'
import { workInLane } from './database/lane-worker'
import { Announcer, CHANNEL } from './database/notices'
import { isUnavailable, openPool } from './database/open-connections'
import { ProcessConnection } from './database/process-connection'
import { workRows } from './database/work-rows'

export interface DatabaseBusOptions {
  readonly url: string
  readonly log: BusLog
  /** Maximum in the pool. */
  readonly connections?: number
  /** How long a silent process keeps a message. */
  readonly leaseMs?: number
  readonly pollMs?: number
  /** How long calls retry while the database is unavailable. */
  readonly retryForMs?: number
}

const PING_MS = 2_000

export interface DatabaseBus extends Bus {
  readonly lanes: LaneQueue
}

/** Connects in the background. */
export function openDatabaseBus(options: DatabaseBusOptions): DatabaseBus {
  const { url, log, connections = 4, leaseMs = 10_000, pollMs = 250, retryForMs = 10_000 } = options
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
          // JSON always escapes this character; array parameters would escape every quote.
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
