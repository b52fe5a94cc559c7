/**
 * Rows as a log proves them: key, and text of the covered columns. Null columns are omitted, so a later release's
 * column changes no digest until it has a value.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { ProvenRow } from '../../attestation/row-evidence'
import {
  belongsTo,
  byTable,
  EVIDENCE_TABLE_NAMES,
  EVIDENCE_TABLES,
  type EvidenceTable,
  evidenceTable,
  keyOf,
  LOG_TABLES,
  leftOut,
  PERSON_TABLES,
  type ReadRow,
} from './evidence-tables'
import type { LogEvent } from './log-event'

type Client = Pick<Prisma.TransactionClient, '$queryRaw'>

/** Sorted by key. */
export function rowsAfter(
  client: Client,
  name: string,
  namespaceId: string,
  after: readonly string[] | null,
  limit: number,
): Promise<ReadRow[]> {
  const table = evidenceTable(name)
  if (table === undefined) throw new Error(`no log proves the table ${name}`)
  return client.$queryRaw<ReadRow[]>(selectPage(name, table, namespaceId, after, limit))
}

/** Reads at most `limit` rows of each table. */
export function firstRows(client: Client, namespaceId: string, limit: number): Promise<ReadRow[]> {
  const pages = Object.entries<EvidenceTable>(EVIDENCE_TABLES).map(
    ([name, table]) => Prisma.sql`(${selectPage(name, table, namespaceId, null, limit)})`,
  )
  return client.$queryRaw<ReadRow[]>`${Prisma.join(pages, ' UNION ALL ')}`
}

function selectPage(
  name: string,
  table: EvidenceTable,
  namespaceId: string,
  after: readonly string[] | null,
  limit: number,
): Prisma.Sql {
  const keys = Prisma.join(columnsOf(table).map((column) => Prisma.sql`t.${column}`))
  const [before = '', rest = ''] = belongsTo(table).split('$1')
  const own =
    before === 'true' ? Prisma.sql`true` : Prisma.sql`${Prisma.raw(before)}${namespaceId}::uuid${Prisma.raw(rest)}`
  const later = after === null ? Prisma.sql`true` : Prisma.sql`(${keys}) > (${valuesOf(table, after)})`
  return Prisma.sql`${selectRows(name, table)} WHERE ${own} AND ${later} ORDER BY ${keys} LIMIT ${limit}`
}

/** As the trigger noted it. */
type ChangedRow = readonly [table: string, key: readonly string[], namespaceId: string | null]

/** Returns the triggers' notes of this transaction. */
export async function changedSoFar(client: Client): Promise<string> {
  const [row] = await client.$queryRaw<{ changed: string }[]>`
    SELECT coalesce(current_setting('touchstone.changed_rows', true), '') AS changed`
  return row?.changed ?? ''
}

/** @param changed the triggers' notes */
export async function changedRows(client: Client, namespaceId: string, changed: string): Promise<ProvenRow[]> {
  if (changed.length > 200_000) throw new Error('a transaction changed more rows than one entry of a log proves')
  const lines = [...new Set(changed.split('\n'))].filter((line) => line !== '')
  const own = lines
    .map((line) => JSON.parse(line) as ChangedRow)
    .filter(([, , of]) => of === null || of === namespaceId)
  const wanted = new Map<string, ProvenRow>()
  for (const [table, key] of own) wanted.set(keyOf({ table, key }), { table, key, text: null })
  const questions = [...byTable(own, ([table]) => table)].flatMap(([name, rows]) => {
    const table = evidenceTable(name)
    return table === undefined ? [] : [byKeys(name, table, rows, namespaceId)]
  })
  const people = own.filter(([table]) => table === 'membership').map(([, key]) => key[0]!)
  // This log has not proven the account of a person who joins.
  if (people.length > 0) questions.push(...[...PERSON_TABLES].map((name) => ofPeople(name, people)))
  if (questions.length === 0) return []
  const rows = await client.$queryRaw<ReadRow[]>`${Prisma.join(questions, ' UNION ALL ')}`
  for (const row of rows) wanted.set(keyOf(row), row)
  return [...wanted.values()]
}

