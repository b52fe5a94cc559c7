/**
 * Rows as a log proves them: their key and the text of their covered columns.
 *
 * Promises: the text of a row depends on its values alone; a column that is null is left out, so that one a later release
 * adds changes no digest until it has a value.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { ProvenRow } from '../../attestation/row-evidence'
import {
  belongsTo,
  byTable,
  EVIDENCE_TABLES,
  type EvidenceTable,
  evidenceTable,
  keyOf,
  LOG_TABLES,
  leftOut,
  PERSON_TABLES,
  type ReadRow,
} from './evidence-tables'

type Client = Pick<Prisma.TransactionClient, '$queryRaw'>

/** Those of the table in the namespace whose keys come after the given one, in the order of keys. */
export function rowsAfter(
  client: Client,
  name: string,
  namespaceId: string,
  after: readonly string[] | null,
  limit: number,
): Promise<ReadRow[]> {
  const table = evidenceTable(name)
  if (table === undefined) throw new Error(`no log proves the table ${name}`)
  return client.$queryRaw<ReadRow[]>(page(name, table, namespaceId, after, limit))
}

/** The first rows of every table, in one statement; at most `limit` of each. */
export function firstRows(client: Client, namespaceId: string, limit: number): Promise<ReadRow[]> {
  const pages = Object.entries<EvidenceTable>(EVIDENCE_TABLES).map(
    ([name, table]) => Prisma.sql`(${page(name, table, namespaceId, null, limit)})`,
  )
  return client.$queryRaw<ReadRow[]>`${Prisma.join(pages, ' UNION ALL ')}`
}

function page(
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
  return Prisma.sql`${select(name, table)} WHERE ${own} AND ${later} ORDER BY ${keys} LIMIT ${limit}`
}

/** A row that a transaction changed, as the trigger noted it. */
type ChangedRow = readonly [table: string, key: readonly string[], namespaceId: string | null]

/** What the triggers noted in this transaction. */
export async function changedSoFar(client: Client): Promise<string> {
  const [row] = await client.$queryRaw<{ changed: string }[]>`
    SELECT coalesce(current_setting('touchstone.changed_rows', true), '') AS changed`
  return row?.changed ?? ''
}

/** @param changed what the triggers noted */
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
    return table === undefined ? [] : [byKeys(name, table, rows)]
  })
  const people = own.filter(([table]) => table === 'membership').map(([, key]) => key[0]!)
  // A person who joins brings the rows of their account, which this log has not proven yet.
  if (people.length > 0) questions.push(...[...PERSON_TABLES].map((name) => ofPeople(name, people)))
  if (questions.length === 0) return []
  const found = await client.$queryRaw<ReadRow[]>`${Prisma.join(questions, ' UNION ALL ')}`
  for (const row of found) wanted.set(keyOf(row), row)
  return [...wanted.values()]
}

function byKeys(name: string, table: EvidenceTable, rows: readonly ChangedRow[]): Prisma.Sql {
  const keys = Prisma.join(columnsOf(table).map((column) => Prisma.sql`t.${column}`))
  const values = Prisma.join(rows.map(([, key]) => Prisma.sql`(${valuesOf(table, key)})`))
  return Prisma.sql`(${select(name, table)} WHERE (${keys}) IN (${values}))`
}

function ofPeople(name: string, people: readonly string[]): Prisma.Sql {
  const table = evidenceTable(name)!
  const [person] = columnsOf(table)
  return Prisma.sql`(${select(name, table)} WHERE t.${person} = ANY(${[...people]}::uuid[]))`
}

function select(name: string, table: EvidenceTable): Prisma.Sql {
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
  return Prisma.join(Object.values(key).map((type, place) => Prisma.sql`${values[place]}${Prisma.raw(`::${type}`)}`))
}

/** In the order of ids. */
export async function listNamespaces(client: Pick<Prisma.TransactionClient, '$queryRaw'>): Promise<string[]> {
  const own = Object.entries<EvidenceTable>(EVIDENCE_TABLES).filter(([, { of }]) => of === 'namespace')
  const tables = [...own.map(([name]) => name), ...Object.keys(LOG_TABLES)]
  const parts = [
    Prisma.sql`SELECT id FROM namespace`,
    Prisma.sql`SELECT home_id FROM service_account`,
    ...tables.map((name) => Prisma.sql`SELECT DISTINCT namespace_id FROM ${Prisma.raw(`"${name}"`)}`),
  ]
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM (${Prisma.join(parts, ' UNION ')}) AS found ORDER BY found.id`
  return rows.map(({ id }) => id)
}
