/**
 * What the server's role may do with each table.
 *
 * Promises: it has what TABLE_RULES allows and nothing else: grants that it has beside those are revoked. What is right
 * is not touched. Trusts the caller to be the owner of the tables and the role not to be.
 */
import pg from 'pg'
import { ruleOf } from './table-rules'

export interface GrantedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** Those that a role may call. Both run as their owner and hold the condition under which rows are removed. */
export const RETENTION_FUNCTIONS = [
  'touchstone_remove_expired_evaluations(timestamp, integer)',
  'touchstone_remove_frames(timestamp, integer)',
] as const

/** Grants of one table, in the form in which they are read and compared: sorted, `UPDATE(column)` for those of a column. */
export function wantedGrants({ name, columns }: GrantedTable): string[] {
  const rule = ruleOf(name)
  if (rule.kind === 'append_only') return ['INSERT', 'SELECT']
  if (rule.kind === 'ordinary') return ['DELETE', 'INSERT', 'SELECT', 'UPDATE']
  return [
    'INSERT',
    'SELECT',
    ...columns.filter((each) => !rule.fixed.includes(each)).map((each) => `UPDATE(${each})`),
  ].sort()
}

const GRANTS = `
  SELECT c.relname AS table, x.privilege_type AS grant FROM pg_class c CROSS JOIN aclexplode(c.relacl) x
  WHERE c.relnamespace = to_regnamespace(current_schema()) AND x.grantee = to_regrole($1)
  UNION ALL
  SELECT c.relname, x.privilege_type || '(' || a.attname || ')'
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid CROSS JOIN aclexplode(a.attacl) x
  WHERE c.relnamespace = to_regnamespace(current_schema()) AND x.grantee = to_regrole($1)`

/** Gives the role what it needs of these tables, the sequences, the history of migrations and the functions. */
export async function grantTo(
  client: pg.ClientBase,
  role: string,
  { tables, sequences, history }: { tables: readonly GrantedTable[]; sequences: readonly string[]; history: string },
): Promise<void> {
  const quoted = pg.escapeIdentifier(role)
  const { rows } = await client.query<{ table: string; grant: string }>(GRANTS, [quoted])
  const granted = (table: string) =>
    rows
      .filter((row) => row.table === table)
      .map(({ grant }) => grant)
      .sort()
  const wanted: [name: string, kind: 'TABLE' | 'SEQUENCE', grants: string[]][] = [
    ...tables.map((table): [string, 'TABLE', string[]] => [table.name, 'TABLE', wantedGrants(table)]),
    [history, 'TABLE', ['SELECT']],
    ...sequences.map((name): [string, 'SEQUENCE', string[]] => [name, 'SEQUENCE', ['SELECT', 'USAGE']]),
  ]
  for (const [name, kind, grants] of wanted) {
    if (JSON.stringify(granted(name)) === JSON.stringify(grants)) continue
    const on = `${kind} ${pg.escapeIdentifier(name)}`
    await client.query(`REVOKE ALL ON ${on} FROM ${quoted}`)
    await client.query(`GRANT ${grants.map(asSql).join(', ')} ON ${on} TO ${quoted}`)
  }
  await grantSchema(client, role)
  for (const each of RETENTION_FUNCTIONS) await client.query(`GRANT EXECUTE ON FUNCTION ${each} TO ${quoted}`)
}

/** A schema that was closed to PUBLIC must be opened; one that is open may belong to another role, which is left alone. */
async function grantSchema(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ schema: string; usable: boolean }>(
    `SELECT current_schema() AS schema, has_schema_privilege($1, current_schema(), 'USAGE') AS usable`,
    [role],
  )
  const { schema, usable } = rows[0]!
  if (!usable)
    await client.query(`GRANT USAGE ON SCHEMA ${pg.escapeIdentifier(schema)} TO ${pg.escapeIdentifier(role)}`)
}

function asSql(grant: string): string {
  const column = /^(\w+)\((.*)\)$/.exec(grant)
  return column === null ? grant : `${column[1]} (${pg.escapeIdentifier(column[2]!)})`
}
