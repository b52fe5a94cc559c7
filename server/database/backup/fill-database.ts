/**
 * Fills a database in one transaction, and compares every table with its source before the commit. The source must be a
 * consistent snapshot, because its keys must fit together.
 */
import pg from 'pg'
import { readEnums, readForeignKeys, readSequences, readTables, type Table } from '../client/catalogue'
import {
  CREATE_HISTORY,
  MAINTENANCE,
  MIGRATION_LOCK,
  type Migration,
  readMigrations,
  runMigration,
} from '../client/migrations'
import { protectTables } from '../roles/prepare-database'
import { type RowsSeal, sealOf, writeRows } from './table-rows'
import { claimTarget } from './target-database'
import { withTransaction } from './transfer-connection'
import { type TransferHeader, TransferRefusal, type TransferSource } from './transfer-source'

export interface FillOptions {
  /** As the current or future owner of the tables. */
  readonly url: string
  /** Null if it owns the tables or is unknown. */
  readonly serverRole: string | null
  /** Otherwise a filled database is refused. */
  readonly replace: boolean
  readonly serverRuns: boolean
  /** Otherwise old sessions would be valid again. */
  readonly endSessions: boolean
  /** For the refusal of a filled database. */
  readonly advice: string
  readonly signal: AbortSignal
}

export interface Filled {
  readonly tables: readonly RowsSeal[]
  readonly migrated: readonly string[]
}

/** @throws TransferRefusal without changes */
export function fillDatabase(options: FillOptions, source: TransferSource): Promise<Filled> {
  const migrations = readMigrations()
  const [past, missing] = splitMigrations(source.header, migrations)
  return withTransaction({ ...options, begin: 'BEGIN' }, async (client) => {
    // No server migrates meanwhile.
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(MAINTENANCE)
    await dropOld(client, await claimTarget(client, migrations, options), migrations)
    const tables = await makeTables(client, past, migrations, source.header)
    await loadRows(client, tables, source)
    const seals = await verifyRows(client, tables, source)
    for (const migration of missing) await runMigration(client, migration)
    if (options.endSessions) await client.query('DELETE FROM browser_session')
    await protectTables(client, options.serverRole)
    return { tables: seals, migrated: missing.map(({ name }) => name) }
  })
}

/** Returns the source's migrations and the newer ones. */
function splitMigrations(header: TransferHeader, migrations: readonly Migration[]): [Migration[], Migration[]] {
  const past = header.migrations.map(({ name, checksum }) => {
    const known = migrations.find((migration) => migration.name === name)
    if (known?.checksum === checksum) return known
    throw new TransferRefusal(
      known === undefined
        ? `The content was written by release ${header.release}, which knows the migration ${name}; this release does not. Use that release or a newer one. Nothing was changed.`
        : `The content was written under another text of the migration ${name} than this release has. Use release ${header.release}. Nothing was changed.`,
    )
  })
  return [past, migrations.filter((migration) => !past.includes(migration))]
}

async function dropOld(client: pg.Client, tables: readonly Table[], migrations: readonly Migration[]): Promise<void> {
  if (tables.length > 0) await client.query(`DROP TABLE ${listOf(tables.map(({ name }) => name))}`)
  const enums = await readEnums(client, migrations)
  if (enums.length > 0) await client.query(`DROP TYPE ${listOf(enums)}`)
  await client.query('DROP TABLE IF EXISTS _prisma_migrations')
}

async function makeTables(
  client: pg.Client,
  past: readonly Migration[],
  migrations: readonly Migration[],
  header: TransferHeader,
): Promise<Table[]> {
  await client.query(CREATE_HISTORY)
  for (const migration of past) await runMigration(client, migration)
  const { ours } = await readTables(client, migrations)
  const shape = (tables: readonly Pick<Table, 'name' | 'columns'>[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns]))
  if (shape(ours) !== shape(header.tables))
    throw new TransferRefusal(
      'The tables of the content are not those that its migrations create. Nothing was changed.',
    )
  // The source has the rows of migrations too.
  if (ours.length > 0) await client.query(`TRUNCATE ${listOf(ours.map(({ name }) => name))}`)
  return ours
}

/** Foreign keys are circular, so they are added last. */
async function loadRows(client: pg.Client, tables: readonly Table[], source: TransferSource): Promise<void> {
  const keys = await readForeignKeys(client, tables)
  const change = (table: string, what: string) => client.query(`ALTER TABLE ${pg.escapeIdentifier(table)} ${what}`)
  for (const { table, name } of keys) await change(table, `DROP CONSTRAINT ${pg.escapeIdentifier(name)}`)
  for await (const { table, rows } of source.tables()) await writeRows(client, table, rows)
  for (const { table, name, definition } of keys)
    await change(table, `ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`)
  for (const { name, last_value, is_called } of source.header.sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), last_value, is_called])
}

async function verifyRows(client: pg.Client, tables: readonly Table[], source: TransferSource): Promise<RowsSeal[]> {
  const seals: RowsSeal[] = []
  for (const table of tables) seals.push(await sealOf(client, table))
  const sequences = await readSequences(client, tables)
  const different = seals.filter((seal, i) => JSON.stringify(seal) !== JSON.stringify(source.seals()[i]))
  if (different.length === 0 && JSON.stringify(sequences) === JSON.stringify(source.header.sequences)) return seals
  const what = different.map(({ name }) => name).join(', ') || 'a sequence'
  throw new TransferRefusal(`What was read back is not what was written (${what}). Nothing was changed.`)
}

function listOf(names: readonly string[]): string {
  return names.map(pg.escapeIdentifier).join(', ')
}
