/** The queries of every bundled policy run, and decide a row of unknown claims as the engine does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { recordFields } from '../../engine/records/record-fields'
import { openText } from '../../engine/testing/open-text'
import { isPart } from '../../language/semantics/checked-input'
import { compileSql, type SqlTable, validationSql } from '../../sql/compile-sql'
import { quoteName } from '../../sql/dialect'
import { claimSources } from '../../sql/table-of-columns'
import { compareRow, emptyTally } from './compare-answers'
import { openDuckdb, openPostgres, openSqlite, type TestDatabase } from './test-databases'

const FOLDER = join(import.meta.dirname, '../golden/policies')
const POLICIES = readdirSync(FOLDER, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []))
const TYPES = {
  boolean: 'BOOLEAN',
  enum: 'VARCHAR(200)',
  numeric: 'DECIMAL(18, 2)',
  date: 'DATE',
  timestamp: 'TIMESTAMPTZ',
}

const opened: TestDatabase[] = []
afterAll(async () => {
  for (const database of opened) await database.close()
})

describe.each([
  ['duckdb', openDuckdb],
  ['postgres', openPostgres],
  ['sqlite', openSqlite],
] as const)('policies in %s', (dialect, open) => {
  it('run', async () => {
    const database = await open()
    opened.push(database)
    const left: string[] = []
    for (const policy of POLICIES) {
      const program = openText(readFileSync(join(FOLDER, policy, 'ruleset.tsr'), 'utf8'))
      const { inputs } = program.ruleset
      const columns = new Map(recordFields(inputs).map(({ name, column }) => [name, column]))
      const declared = inputs.flatMap((input) =>
        input.kind === 'local' || isPart(input)
          ? []
          : [`${quoteName(columns.get(input.name)!)} ${TYPES[input.type.kind]}`],
      )
      await database.execute('DROP TABLE IF EXISTS claims')
      await database.execute(`CREATE TABLE claims (id INTEGER, ${declared.join(', ')})`)
      await database.execute('INSERT INTO claims (id) VALUES (1)')
      const table: SqlTable = {
        sql: 'claims',
        keys: [{ name: 'id', sql: 't.id' }],
        sources: claimSources(inputs, new Map()),
        areCells: false,
      }
      const { sql, open: untranslated } = compileSql(program, dialect, table)
      const [cells = []] = await database.query(sql).catch((error: unknown) => {
        throw new Error(`${policy}: ${String(error)}\n${sql}`)
      })
      expect(await database.query(validationSql(program.ruleset, dialect, table)), policy).toEqual([])
      const answers = program.ruleset.assertions.map((_, i) => ({ answer: cells[1 + 2 * i], open: cells[2 + 2 * i] }))
      const names = new Set(untranslated.map(({ name }) => name))
      const row = { known: inputs.map(() => null), isLeft: false, answers }
      expect(compareRow(program, row, dialect, names, emptyTally()), policy).toEqual([])
      left.push(...untranslated.map(({ name, reason }) => `${policy} ${name}: ${reason}`))
    }
    console.log(`${dialect}: open in every row\n${left.join('\n')}`)
  })
})
