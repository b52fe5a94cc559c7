/**
 * Protects the tables after they were migrated or restored.
 *
 * Promises: triggers and grants are those of TABLE_RULES for every table that a migration made, new ones included; it may
 * run at every start. Trusts the caller to be the owner of the tables and to let no other process do the same meanwhile.
 */
import type pg from 'pg'
import { readSequences, readTables } from '../backup/catalogue'
import { HISTORY_TABLE, readMigrations } from '../client/migrations'
import { grantTo } from './table-grants'
import { makeTriggers } from './table-triggers'

/** @param serverRole the role of the server; null where it owns the tables, or is not known yet */
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
