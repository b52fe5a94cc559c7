/**
 * A fresh database on an ordinary PostgreSQL server: TEST_DATABASE_URL, else the one on this machine.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface ExternalDatabase {
  readonly url: string
  drop(): Promise<void>
}

const EXTERNAL = process.env.TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'

/** @param what the tests that are left out where no server is reachable, for the word about it; null is then returned */
export async function createExternalDatabase(what: string): Promise<ExternalDatabase | null> {
  const admin = new pg.Client({ connectionString: EXTERNAL, connectionTimeoutMillis: 2_000 })
  try {
    await admin.connect()
  } catch (error) {
    console.warn(
      `\nLEFT OUT: ${what}. None answers at ${new URL(EXTERNAL).host} ` +
        `(${error instanceof Error ? error.message : String(error)}); TEST_DATABASE_URL names another.\n`,
    )
    return null
  }
  const name = `touchstone_test_${randomBytes(6).toString('hex')}`
  await admin.query(`CREATE DATABASE ${name}`)
  const url = new URL(EXTERNAL)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}
