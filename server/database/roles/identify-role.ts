import pg from 'pg'
import { HISTORY_TABLE } from '../client/migrations'

export interface IdentifiedRole {
  readonly role: string
  /** Whether it has the owner's rights; in a database without tables, whether it may make them. */
  readonly owns: boolean
  /** Whether it may become the owner, even without the owner's rights now. */
  readonly isMember: boolean
  /** Equal for two addresses of one database. */
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

/** @throws the driver's error */
export async function withConnection<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'touchstone roles',
    connectionTimeoutMillis: 5_000,
  })
  // A broken connection must not end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
