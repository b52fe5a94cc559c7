import { setTimeout as sleep } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../../../generated/prisma/client'
import { isConnectionLoss } from './connection-loss'
import { type StorageFaultError, StoreUnavailableError, storageFaultOf } from './storage-fault'

export interface DatabaseAddresses {
  /** As the server's role. */
  readonly url: string
  /** As the owner of the tables. Null if unknown. */
  readonly ownerUrl: string | null
}

/** A pino logger fits. */
export interface StoreLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface QueryOptions {
  /** Only for hot statements whose best plan does not depend on table size. */
  readonly prepareAs?: string
}

export interface Database {
  readonly prisma: PrismaClient
  /** Call it within {@link repeatable} or {@link once}. */
  query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[], options?: QueryOptions): Promise<Row[]>
  /**
   * Retries an idempotent call while the database is unavailable. `again`: an earlier attempt may have taken effect.
   * @throws StoreUnavailableError, StorageFaultError
   */
  repeatable<T>(call: (again: boolean) => Promise<T>): Promise<T>
  /**
   * Calls once. After StoreUnavailableError the call may have taken effect. @throws StoreUnavailableError,
   * StorageFaultError
   */
  once<T>(call: () => Promise<T>): Promise<T>
  /** Waits for running calls. Idempotent. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  readonly log: StoreLog
  readonly connections: number
  /** How long repeatable calls retry. */
  readonly retryForMs: number
  readonly onStorageFault: (fault: StorageFaultError) => void
}

const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 250

export function openDatabase({ url, log, connections, retryForMs, onStorageFault }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'touchstone',
    max: connections,
    connectionTimeoutMillis: 5_000,
    // Queries are short, so a later answer will not come.
    query_timeout: 30_000,
    keepAlive: true,
  })
  pool.on('error', (error) => log.debug({ err: error }, 'an idle database connection broke'))
  // A new connection has no error listener until it is used.
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
          if (performance.now() + pause > deadline) throw unavailableError(error)
          await sleep(pause)
        }
      }
    },
    once: async (call) => {
      try {
        return await call()
      } catch (error) {
        throw isConnectionLoss(error) ? unavailableError(error) : reported(error)
      }
    },
    close: () => {
      closing ??= prisma.$disconnect().then(() => pool.end())
      return closing
    },
  }
}

function unavailableError(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError('The database cannot be reached.', { cause })
}
