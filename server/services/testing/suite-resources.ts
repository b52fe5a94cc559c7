import { rmSync } from 'node:fs'
import type pg from 'pg'
import { inject } from 'vitest'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { connectToEdit, type FreshDatabase, freshDatabase, silentLog } from '../../database/testing/fresh-database'
import { newDataDirectory } from '../../database/testing/prepared-data'
import { createEngine, type Engine } from '../engine-pool/start-engine'

export interface SuiteDatabase extends Pick<FreshDatabase, 'url' | 'ownerUrl' | 'query'> {
  /** Throws if other suites use the server too. */
  dataDir(): string
  close(): Promise<void>
}

/**
 * Copies the database of services-database.ts, or starts a server. `close` deletes it.
 * @param ownServer for a suite that reads the server's files, stops it or counts its connections
 */
export async function openSuiteDatabase(ownServer = false): Promise<SuiteDatabase> {
  const shared = ownServer ? undefined : inject('servicesDatabase')
  if (shared !== undefined) {
    const fresh = await freshDatabase(shared, 'copy')
    return {
      ...fresh,
      dataDir: () => {
        throw new Error('this suite shares its database server: set ownServer')
      },
      close: fresh.drop,
    }
  }
  const dataDir = await newDataDirectory('touchstone-suite-')
  const { url, ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, log: silentLog })
  const client = await connectToEdit(ownerUrl)
  return {
    ...{ url, ownerUrl },
    dataDir: () => dataDir,
    query: async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows,
    close: async () => {
      await client.end()
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * One engine for all suites of a test process, so that Z3 is compiled once. Answers depend only on the question
 * (server/engine/solver/determinism.test.ts).
 */

/** There is one for each process, because a process loads this module once. */
let engine: Engine | null = null

export function getSharedEngine(): Engine {
  engine ??= createEngine({
    solverWorkers: 1,
    solverWaitMs: 60_000,
    limits: DEFAULT_BUDGETS,
    mode: 'tiers',
    clock: { now: () => performance.now(), after: callAfter },
  })
  return engine
}

function callAfter(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}
