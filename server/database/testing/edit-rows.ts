/**
 * Rows edited by hand, as only the owner of the database can: what a test tampers with.
 *
 * Promises: the product's own roles are not used, so that a test that edits a protected row says so by its import.
 */
import pg from 'pg'
import { MAINTENANCE } from '../client/migrations'
import { withConnection } from '../roles/identify-role'

/**
 * A connected client of the owner that may change rows of append-only tables; foreign keys hold and cascade. The caller
 * ends it.
 */
export async function connectToEdit(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(MAINTENANCE.replace('LOCAL ', ''))
  return client
}

/**
 * Edits rows as the owner with every trigger off, foreign keys included, in one transaction: every edit that SQL can
 * express is possible. The owner must be a superuser.
 */
export async function editRows<T>(ownerUrl: string, edit: (client: pg.Client) => Promise<T>): Promise<T> {
  return withConnection(ownerUrl, async (client) => {
    await client.query('BEGIN')
    await client.query('SET LOCAL session_replication_role = replica')
    const result = await edit(client)
    await client.query('COMMIT')
    return result
  })
}
