/**
 * The connections to PostgreSQL and the Prisma client on them.
 *
 * Promises: a database that is unavailable for a moment (a restart, a failover) delays a repeatable call and does not fail
 * it; an idle connection that breaks ends no process. Trusts the verbs to say truly which calls are repeatable.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../../../generated/prisma/client'
import { isConnectionLoss } from './connection-loss'
import type { StoreLog } from './log'
import { type StorageFault, StoreUnavailable, storageFaultOf } from './storage-fault'

export interface QueryOptions {
  /**
   * Its name, for a statement that each connection prepares once: one of the hot path, whose best plan does not depend on
   * how much a table holds.
   */
  readonly prepareAs?: string
}

export interface Database {
  readonly prisma: PrismaClient
  /**
   * One statement, on any connection, as PostgreSQL's protocol carries it: for the statements of the guardrail platform
   * that carry many rows. Within {@link repeatable} or {@link once} as everything else.
   */
  query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[], options?: QueryOptions): Promise<Row[]>
  /**
   * Runs a call whose effect is the same whether it happens once or several times, and repeats it while the database
   * is unavailable. A broken connection leaves open whether the last attempt took effect, so later attempts get `again`.
   * Throws StoreUnavailable when the database stays unavailable, and StorageFault when its
   * disk is full or its data is damaged.
   */
  repeatable<T>(call: (again: boolean) => Promise<T>): Promise<T>
  /**
   * Runs a call once only. Throws StoreUnavailable when the database is unavailable; the call may then have taken effect. Throws
   * StorageFault as {@link repeatable} does.
   */
  once<T>(call: () => Promise<T>): Promise<T>
  /** Waits for running calls and closes the connections. May be called again. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  readonly log: StoreLog
  /** Maximum number of connections of this process. */
  readonly connections: number
  /** How long a repeatable call waits for an unavailable database, in milliseconds. */
  readonly retryForMs: number
  /** Is called for every call that met a full disk or damaged data. */
  readonly onStorageFault: (fault: StorageFault) => void
}

const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 250

export function openDatabase({ url, log, connections, retryForMs, onStorageFault }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'touchstone',
    max: connections,
    connectionTimeoutMillis: 5_000,
    // The queries are short: an answer that takes this long will not come (a server that vanished from the network).
    query_timeout: 30_000,
    keepAlive: true,
  })
  pool.on('error', (error) => log.debug({ err: error }, 'an idle database connection broke'))
  // A connection that was opened and is not yet used has no error listener, and an error without one ends the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ err: error }, 'a database connection broke')),
  )
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    errorFormat: 'minimal',
    transactionOptions: { isolationLevel: 'ReadCommitted', maxWait: 10_000, timeout: 15_000 },
  })

  const reported = (error: unknown): unknown => {
    const fault = storageFaultOf(error)
    if (fault !== null) onStorageFault(fault)
    return fault ?? error
  }
  let closing: Promise<void> | null = null
  return {
    prisma,
    query: async <Row extends pg.QueryResultRow>(
      text: string,
      values: readonly unknown[],
      { prepareAs: name }: QueryOptions = {},
    ) => (await pool.query<Row>({ ...(name !== undefined && { name }), text, values: [...values] })).rows,
    repeatable: async (call) => {
      const deadline = performance.now() + retryForMs
      for (let again = false, pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS), again = true) {
        try {
          return await call(again)
        } catch (error) {
          if (!isConnectionLoss(error)) throw reported(error)
          if (performance.now() + pause > deadline) throw unavailable(error)
          await sleep(pause)
        }
      }
    },
    once: async (call) => {
      try {
        return await call()
      } catch (error) {
        throw isConnectionLoss(error) ? unavailable(error) : reported(error)
      }
    },
    close: () => {
      closing ??= prisma.$disconnect().then(() => pool.end())
      return closing
    },
  }
}

function unavailable(cause: unknown): StoreUnavailable {
  return new StoreUnavailable('The database cannot be reached.', { cause })
}
