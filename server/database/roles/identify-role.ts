/**
 * Which role an address connects as, and whether it owns the product's tables.
 */
import pg from 'pg'
import { HISTORY_TABLE } from '../client/migrations'

export interface IdentifiedRole {
  readonly role: string
  /** Whether it may do everything with the tables; in a database without tables, whether it may make them. */
  readonly owns: boolean
  /** Whether it may become the owner, also where it does not have the owner's rights at once. */
  readonly isMember: boolean
  /** The same for two addresses of one database. */
  readonly database: string
}

const IDENTIFY = `
  SELECT current_user AS role,
    coalesce(pg_has_role((SELECT relowner FROM pg_class WHERE oid = to_regclass($1)), 'USAGE'),
      has_schema_privilege(current_schema(), 'CREATE'), false) AS owns,
    coalesce(pg_has_role((SELECT relowner FROM pg_class WHERE oid = to_regclass($1)), 'MEMBER'), false) AS "isMember",
    current_database() || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database()) || ' '
      || pg_postmaster_start_time() AS database`

export async function identifyRole(client: pg.ClientBase): Promise<IdentifiedRole> {
  const { rows } = await client.query<IdentifiedRole>(IDENTIFY, [HISTORY_TABLE])
  return rows[0]!
}

/** Opens a connection for as long as `use` runs. Throws the driver's error when the database cannot be reached. */
export async function withConnection<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'touchstone roles',
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener a connection that breaks between two queries ends the process; the next query reports it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
