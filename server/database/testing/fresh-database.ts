import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { DatabaseAddresses, StoreLog } from '../client/database'
import { MAINTENANCE } from '../client/migrations'
import { withConnection } from '../roles/identify-role'

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

/** Edits rows by hand as the owner. May change append-only tables, but foreign keys still apply. The caller ends the client. */
export async function connectToEdit(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(MAINTENANCE.replace('LOCAL ', ''))
  return client
}

/** Disables all triggers and foreign keys for one transaction. The owner must be a superuser. */
export async function editRows<T>(ownerUrl: string, edit: (client: pg.Client) => Promise<T>): Promise<T> {
  return withConnection(ownerUrl, async (client) => {
    await client.query('BEGIN')
    await client.query('SET LOCAL session_replication_role = replica')
    const result = await edit(client)
    await client.query('COMMIT')
    return result
  })
}

export const silentLog: StoreLog = { debug() {}, info() {}, warn() {}, error() {} }
