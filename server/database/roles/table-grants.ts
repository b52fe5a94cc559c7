/** Grants exactly what TABLE_RULES allows, and revokes the rest. The caller owns the tables. */
import pg from 'pg'
import { ruleOf } from './table-rules'

export interface GrantedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** They check the condition for removing rows. */
export const RETENTION_FUNCTIONS = [
  'touchstone_remove_expired_evaluations(timestamp, integer)',
  'touchstone_remove_frames(timestamp, integer)',
] as const

/** Sorted, to be compared. */
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

/** Opens a closed schema. An open one may belong to another role. */
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
