/** What a user says about the type of a column, and the type that it has. */
import { afterAll, describe, expect, it } from 'vitest'
import { openText } from '../../engine/testing/open-text'
import { readDate } from '../../language/numeric/calendar'
import { instantOf } from '../../language/numeric/instant'
import { compareRationals } from '../../language/numeric/rational'
import { readColumnType } from '../../sql/column-type'
import { compileSql } from '../../sql/compile-sql'
import { DIALECTS, quoteText } from '../../sql/dialect'
import { claimSources } from '../../sql/table-of-columns'
import { openDuckdb, openPostgres, openSqlite, type TestDatabase } from './test-databases'

const RULES = 'declare x as numeric; assert third { x * 3 == 0.3 }; assert point { x == 0.3 };'
const TYPE_NAMES = ['decimal(18,2)', 'decimal(38,3)', 'bigint', 'numeric', 'double', 'any', 'text']

const opened: TestDatabase[] = []
afterAll(async () => {
  for (const database of opened) await database.close()
})

describe.each([
  ['duckdb', openDuckdb],
  ['postgres', openPostgres],
] as const)('a floating-point column in %s', (dialect, open) => {
  // A greater number would end the query with an error of a cast.
  it('is compared by its shortest text, or every row is open', async () => {
    const database = await open()
    opened.push(database)
    await database.execute('CREATE TABLE claims (id INTEGER, x DOUBLE PRECISION)')
    const sum = 'CAST(0.1 AS DOUBLE PRECISION) + CAST(0.2 AS DOUBLE PRECISION)'
    await database.execute(`INSERT INTO claims VALUES (1, 0.1), (2, 0.3), (3, ${sum}), (4, 1e15), (5, NULL)`)
    const program = openText(RULES)
    for (const typeName of TYPE_NAMES) {
      const sources = claimSources(program.ruleset.inputs, new Map([['x', { type: readColumnType(typeName)! }]]))
      const table = { sql: 'claims', keys: [{ name: 'id', sql: 't.id' }], sources, areCells: false }
      const rows = await database.query(`${compileSql(program, dialect, table).sql} ORDER BY 1`)
      const decided = rows.flatMap(([id, third, openThird, point, openPoint]) => [
        ...(openThird === true ? [] : [`${id} third ${third}`]),
        ...(openPoint === true ? [] : [`${id} point ${point}`]),
      ])
      const right = ['1 third TRUE', '1 point FALSE', '2 third FALSE', '2 point TRUE', '3 third FALSE', '3 point FALSE']
      const isText = ['double', 'any', 'text'].includes(typeName) || (typeName === 'numeric' && dialect === 'duckdb')
      // Seventeen digits are more than DuckDB reads from a text.
      const read = dialect === 'duckdb' ? right.filter((each) => !each.startsWith('3')) : right
      expect([typeName, decided]).toEqual([typeName, isText ? read : []])
    }
  })
})

const CODED = `version 1.4;
declare b as numeric "USD" or {"NA"};
declare w as whole or {"blank"} else "invalid";
declare d as date or {"none"};
assert small { b <= 10 "USD" };
assert filled { w != "blank" };
assert early { d <= 2026-01-01 };
`
const CODED_ROWS = `(1, '5', '1', '2025-12-31'), (2, 'NA', 'blank', 'none'), (3, NULL, NULL, NULL), (4, 'x', '2', '2026-02-30')`
/** For the columns of SQLite, whose numbers are not texts. */
const SQLITE_ROWS = CODED_ROWS.replaceAll(/'(\d)'/g, '$1')

describe.each([
  ['duckdb', openDuckdb, 'VARCHAR', CODED_ROWS],
  ['postgres', openPostgres, 'TEXT', CODED_ROWS],
  ['sqlite', openSqlite, '', SQLITE_ROWS],
] as const)('columns without a stated type in %s', (dialect, open, type, rows) => {
  it('may have codes and texts of dates', async () => {
    const database = await open()
    opened.push(database)
    await database.execute(`CREATE TABLE coded (id INTEGER, b ${type}, w ${type}, d ${type})`)
    await database.execute(`INSERT INTO coded VALUES ${rows}`)
    const program = openText(CODED)
    const sources = claimSources(program.ruleset.inputs, new Map())
    const table = { sql: 'coded', keys: [{ name: 'id', sql: 't.id' }], sources, areCells: false }
    const answers = await database.query(`${compileSql(program, dialect, table).sql} ORDER BY 1`)
    const words = answers.map(([id, ...cells]) =>
      [id, ...[0, 2, 4].map((at) => (Number(cells[at + 1]) === 1 ? 'open' : cells[at]))].join(' '),
    )
    expect(words).toEqual(['1 TRUE TRUE TRUE', '2 FALSE FALSE FALSE', '3 open open open', '4 open open open'])
  })
})

