/** A consistent snapshot while others write. A database that could not be restored is refused. */
import type pg from 'pg'
import { VERSIONS } from '../../api/terms/versions'
import { readSequences, readTables, type Table } from '../client/catalogue'
import { HISTORY_TABLE, missingMigrations, readHistory, readMigrations } from '../client/migrations'
import { type RowsSeal, readRows, sealRows } from './table-rows'
import { withTransaction } from './transfer-connection'
import { TransferRefusal, type TransferSource } from './transfer-source'

export interface Snapshot extends TransferSource {
  /** Tables that no migration made. */
  readonly leftOut: readonly string[]
}

/** @throws TransferRefusal, StartRefusal */
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
    yield { table, rows: sealRows(table.name, readRows(client, table), (seal) => seals.push(seal)) }
}
