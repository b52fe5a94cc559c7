import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { silentLog } from '../../database/testing/fresh-database'
import type { TestDatabase } from './test-database'

/** The embedded server, in a folder that is removed afterwards; with SQL_POSTGRES_URL, that server. */
export async function openPostgres(): Promise<TestDatabase> {
  const url = process.env.SQL_POSTGRES_URL
  const folder = mkdtempSync(join(tmpdir(), 'sql-test-'))
  const embedded = url === undefined ? await startEmbeddedPostgres({ dataDir: folder, log: silentLog }) : null
  const client = new pg.Client({ connectionString: url ?? embedded?.ownerUrl })
  await client.connect()
  await client.query('SET search_path TO pg_temp')
  return {
    dialect: 'postgres',
    query: async (sql) => (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows,
    execute: async (sql) => {
      await client.query(sql)
    },
    close: async () => {
      await client.end()
      await embedded?.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