it('reads an instant of DuckDB from a column without a stated type, and its text', async () => {
  const database = await openDuckdb()
  opened.push(database)
  const program = openText('version 1.4;\ndeclare s as timestamp;\nassert early { s < 2026-02-01T00:00:00Z };\n')
  const sources = claimSources(program.ruleset.inputs, new Map())
  const early = async (type: string, values: string) => {
    await database.execute(
      `CREATE OR REPLACE TABLE sent AS SELECT id, CAST(s AS ${type}) AS s FROM (VALUES ${values}) AS v(id, s)`,
    )
    const table = { sql: 'sent', keys: [{ name: 'id', sql: 't.id' }], sources, areCells: false }
    const rows = await database.query(`${compileSql(program, 'duckdb', table).sql} ORDER BY 1`)
    return rows.map(([, answer, open]) => (open === true ? 'open' : answer))
  }
  const values = `(1, '2026-01-31T23:59:59Z'), (2, '2026-02-01T01:00:00+01:00'), (3, NULL)`
  expect(await early('TIMESTAMPTZ', values)).toEqual(['TRUE', 'FALSE', 'open'])
  expect(await early('VARCHAR', `${values}, (4, '2026-01-31')`)).toEqual(['TRUE', 'FALSE', 'open', 'open'])
})

const pad = (number: number, digits: number) => String(number).padStart(digits, '0')
const YEARS = [0, 1, 4, 12, 100, 400, 1600, 1900, 2000, 2023, 2024, 2100, 9999]
/** Every day that a year of 31-day months would have, and texts of other forms. */
const DATE_TEXTS = [
  ...YEARS.flatMap((year) =>
    Array.from({ length: 14 * 33 }, (_, nth) => `${pad(year, 4)}-${pad(Math.floor(nth / 33), 2)}-${pad(nth % 33, 2)}`),
  ),
  ...['', ' ', '2026-1-1', '2026-01-01 ', ' 2026-01-01', '2026-01-01\n', '2026-01-01T00:00:00Z', '01/02/2026', 'today'],
  ...[
    'infinity',
    '-infinity',
    'epoch',
    'January 8, 1999',
    '2026-01-01 BC',
    '12026-01-01',
    '-2026-01-01',
    '２026-01-01',
  ],
  ...["'; DROP TABLE sent; --", 'J2451187', '20260101x', '2026.01.01', 'null', 'now'],
]
const INSTANT_TEXTS = [
  ...['2026-01-31T23:59:59Z', '2026-02-01T01:00:00+01:00', '2026-02-01T00:59:59.999999+01:00', '2024-02-29T00:00:00Z'],
  ...['2023-02-29T00:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T23:59:60Z', '2026-01-31T23:59Z', '2026-01-31'],
  ...['2026-01-31T23:59:59', '2026-01-31T23:59:59+15:00', '2026-01-31T23:59:59 CET', '0000-01-01T00:00:00Z', 'now'],
  ...['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00', '2026-13-01T00:00:00Z', '2026-01-31T23:59:59.1234567Z'],
]

