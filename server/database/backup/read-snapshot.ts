/**
 * The whole content of a database as it was at one moment, while others go on writing.
 *
 * Promises: one REPEATABLE READ transaction that changes nothing; every table of the schema is in it; a database in a
 * state that could not be restored is refused. Trusts the migrations on disk to be this release's.
 */
import type pg from 'pg'
import { VERSIONS } from '../../api/versions'
import { HISTORY_TABLE, missingMigrations, readHistory, readMigrations } from '../client/migrations'
import { readSequences, readTables, type Table } from './catalogue'
import { type RowsSeal, readRows, sealing } from './table-rows'
import { withTransaction } from './transfer-connection'
import { TransferRefusal, type TransferSource } from './transfer-source'

export interface Snapshot extends TransferSource {
  /** Tables beside ours that no migration made: they are not part of it. */
  readonly leftOut: readonly string[]
}

/** Throws TransferRefusal, and StartRefusal where the history of migrations is not this release's. */
export function readSnapshot<T>(
  options: { readonly url: string; readonly now: () => Date; readonly signal: AbortSignal },
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
  return withTransaction({ ...options, begin }, async (client) => use(await takeSnapshot(client, options.now())))
}

async function takeSnapshot(client: pg.Client, at: Date): Promise<Snapshot> {
  const migrations = readMigrations()
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    HISTORY_TABLE,
  ])
  const history = rows[0]?.found ? await readHistory(client) : []
  missingMigrations(history, migrations)
  if (history.length === 0) throw new TransferRefusal('The database holds nothing yet: no server was started on it.')
  const { ours, others } = await readTables(client, migrations)
  const seals: RowsSeal[] = []
  return {
    header: {
      release: VERSIONS.service_version,
      made_at: at.toISOString(),
      migrations: history.map(({ migration_name, checksum }) => ({ name: migration_name, checksum })),
      tables: ours.map(({ name, columns }) => ({ name, columns: [...columns] })),
      sequences: await readSequences(client, ours),
    },
    leftOut: others,
    tables: () => tablesOf(client, ours, seals),
    seals: () => seals,
  }
}

async function* tablesOf(client: pg.Client, tables: readonly Table[], seals: RowsSeal[]) {
  for (const table of tables)
    yield { table, rows: sealing(table.name, readRows(client, table), (seal) => seals.push(seal)) }
}
