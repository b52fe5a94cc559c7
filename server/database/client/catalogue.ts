/** Reads the schema from the database's catalogue. Tables that no migration mentions belong to other programs. */
import pg from 'pg'
import { HISTORY_TABLE, type Migration } from './migrations'

export interface Table {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly string[]
  /** SQL: the primary key, by code point for text. */
  readonly order: string
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  /** SQL after ADD CONSTRAINT and the name. */
  readonly definition: string
}

export interface Sequence {
  readonly name: string
  /** A bigint. */
  readonly last_value: string
  readonly is_called: boolean
}

const OUR_SCHEMA = '(SELECT oid FROM pg_namespace WHERE nspname = current_schema())'
const NO_EXTENSION = (catalogue: string, oid: string) =>
  `NOT EXISTS (SELECT FROM pg_depend WHERE classid = '${catalogue}'::regclass AND objid = ${oid} AND deptype = 'e')`

const TABLES = `
  SELECT c.relname AS name,
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT array_agg(quote_ident(a.attname) || CASE WHEN a.attcollation = 0 THEN '' ELSE ' COLLATE "C"' END ORDER BY k.position)
      FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k (attnum, position)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
      WHERE i.indrelid = c.oid AND i.indisprimary) AS key
  FROM pg_class c
  WHERE c.relnamespace = ${OUR_SCHEMA} AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> '${HISTORY_TABLE}' AND ${NO_EXTENSION('pg_class', 'c.oid')}
  ORDER BY c.relname COLLATE "C"`

const FOREIGN_KEYS = `
  SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE k.contype = 'f' AND k.conparentid = 0 AND c.relnamespace = ${OUR_SCHEMA}
  ORDER BY c.relname COLLATE "C", k.conname COLLATE "C"`

/** With the table of the owning column. */
const SEQUENCES = `
  SELECT c.relname AS name, owner.relname AS owner FROM pg_class c
  LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid
    AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
  LEFT JOIN pg_class owner ON owner.oid = d.refobjid
  WHERE c.relnamespace = ${OUR_SCHEMA} AND c.relkind = 'S' AND ${NO_EXTENSION('pg_class', 'c.oid')}
  ORDER BY c.relname COLLATE "C"`

const ENUMS = `
  SELECT t.typname AS name FROM pg_type t
  WHERE t.typnamespace = ${OUR_SCHEMA} AND t.typtype = 'e' AND ${NO_EXTENSION('pg_type', 't.oid')}
  ORDER BY t.typname COLLATE "C"`

/** Omits the history of migrations. */
export async function readTables(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<{ ours: Table[]; others: string[] }> {
  const { rows } = await client.query<{ name: string; columns: string[] | null; key: string[] | null }>(TABLES)
  const ours = rows.filter(({ name }) => isMentioned(name, migrations))
  return {
    ours: ours.map(({ name, columns, key }) => ({
      name,
      columns: columns ?? [],
      order: key?.join(', ') ?? `${pg.escapeIdentifier(name)}::text COLLATE "C"`,
    })),
    others: rows.filter((row) => !ours.includes(row)).map(({ name }) => name),
  }
}

export async function readForeignKeys(client: pg.Client, tables: readonly Table[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(FOREIGN_KEYS)
  return rows.filter(({ table }) => tables.some(({ name }) => name === table))
}

export async function readEnums(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(ENUMS)
  return rows.map(({ name }) => name).filter((name) => isMentioned(name, migrations))
}

/** Sequences are not transactional: they are at or after every number in a row. */
export async function readSequences(client: pg.Client, tables: readonly Table[]): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string; owner: string | null }>(SEQUENCES)
  const owners = new Set(tables.map(({ name }) => name))
  const sequences: Sequence[] = []
  for (const { name } of rows.filter(({ owner }) => owner !== null && owners.has(owner))) {
    const state = await client.query<Omit<Sequence, 'name'>>(
      `SELECT last_value::text, is_called FROM ${pg.escapeIdentifier(name)}`,
    )
    sequences.push({ name, ...state.rows[0]! })
  }
  return sequences
}

function isMentioned(name: string, migrations: readonly Migration[]): boolean {
  return migrations.some(({ sql }) => sql.includes(pg.escapeIdentifier(name)))
}
