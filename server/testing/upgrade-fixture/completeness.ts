/**
 * Whether a fixture holds what its version makes: every kind of log entry, and a row in every table.
 *
 * Promises: problems in words, none where it is complete. What this deployment cannot make is listed with its reason.
 */
import type pg from 'pg'
import { LOG_KINDS, type LogKind } from '../../api/log-kinds'
import type { TableRows } from './stored-rows'

const UNPLAYED_KINDS: Readonly<Partial<Record<LogKind, string>>> = {
  identity_linked: 'an outside provider is needed',
  password_hash_renewed: 'a password of an older release is needed',
}

const UNFILLED_TABLES: Readonly<Record<string, string>> = {
  bus_dead_letter: 'a delivery must fail for good',
  bus_work: 'work is done by the end',
  person_identity: 'an outside provider is needed',
  promoted_term: 'callers of many namespaces must propose a term',
}

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
