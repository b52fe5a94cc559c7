/**
 * The database of one suite of tests.
 *
 * Promises: it has the tables of this release and no rows; `close` deletes it.
 */
import { rmSync } from 'node:fs'
import type pg from 'pg'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { connectToEdit } from '../../database/testing/edit-rows'
import { type FreshDatabase, freshDatabase } from '../../database/testing/fresh-database'
import { newDataDirectory } from '../../database/testing/prepared-data'
import { silentLog } from '../../database/testing/silent-log'

export interface SuiteDatabase extends Pick<FreshDatabase, 'url' | 'ownerUrl' | 'query'> {
  /** Data directory of its server. Throws where other suites use that server too. */
  dataDir(): string
  close(): Promise<void>
}

/**
 * A copy of the database that services-database.ts made, or one on its own server.
 * @param ownServer for a suite that looks at the files of the server, stops it or counts its connections
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
