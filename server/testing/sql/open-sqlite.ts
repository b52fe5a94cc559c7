import initSqlJs from 'sql.js'
import type { TestDatabase } from './test-database'

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
