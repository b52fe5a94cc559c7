import { rmSync } from 'node:fs'
import type pg from 'pg'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { connectToEdit } from '../../database/testing/edit-rows'
import { type FreshDatabase, freshDatabase } from '../../database/testing/fresh-database'
import { newDataDirectory } from '../../database/testing/prepared-data'
import { silentLog } from '../../database/testing/silent-log'

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
