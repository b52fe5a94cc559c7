/**
 * Verification detects a change in every column of the catalog, except those in the list of what no log proves
 * (server/database/log/evidence-tables.ts), which truly are not detected.
 *
 * Calls of the service fill the database. Each change is made as the owner, with triggers off, and undone.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublishedKey } from '../../attestation/published-keys'
import { type Database, openDatabase } from '../../database/client/database'
import {
  EVIDENCE_TABLES,
  type EvidenceTable,
  LOG_TABLES,
  TABLES_WITHOUT_EVIDENCE,
} from '../../database/log/evidence-tables'
import { listNamespaces } from '../../database/log/read-rows'
import { readingOf } from '../../database/signing/log-snapshot'
import { silentLog } from '../../database/testing/fresh-database'
import { fillEveryTable } from '../testing/fill-by-service'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { verifyLog } from './verify-log'

const run = promisify(execFile)

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0]

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  /** The enumeration, or the type of an array's elements. */
  readonly element: string
}

let under: ServicesUnderTest
let owner: Database
let keys: PublishedKey[]
let columns: Column[]

beforeAll(async () => {
  under = await startServices(1, { platform: {} })
  keys = await fillEveryTable(under)
  owner = openDatabase({ url: under.ownerUrl, log: silentLog, connections: 2, retryForMs: 1_000, onStorageFault() {} })
  await under.query(WITHOUT_CHECKS)
  columns = await under.query<Column & Record<string, string>>(`
    SELECT table_name AS table, column_name AS column, data_type AS type, ltrim(udt_name, '_') AS element
    FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1, ordinal_position`)
}, 120_000)
afterAll(async () => {
  await owner?.close()
  await under?.stop()
})

/** Runs with triggers and foreign keys off, and undoes everything. */
async function undone<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | null = null
  await owner.prisma
    .$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica')
        result = { value: await run(tx) }
        throw new Undone()
      },
      { timeout: 300_000 },
    )
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return (result as { readonly value: T } | null)!.value
}
class Undone extends Error {}
/** Removes conditions and computed columns, because an attacker could change two columns together. */
const WITHOUT_CHECKS = `DO $$ DECLARE each record; BEGIN
  FOR each IN SELECT conrelid::regclass AS of, conname FROM pg_constraint
    WHERE contype = 'c' AND connamespace = current_schema()::regnamespace
  LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', each.of, each.conname); END LOOP;
  FOR each IN SELECT attrelid::regclass AS of, attname FROM pg_attribute
    WHERE attgenerated = 's' AND attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
  LOOP EXECUTE format('ALTER TABLE %s ALTER COLUMN %I DROP EXPRESSION', each.of, each.attname); END LOOP;
END $$`

/** The namespace of the last problem is tried first, because a change of the same table is likely to show there. */
let looksAtFirst = ''

/** Problems of the first namespace with any. */
async function problemsIn(tx: Transaction): Promise<string[]> {
  const reading = readingOf({ ...owner, prisma: tx as Database['prisma'], repeatable: (call) => call(false) })
  const store = { atOneMoment: <T>(read: (of: typeof reading) => T) => read(reading) }
  const ids = await listNamespaces(tx)
  for (const id of ids.toSorted((a, b) => Number(b === looksAtFirst) - Number(a === looksAtFirst))) {
    const { problems } = await verifyLog(store as never, id, keys)
    if (problems.length === 0) continue
    looksAtFirst = id
    return problems.map((problem) => `${id}: ${problem}`)
  }
  return []
}

async function detects(tx: Transaction, change: string): Promise<boolean> {
  await tx.$executeRawUnsafe('SAVEPOINT before')
  try {
    expect(await tx.$executeRawUnsafe(change), change).toBeGreaterThan(0)
    return (await problemsIn(tx)).length > 0
  } finally {
    await tx.$executeRawUnsafe('ROLLBACK TO SAVEPOINT before')
  }
}

/** SQL for a value that differs from the column's. */
function otherValue({ column, type, element }: Column): string {
  const c = `"${column}"`
  switch (type) {
    case 'text':
      return `CASE WHEN coalesce(${c}, '') = '' THEN 'x' ELSE left(${c}, -1) || chr(ascii(right(${c}, 1)) # 1) END`
    case 'uuid':
      return `CASE WHEN ${c} IS NULL THEN gen_random_uuid()
        ELSE (left(${c}::text, 35) || CASE right(${c}::text, 1) WHEN '0' THEN '1' ELSE '0' END)::uuid END`
    case 'bytea':
      return `CASE WHEN coalesce(octet_length(${c}), 0) = 0 THEN '\\x01'::bytea ELSE set_byte(${c}, 0, get_byte(${c}, 0) # 1) END`
    case 'boolean':
      return `coalesce(NOT ${c}, true)`
    case 'jsonb':
      return `jsonb_build_object('other', ${c})`
    case 'ARRAY':
      return element === 'text' ? `array_append(${c}, 'x')` : `array_append(${c}, (enum_range(NULL::${element}))[1])`
    case 'USER-DEFINED':
      return `(SELECT value FROM unnest(enum_range(NULL::${element})) AS value WHERE value IS DISTINCT FROM ${c} LIMIT 1)`
    case 'timestamp without time zone':
      return `coalesce(${c} + interval '1 ms', '2026-01-01')`
    case 'integer':
    case 'bigint':
      return `coalesce(${c} + 1000003, 1000003)`
    default:
      throw new Error(`no other value is known for ${type}`)
  }
}

