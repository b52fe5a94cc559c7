/**
 * A database of its own for one test, beside the one that is under test.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface FreshDatabase {
  readonly url: string
  query<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>
  drop(): Promise<void>
}

/** Makes an empty database on the server of `url`. */
export async function freshDatabase(url: string): Promise<FreshDatabase> {
  const name = `touchstone_fresh_${randomBytes(6).toString('hex')}`
  await runOnce(url, `CREATE DATABASE ${name}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  return {
    url: address.href,
    query: async <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
      (await client.query<T>(sql, values)).rows,
    drop: async () => {
      await client.end()
      await runOnce(url, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function runOnce(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
