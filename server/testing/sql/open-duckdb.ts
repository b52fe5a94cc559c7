import { DuckDBInstance } from '@duckdb/node-api'
import type { TestDatabase } from './test-database'

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
