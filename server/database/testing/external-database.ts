/** A fresh database on an ordinary PostgreSQL server. The server's role owns nothing; the owner is a superuser. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { addressOf } from './fresh-database'

export interface ExternalDatabase {
  /** As the server's role. */
  readonly url: string
  readonly ownerUrl: string
  drop(): Promise<void>
}

const EXTERNAL = process.env.TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'

/** @param what for the warning if no server is reachable @returns null then */
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
  const [role, password] = [`${name}_server`, randomBytes(12).toString('hex')]
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
  const ownerUrl = addressOf(EXTERNAL, name)
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  return {
    ...{ url: url.href, ownerUrl },
    drop: async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await dropRole(admin, role)
      await admin.end()
    },
  }
}

/** Drop the role's other databases first. */
async function dropRole(admin: pg.Client, role: string): Promise<void> {
  await admin.query(`DROP OWNED BY ${role}`)
  await admin.query(`DROP ROLE ${role}`)
}
