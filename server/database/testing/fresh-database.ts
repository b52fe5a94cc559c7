import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { DatabaseAddresses } from '../client/database-addresses'
import { connectToEdit } from './edit-rows'

export interface FreshDatabase extends DatabaseAddresses {
  readonly ownerUrl: string
  /** As the owner, who may change append-only tables. */
  query<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>
  drop(): Promise<void>
}

/**
 * Makes a database on the same server for the same roles.
 * @param content `copy` needs a database without connections
 */
export async function freshDatabase(
  beside: { readonly url: string; readonly ownerUrl: string },
  content: 'empty' | 'copy' = 'empty',
): Promise<FreshDatabase> {
  const name = `touchstone_fresh_${randomBytes(6).toString('hex')}`
  const template = content === 'copy' ? ` TEMPLATE ${new URL(beside.ownerUrl).pathname.slice(1)}` : ''
  await runOnce(addressOf(beside.ownerUrl, 'postgres'), `CREATE DATABASE ${name}${template}`)
  const [url, ownerUrl] = [addressOf(beside.url, name), addressOf(beside.ownerUrl, name)]
  const client = await connectToEdit(ownerUrl)
  return {
    ...{ url, ownerUrl },
    query: async <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
      (await client.query<T>(sql, values)).rows,
    drop: async () => {
      await client.end()
      await runOnce(addressOf(beside.ownerUrl, 'postgres'), `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

export function addressOf(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
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
