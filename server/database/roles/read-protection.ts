/**
 * Reads from the catalogue what protects append-only tables. Grants do not restrict superusers, owners or roles with
 * further grants.
 */
import type pg from 'pg'
import { readTables } from '../client/catalogue'
import { HISTORY_TABLE, readMigrations } from '../client/migrations'
import { StartRefusal } from '../client/storage-fault'
import { identifyRole } from './identify-role'
import { wantedGrants } from './table-grants'
import { ruleOf } from './table-rules'
import { haveTriggers } from './table-triggers'

export interface TableProtection {
  /** Whether the server's role lacks the right to change protected rows. */
  readonly grants: boolean
  /** Whether triggers refuse such changes. */
  readonly triggers: boolean
}

/** Reads the protection as the server's role. @throws StartRefusal */
export async function readProtection(client: pg.Client): Promise<TableProtection> {
  const { ours } = await readTables(client, readMigrations())
  const { role, owns, isMember } = await identifyRole(client)
  const privileges = await readPrivileges(client)
  const lacking = ours.flatMap((table) =>
    wantedGrants(table)
      .filter((grant) => !privileges.has(`${table.name} ${grant}`))
      .map((grant) => `${grant} on ${table.name}`),
  )
  if (!owns && lacking.length > 0)
    throw new StartRefusal(
      `The role ${role} of DATABASE_URL may not do what the server does (${lacking[0]}${lacking.length > 1 ? ` and ${lacking.length - 1} more` : ''}). Start once with DATABASE_OWNER_URL set to the address of the role that owns the tables: the start grants what is missing.`,
    )
  const excessive = ours.some((table) => {
    const rule = ruleOf(table.name)
    if (rule.kind === 'ordinary') return false
    const refused = [
      'DELETE',
      'TRUNCATE',
      'TRIGGER',
      ...(rule.kind === 'append_only' ? table.columns : rule.fixed).map((each) => `UPDATE(${each})`),
    ]
    return refused.some((each) => privileges.has(`${table.name} ${each}`))
  })
  const names = ours.map(({ name }) => name)
  return { grants: !owns && !isMember && !excessive, triggers: await haveTriggers(client, names) }
}

const TABLE_PRIVILEGES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']

/** Reads the privileges of the current role, including those through other roles and PUBLIC. */
async function readPrivileges(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ privilege: string }>(
    `SELECT c.relname || ' ' || p AS privilege FROM pg_class c CROSS JOIN unnest($1::text[]) AS p
     WHERE c.relnamespace = to_regnamespace(current_schema()) AND c.relkind IN ('r', 'p') AND c.relname <> $2
       AND has_table_privilege(c.oid, p)
     UNION ALL
     SELECT c.relname || ' UPDATE(' || a.attname || ')' FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = to_regnamespace(current_schema()) AND c.relkind IN ('r', 'p') AND c.relname <> $2
       AND a.attnum > 0 AND NOT a.attisdropped AND has_column_privilege(c.oid, a.attnum, 'UPDATE')`,
    [TABLE_PRIVILEGES, HISTORY_TABLE],
  )
  return new Set(rows.map(({ privilege }) => privilege))
}