const proven = new Set([...Object.keys(EVIDENCE_TABLES), ...Object.keys(LOG_TABLES)])
const withoutOf = (table: string): Readonly<Record<string, string>> =>
  (EVIDENCE_TABLES as Readonly<Record<string, EvidenceTable>>)[table]?.without ?? LOG_TABLES[table]?.without ?? {}

it('finds nothing wrong with an unchanged database', async () => {
  expect(await undone(problemsIn)).toEqual([])
})

describe('the list of what no log proves', () => {
  it('has every table of the catalog once, with a reason if no log proves it', () => {
    const tables = [...new Set(columns.map(({ table }) => table))]
    const listed = [...proven, ...Object.keys(TABLES_WITHOUT_EVIDENCE)]
    expect(listed.toSorted()).toEqual(tables.toSorted())
    for (const reason of Object.values(TABLES_WITHOUT_EVIDENCE)) expect(reason.length).toBeGreaterThan(10)
  })

  it('names columns that exist', () => {
    for (const table of proven)
      for (const [column, reason] of Object.entries(withoutOf(table))) {
        expect(columns, `${table}.${column}`).toContainEqual(expect.objectContaining({ table, column }))
        expect(reason.length).toBeGreaterThan(10)
      }
  })

  it('has a trigger on every table whose rows a log proves', async () => {
    const rows = await under.query<{ table: string }>(`
      SELECT tgrelid::regclass::text AS table FROM pg_trigger WHERE tgname = 'note_changed_row' ORDER BY 1`)
    expect(rows.map(({ table }) => table).toSorted()).toEqual(Object.keys(EVIDENCE_TABLES).toSorted())
  })
})

/** SQL that changes the column in the last row of its table. */
function changeOf(each: Column): string {
  const { table, column } = each
  const row = `(SELECT ctid FROM "${table}" ORDER BY ctid DESC LIMIT 1)`
  return `UPDATE "${table}" SET "${column}" = ${otherValue(each)} WHERE ctid = ${row}`
}

const isListed = ({ table, column }: Column) => Object.hasOwn(withoutOf(table), column)

const evident = () => columns.filter((column) => proven.has(column.table) && !isListed(column))
const undetected = (changed: readonly Column[]) =>
  undone(async (tx) => {
    const missed: string[] = []
    for (const each of changed) if (!(await detects(tx, changeOf(each)))) missed.push(`${each.table}.${each.column}`)
    return missed
  })

it('detects a change of every unlisted column', {
  tags: ['nightly'],
  timeout: 300_000,
}, async () => {
  expect(await undetected(evident())).toEqual([])
})

it('detects a change of one column in eight', async () => {
  expect(await undetected(evident().filter((_, index) => index % 8 === 0))).toEqual([])
})

it('does not detect changes of all listed columns together', async () => {
  const listed = columns.filter((column) => proven.has(column.table) && isListed(column))
  expect(listed.length).toBeGreaterThan(3)
  const problems = await undone(async (tx) => {
    for (const each of listed) expect(await tx.$executeRawUnsafe(changeOf(each)), each.column).toBe(1)
    return problemsIn(tx)
  })
  expect(problems).toEqual([])
})

it('detects a removed, added or swapped row in every table with evidence', async () => {
  const wrong = await undone(async (tx) => {
    const problems: string[] = []
    for (const table of Object.keys(EVIDENCE_TABLES)) {
      // A person without a membership belongs to no namespace and has no rights.
      const isOfNamespace = table !== 'person'
      const own = columns.filter((column) => column.table === table)
      const key = Object.keys((EVIDENCE_TABLES as Readonly<Record<string, EvidenceTable>>)[table]!.key).at(-1)!
      const one = `(SELECT ctid FROM "${table}" ORDER BY ctid LIMIT 1)`
      if (!(await detects(tx, `DELETE FROM "${table}" WHERE ctid = ${one}`))) problems.push(`${table}: a row removed`)
      // A copy with another key and other unique values.
      const values = own.map((each) =>
        each.column === key || UNIQUE.has(`${table}.${each.column}`) ? otherValue(each) : `"${each.column}"`,
      )
      const copy =
        table === 'approval_withdrawal'
          ? `INSERT INTO approval_withdrawal SELECT id, now(), 'x', 'y' FROM approval
              WHERE id NOT IN (SELECT approval_id FROM approval_withdrawal) LIMIT 1`
          : `INSERT INTO "${table}" SELECT ${values.join(', ')} FROM "${table}" WHERE ctid = ${one}`
      if (isOfNamespace && !(await detects(tx, copy))) problems.push(`${table}: a row put in`)
    }
    return problems
  })
  expect(wrong).toEqual([])
}, 300_000)