/** Other namespaces may have the same keys. */
function byKeys(name: string, table: EvidenceTable, rows: readonly ChangedRow[], namespaceId: string): Prisma.Sql {
  const keys = Prisma.join(columnsOf(table).map((column) => Prisma.sql`t.${column}`))
  const values = Prisma.join(rows.map(([, key]) => Prisma.sql`(${valuesOf(table, key)})`))
  const own = table.of === 'namespace' ? Prisma.sql`t.namespace_id = ${namespaceId}::uuid` : Prisma.sql`true`
  return Prisma.sql`(${selectRows(name, table)} WHERE ${own} AND (${keys}) IN (${values}))`
}

function ofPeople(name: string, people: readonly string[]): Prisma.Sql {
  const table = evidenceTable(name)!
  const [person] = columnsOf(table)
  return Prisma.sql`(${selectRows(name, table)} WHERE t.${person} = ANY(${[...people]}::uuid[]))`
}

function selectRows(name: string, table: EvidenceTable): Prisma.Sql {
  const keys = Prisma.join(columnsOf(table).map((column) => Prisma.sql`t.${column}::text`))
  const covered = Prisma.sql`(SELECT jsonb_object_agg(member.name, member.value)
    FROM jsonb_each(to_jsonb(t) - ${[...leftOut(table)]}::text[]) AS member (name, value)
    WHERE member.value <> 'null'::jsonb)::text`
  return Prisma.sql`SELECT ${name}::text AS "table", ARRAY[${keys}] AS key, ${covered} AS text
    FROM ${Prisma.raw(`"${name}"`)} AS t`
}

function columnsOf({ key }: EvidenceTable): Prisma.Sql[] {
  return Object.keys(key).map((column) => Prisma.raw(`"${column}"`))
}

function valuesOf({ key }: EvidenceTable, values: readonly string[]): Prisma.Sql {
  return Prisma.join(Object.values(key).map((type, index) => Prisma.sql`${values[index]}${Prisma.raw(`::${type}`)}`))
}

/** Sorted by id. */
export async function listNamespaces(client: Pick<Prisma.TransactionClient, '$queryRaw'>): Promise<string[]> {
  const own = Object.entries<EvidenceTable>(EVIDENCE_TABLES).filter(([, { of }]) => of === 'namespace')
  const tables = [...own.map(([name]) => name), ...Object.keys(LOG_TABLES)]
  const selects = [
    Prisma.sql`SELECT id FROM namespace`,
    Prisma.sql`SELECT home_id FROM service_account`,
    ...tables.map((name) => Prisma.sql`SELECT DISTINCT namespace_id FROM ${Prisma.raw(`"${name}"`)}`),
  ]
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM (${Prisma.join(selects, ' UNION ')}) AS listed ORDER BY listed.id`
  return rows.map(({ id }) => id)
}

const ROWS_PER_QUERY = 2_000
/** Per entry: about three megabytes of digests. */
const MAX_ROWS_PER_ENTRY = 20_000

/**
 * Records all rows of a namespace; too many for one entry get several.
 * The caller holds the end of the log.
 */
export async function recordedState(tx: Prisma.TransactionClient, namespaceId: string): Promise<LogEvent[]> {
  const rows: ProvenRow[] = []
  // One statement reads all rows of a new namespace.
  const first = byTable(await firstRows(tx, namespaceId, ROWS_PER_QUERY), ({ table }) => table)
  for (const table of EVIDENCE_TABLE_NAMES)
    for (let page: readonly ProvenRow[] = first.get(table) ?? []; page.length > 0; ) {
      rows.push(...page)
      page =
        page.length < ROWS_PER_QUERY ? [] : await rowsAfter(tx, table, namespaceId, page.at(-1)!.key, ROWS_PER_QUERY)
    }
  const count = Math.max(1, Math.ceil(rows.length / MAX_ROWS_PER_ENTRY))
  return Array.from({ length: count }, (_, index): LogEvent => {
    const own = rows.slice(index * MAX_ROWS_PER_ENTRY, (index + 1) * MAX_ROWS_PER_ENTRY)
    return {
      kind: 'state_recorded',
      actor: 'operator',
      rows: own,
      details: { rows: own.length, part: index + 1, parts: count },
    }
  })
}
