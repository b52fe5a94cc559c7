/** What a user says about the type of a column, and the type that it has. */
import { afterAll, describe, expect, it } from 'vitest'
import { openText } from '../../engine/testing/open-text'
import { readColumnType } from '../../sql/column-type'
import { compileSql } from '../../sql/compile-sql'
import { claimSources } from '../../sql/table-of-columns'
import { openDuckdb, openPostgres, type TestDatabase } from './test-databases'

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
