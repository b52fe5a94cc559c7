/**
 * Reads the rows of a database as JSON text of PostgreSQL, independent of the backup, to compare them before and after
 * upgrades. Only names of tables and columns are in it, so that any later version can read these columns.
 */
import pg from 'pg'
import { LOG_KINDS, type LogKind } from '../../api/terms/log-kinds'

export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly string[]
}

interface Querying {
  query(sql: string, values?: unknown[]): Promise<{ readonly rows: Record<string, string>[] }>
}

/** Reads every table except the history of migrations. */
export async function readStoredRows(client: Querying): Promise<TableRows[]> {
  const { rows: columnsOfTables } = await client.query(
    `SELECT table_name AS "table", string_agg(column_name, ',' ORDER BY column_name COLLATE "C") AS columns
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
     GROUP BY 1 ORDER BY 1`,
  )
  const tables: TableRows[] = []
  for (const { table = '', columns = '' } of columnsOfTables) {
    const names = columns.split(',')
    tables.push({ table, columns: names, rows: await readColumns(client, table, names) })
  }
  return tables
}

/** Reads these columns of a table and ignores newer ones. */
export async function readColumns(client: Querying, table: string, columns: readonly string[]): Promise<string[]> {
  const list = columns.map(pg.escapeIdentifier).join(', ')
  const { rows } = await client.query(
    `SELECT to_jsonb(t)::text AS row FROM (SELECT ${list} FROM ${pg.escapeIdentifier(table)}) t
     ORDER BY to_jsonb(t)::text COLLATE "C"`,
  )
  return rows.map(({ row = '' }) => row)
}

/** Kinds of entries that a fixture's deployment cannot make, with the reason. */
const UNPLAYED_KINDS: Readonly<Partial<Record<LogKind, string>>> = {
  identity_linked: 'an outside provider is needed',
  password_hash_renewed: 'a password of an older release is needed',
}

/** Tables that it cannot fill, with the reason. */
const UNFILLED_TABLES: Readonly<Record<string, string>> = {
  bus_dead_letter: 'a delivery must fail for good',
  bus_work: 'work is done by the end',
  ruleset_outline: 'a search fills it',
  ruleset_passage: 'a search fills it',
  person_identity: 'an outside provider is needed',
  promoted_term: 'callers of many namespaces must propose a term',
}

/** Returns what a fixture lacks; empty if it is complete. */
export async function incompleteness(client: pg.Client, tables: readonly TableRows[]): Promise<string[]> {
  const { rows } = await client.query<{ kind: string }>(
    `SELECT DISTINCT convert_from(body, 'UTF8')::jsonb ->> 'kind' AS kind FROM log_entry`,
  )
  const played = new Set(rows.map(({ kind }) => kind))
  return [
    ...LOG_KINDS.filter((kind) => !played.has(kind) && UNPLAYED_KINDS[kind] === undefined).map(
      (kind) => `no log has an entry of the kind ${kind}`,
    ),
    ...tables
      .filter(({ table, rows: stored }) => stored.length === 0 && UNFILLED_TABLES[table] === undefined)
      .map(({ table }) => `the table ${table} has no row`),
  ]
}
