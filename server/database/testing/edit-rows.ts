/** Edits rows by hand, as only the database's owner can. */
import pg from 'pg'
import { MAINTENANCE } from '../client/migrations'
import { withConnection } from '../roles/identify-role'

/** May change append-only tables, but foreign keys still apply. The caller ends the client. */
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
