/** The databases of the tests. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import initSqlJs from 'sql.js'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { silentLog } from '../../database/testing/fresh-database'
import type { DialectName } from '../../sql/dialect'

export interface TestDatabase {
  readonly dialect: DialectName
  /** Rows in the order of the query; values are truth values and texts. */
  query(sql: string): Promise<readonly (readonly unknown[])[]>
  execute(sql: string): Promise<void>
  close(): Promise<void>
}

export async function openDuckdb(): Promise<TestDatabase> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' })
  const connection = await instance.connect()
  return {
    dialect: 'duckdb',
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson(),
    execute: async (sql) => {
      await connection.run(sql)
    },
    close: async () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

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

/** SQLite as WebAssembly, in memory. */
export async function openSqlite(): Promise<TestDatabase> {
  const { Database } = await initSqlJs()
  const database = new Database()
  return {
    dialect: 'sqlite',
    query: async (sql) => database.exec(sql)[0]?.values ?? [],
    execute: async (sql) => {
      database.exec(sql)
    },
    close: async () => database.close(),
  }
}
