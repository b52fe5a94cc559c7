/** The server's role owns nothing and creates nothing. Table grants follow the migrations. */
import { withConnection } from '../roles/identify-role'
import { EMBEDDED_DATABASE } from './cluster'

export const EMBEDDED_SERVER_ROLE = 'touchstone_server'

/** Concurrent commands may both try. */
const MAKE = `
  DO $$
  BEGIN
    CREATE ROLE ${EMBEDDED_SERVER_ROLE};
  EXCEPTION WHEN duplicate_object THEN NULL;
  END
  $$`

const IS_ORDINARY = `
  SELECT EXISTS (
    SELECT FROM pg_roles WHERE rolname = '${EMBEDDED_SERVER_ROLE}' AND rolcanlogin AND rolinherit
      AND NOT (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)
  ) AND NOT has_database_privilege('${EMBEDDED_SERVER_ROLE}', '${EMBEDDED_DATABASE}', 'CREATE, TEMPORARY') AS ready`

export async function ensureServerRole(ownerUrl: string): Promise<void> {
  await withConnection(ownerUrl, async (client) => {
    await client.query(MAKE)
    const { rows } = await client.query<{ ready: boolean }>(IS_ORDINARY)
    if (rows[0]?.ready) return
    await client.query('BEGIN')
    await client.query(
      `ALTER ROLE ${EMBEDDED_SERVER_ROLE} LOGIN INHERIT NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS`,
    )
    await client.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${EMBEDDED_DATABASE} FROM PUBLIC`)
    await client.query('COMMIT')
  })
}
