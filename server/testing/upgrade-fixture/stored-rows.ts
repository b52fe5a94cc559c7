/**
 * The rows of a database as plain text, for the comparison of a database before and after upgrades.
 *
 * Promises: every column of every row, each row the JSON text that PostgreSQL makes of it; read in another way than a
 * backup is. The form holds names of tables and columns alone, so any later version can read those columns again.
 */
import pg from 'pg'

export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly string[]
}

interface Querying {
  query(sql: string, values?: unknown[]): Promise<{ readonly rows: Record<string, string>[] }>
}

/** Every table but the history of migrations. */
export async function readStoredRows(client: Querying): Promise<TableRows[]> {
  const { rows: found } = await client.query(
    `SELECT table_name AS "table", string_agg(column_name, ',' ORDER BY column_name COLLATE "C") AS columns
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
     GROUP BY 1 ORDER BY 1`,
  )
  const tables: TableRows[] = []
  for (const { table = '', columns = '' } of found) {
    const names = columns.split(',')
    tables.push({ table, columns: names, rows: await readColumns(client, table, names) })
  }
  return tables
}

/** The same columns of a table, whatever other columns it has by now. */
export async function readColumns(client: Querying, table: string, columns: readonly string[]): Promise<string[]> {
  const list = columns.map(pg.escapeIdentifier).join(', ')
  const { rows } = await client.query(
    `SELECT to_jsonb(t)::text AS row FROM (SELECT ${list} FROM ${pg.escapeIdentifier(table)}) t
     ORDER BY to_jsonb(t)::text COLLATE "C"`,
  )
  return rows.map(({ row = '' }) => row)
}
