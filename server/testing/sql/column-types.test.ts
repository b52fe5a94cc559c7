/** What a user says about the type of a column, and the type that it has. */
import { afterAll, describe, expect, it } from 'vitest'
import { openText } from '../../engine/testing/open-text'
import { readColumnType } from '../../sql/column-type'
import { compileSql } from '../../sql/compile-sql'
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