describe.each([
  ['duckdb', openDuckdb, ['']],
  ['postgres', openPostgres, ['ISO, YMD', 'SQL, DMY', 'German', 'Postgres, MDY']],
] as const)('texts of dates and instants in %s', (dialect, open, styles) => {
  const answersOf = async (database: TestDatabase, rules: string, texts: readonly string[], kind: 'text' | 'any') => {
    const program = openText(rules)
    const type = dialect === 'duckdb' ? 'VARCHAR' : 'TEXT'
    await database.execute('DROP TABLE IF EXISTS sent')
    await database.execute(`CREATE TABLE sent (id INTEGER, s ${type})`)
    const rows = texts.map((text, id) => `(${id}, ${quoteText(DIALECTS[dialect], text)})`)
    await database.execute(`INSERT INTO sent VALUES ${rows.join(', ')}`)
    const sources = claimSources(program.ruleset.inputs, new Map([['s', { type: { kind } }]]))
    const table = { sql: 'sent', keys: [{ name: 'id', sql: 't.id' }], sources, areCells: false }
    const answers = await database.query(`${compileSql(program, dialect, table).sql} ORDER BY 1`)
    return answers.map(([, answer, isOpen]) => (isOpen === true ? 'open' : answer))
  }

  it('are read as the engine reads them, and every other text is open', async () => {
    const database = await open()
    opened.push(database)
    const expectedDates = DATE_TEXTS.map((text) => {
      const day = readDate(text)
      return day === null ? 'open' : day <= readDate('2000-02-29')! ? 'TRUE' : 'FALSE'
    })
    const until = instantOf('2026-02-01T00:00:00Z')!
    const expectedInstants = INSTANT_TEXTS.map((text) => {
      const instant = instantOf(text)
      return instant === null ? 'open' : compareRationals(instant, until) < 0 ? 'TRUE' : 'FALSE'
    })
    for (const style of styles)
      for (const kind of ['text', 'any'] as const) {
        if (style !== '') await database.execute(`SET DateStyle = '${style}'`)
        const dates = 'version 1.4;\ndeclare s as date;\nassert early { s <= 2000-02-29 };\n'
        expect(await answersOf(database, dates, DATE_TEXTS, kind), `${style} ${kind}`).toEqual(expectedDates)
        const instants = 'version 1.4;\ndeclare s as timestamp;\nassert early { s < 2026-02-01T00:00:00Z };\n'
        const read = await answersOf(database, instants, INSTANT_TEXTS, kind)
        for (const [nth, answer] of read.entries())
          if (answer !== 'open')
            expect([INSTANT_TEXTS[nth], answer]).toEqual([INSTANT_TEXTS[nth], expectedInstants[nth]])
        expect(read.filter((answer) => answer !== 'open').length).toBeGreaterThan(3)
      }
  })
})

it('reads dates and instants of PostgreSQL from columns without a stated type, whatever its settings', async () => {
  const database = await openPostgres()
  opened.push(database)
  const program = openText(
    'version 1.4;\ndeclare d as date;\ndeclare s as timestamp;\nassert day { d <= 2026-01-01 };\nassert moment { s < 2026-02-01T00:00:00Z };\n',
  )
  await database.execute('CREATE TABLE sent (id INTEGER, d DATE, s TIMESTAMPTZ)')
  await database.execute(`INSERT INTO sent VALUES
    (1, '2025-12-31', '2026-01-31T23:59:59.999999Z'), (2, '2026-01-02', '2026-02-01T00:00:00Z'),
    (3, 'infinity', '-infinity'), (4, '0044-03-15 BC', '0044-03-15T00:00:00Z BC'), (5, '10000-01-01', '10000-01-02T00:00:00Z'),
    (6, '0001-01-01', '0012-05-06T07:08:09Z'), (7, NULL, NULL)`)
  const sources = claimSources(program.ruleset.inputs, new Map())
  const table = { sql: 'sent', keys: [{ name: 'id', sql: 't.id' }], sources, areCells: false }
  for (const [style, zone] of [
    ['ISO, YMD', 'UTC'],
    ['SQL, DMY', 'Europe/Amsterdam'],
    ['German', 'Asia/Kathmandu'],
    ['Postgres, MDY', 'America/St_Johns'],
  ]) {
    await database.execute(`SET DateStyle = '${style}'`)
    await database.execute(`SET TimeZone = '${zone}'`)
    const rows = await database.query(`${compileSql(program, 'postgres', table).sql} ORDER BY 1`)
    const words = rows.map(([, day, openDay, moment, openMoment]) =>
      [openDay === true ? 'open' : day, openMoment === true ? 'open' : moment].join(' '),
    )
    expect([zone, words]).toEqual([
      zone,
      ['TRUE TRUE', 'FALSE FALSE', 'open open', 'open open', 'open open', 'TRUE TRUE', 'open open'],
    ])
  }
})
