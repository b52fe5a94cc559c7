/**
 * Migrates as the owner, then makes triggers and grants. Without an owner's address nothing is changed, unless the
 * server's role owns the tables; then only triggers protect them.
 * @throws StartRefusal, or the driver's error
 */

import type pg from 'pg'
import { readSequences, readTables } from '../client/catalogue'
import type { DatabaseAddresses } from '../client/database'
import { applyMigrations, HISTORY_TABLE, missingMigrations, readHistory, readMigrations } from '../client/migrations'
import { StartRefusal } from '../client/storage-fault'
import { findOwner } from './find-owner'
import { withConnection } from './identify-role'
import { readProtection, type TableProtection } from './read-protection'
import { grantTo } from './table-grants'
import { makeTriggers } from './table-triggers'

export interface PreparedDatabase {
  readonly applied: readonly string[]
  readonly protection: TableProtection
}

export async function prepareDatabase(addresses: DatabaseAddresses): Promise<PreparedDatabase> {
  const { ownerUrl, serverRole } = await findOwner(addresses)
  let applied: readonly string[] = []
  if (ownerUrl === null) await refuseMissing(addresses.url, serverRole)
  else applied = await applyMigrations(ownerUrl, { afterwards: (client) => protectTables(client, serverRole) })
  return { applied, protection: await withConnection(addresses.url, readProtection) }
}

async function refuseMissing(url: string, role: string): Promise<void> {
  const missing = await withConnection(url, async (client) => {
    const { rows } = await client.query<{ readable: boolean | null }>(
      `SELECT has_table_privilege(to_regclass($1), 'SELECT') AS readable`,
      [HISTORY_TABLE],
    )
    return missingMigrations(rows[0]?.readable ? await readHistory(client) : [], readMigrations())
  })
  if (missing.length === 0) return
  throw new StartRefusal(
    `The database must be migrated (${missing.length} ${missing.length === 1 ? 'migration is' : 'migrations are'} missing), and the role ${role} of DATABASE_URL does not own its tables. Set DATABASE_OWNER_URL to the address of the role that owns them, for this start.`,
  )
}

/**
 * Idempotent. The caller owns the tables and excludes concurrent calls.
 * @param serverRole null if it owns the tables or is unknown
 */
export async function protectTables(client: pg.Client, serverRole: string | null): Promise<void> {
  const { ours } = await readTables(client, readMigrations())
  await makeTriggers(
    client,
    ours.map(({ name }) => name),
  )
  if (serverRole === null) return
  const sequences = (await readSequences(client, ours)).map(({ name }) => name)
  await grantTo(client, serverRole, { tables: ours, sequences, history: HISTORY_TABLE })
}