const UNIQUE = new Set([
  'tool_guard.name',
  'tool_guard.tool',
  ...['namespace.group_name', 'credential.token_sha256', 'person.email', 'invitation.token_sha256'],
  ...['review_record.approval_id', 'service_account.username', 'service_secret.sha256', 'project.name'],
  ...['guardrail.name', 'application.name', 'test_case.title', 'approval.sequence', 'review_record.sequence'],
  ...['document.label', 'document_revision.number', 'document_revision.sha256'],
  ...['blind_test.person_id', 'blind_test_comment.test_id'],
])

it('detects rows with exchanged contents', { tags: ['nightly'] }, async () => {
  const wrong = await undone(async (tx) => {
    const swaps: readonly (readonly [string, string])[] = [
      ['membership', 'roles'],
      ['person', 'name'],
      ['name_binding', 'message'],
      ['ruleset', 'source'],
      ['approval', 'approved_at'],
    ]
    const problems: string[] = []
    for (const [table, column] of swaps) {
      const swap = `
        WITH pair AS (SELECT ctid, "${column}" AS value FROM "${table}" ORDER BY "${column}" LIMIT 1),
          other AS (SELECT ctid, "${column}" AS value FROM "${table}" ORDER BY "${column}" DESC LIMIT 1)
        UPDATE "${table}" AS t SET "${column}" = CASE WHEN t.ctid = pair.ctid THEN other.value ELSE pair.value END
        FROM pair, other WHERE t.ctid IN (pair.ctid, other.ctid)`
      if (!(await detects(tx, swap))) problems.push(`${table}.${column}`)
    }
    return problems
  })
  expect(wrong).toEqual([])
})

describe('a removed log', () => {
  it.each([
    ['the entries', 'DELETE FROM log_entry'],
    ['the head', 'DELETE FROM log_head'],
    ['entries and head', 'WITH gone AS (DELETE FROM log_entry) DELETE FROM log_head'],
    [
      'entries, head and checkpoints',
      'WITH gone AS (DELETE FROM log_entry), too AS (DELETE FROM log_checkpoint) DELETE FROM log_head',
    ],
    [
      'the last entry',
      'DELETE FROM log_entry WHERE (namespace_id, index) IN (SELECT namespace_id, max(index) FROM log_entry GROUP BY 1)',
    ],
    ['the row of the namespace', 'DELETE FROM namespace'],
  ])('%s: is detected', async (_, change) => {
    expect(await undone((tx) => detects(tx, change))).toBe(true)
  })

  it('that starts again with the next entry: is detected', async () => {
    const problems = await undone(async (tx) => {
      await tx.$executeRawUnsafe('DELETE FROM log_entry')
      await tx.$executeRawUnsafe('DELETE FROM log_checkpoint')
      await tx.$executeRawUnsafe(`UPDATE log_head SET size = 0, frontier = '', last_at = NULL, state_index = NULL`)
      return problemsIn(tx)
    })
    expect(problems.join('\n')).toContain('the log is gone')
  })

  it('is reported by the command, which exits with 1', { tags: ['nightly'] }, async () => {
    const verify = () =>
      run(process.execPath, ['.build/server/verify.js', 'log'], {
        env: { ...process.env, DATABASE_URL: under.ownerUrl, AUTH_SECRET: 'x'.repeat(32) },
      }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }: { readonly code: number; readonly stdout: string }) => ({ code, stdout }),
      )
    const whole = await verify()
    expect(whole.stdout).not.toContain('FAILS')
    expect(whole.code).toBe(0)
    const [{ id } = { id: '' }] = await under.query<{ id: string }>(
      'SELECT namespace_id::text AS id FROM log_entry GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
    )
    await owner.prisma.$transaction([
      owner.prisma.$executeRaw`SET LOCAL session_replication_role = replica`,
      owner.prisma.$executeRaw`DELETE FROM log_entry WHERE namespace_id = ${id}::uuid`,
      owner.prisma.$executeRaw`DELETE FROM log_checkpoint WHERE namespace_id = ${id}::uuid`,
      owner.prisma.$executeRaw`DELETE FROM log_head WHERE namespace_id = ${id}::uuid`,
    ])
    const { code, stdout } = await verify()
    expect(code).toBe(1)
    expect(stdout).toContain(`FAILS ${id}: the log is gone`)
  })
})
