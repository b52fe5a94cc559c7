import { afterAll, describe, expect, it } from 'vitest'
import { openText } from '../../engine/testing/open-text'
import { randomRules, seededRandom } from '../../engine/testing/random-rules'
import { compileSql } from '../../sql/compile-sql'
import { IS_LONG } from '../repetitions'
import { compareRow, emptyTally } from './compare-answers'
import { randomDatedRules } from './dated-rules'
import { isLeftToEngine, randomTable } from './random-table'
import { openDuckdb, openPostgres, openSqlite, type TestDatabase } from './test-databases'

const RULESETS = Number(process.env.SQL_RULESETS ?? (IS_LONG ? 1_000 : 25))
/** SQL_ROWS for all databases; the long series has 1,000 in DuckDB, whose rows the engine and the command share. */
const ROWS = { duckdb: IS_LONG ? 1_000 : 80, postgres: IS_LONG ? 100 : 80, sqlite: IS_LONG ? 100 : 80 }
const ASSERTIONS = 10

const opened: TestDatabase[] = []
afterAll(async () => {
  for (const database of opened) await database.close()
})

const rowsOf = (dialect: keyof typeof ROWS) => Number(process.env.SQL_ROWS ?? ROWS[dialect])

describe.each([
  ['duckdb', openDuckdb],
  ['postgres', openPostgres],
  ['sqlite', openSqlite],
] as const)('random rules in %s', (dialect, open) => {
  it('are decided as the engine decides them, or are open', { tags: ['repeated'], timeout: 7_200_000 }, async () => {
    const database = await open()
    opened.push(database)
    const tally = emptyTally()
    for (let seed = 0; seed < RULESETS; seed++) {
      const random = seededRandom(seed)
      const text =
        seed % 5 === 4
          ? randomDatedRules(random, false)
          : randomRules(random, { numbers: seed % 4 !== 0, nonlinear: seed % 2 === 0, assertions: ASSERTIONS })
      const program = openText(text)
      const { inputs } = program.ruleset
      const table = randomTable(random, dialect, inputs, rowsOf(dialect))
      for (const statement of table.statements) await database.execute(statement)
      const keys = [{ name: 'id', sql: 't.id' }]
      const { sql, open: untranslated } = compileSql(program, dialect, {
        sql: table.name,
        keys,
        sources: table.sources,
        areCells: false,
      })
      const names = new Set(untranslated.map(({ name }) => name))
      const answered = await database.query(`${sql} ORDER BY 1`).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${text}\n${sql}`)
      })
      expect(answered.length).toBe(rowsOf(dialect))
      answered.forEach((cells, row) => {
        const known = table.rows[row]!
        const answers = program.ruleset.assertions.map((_, i) => ({ answer: cells[1 + 2 * i], open: cells[2 + 2 * i] }))
        const problems = compareRow(
          program,
          { known, isLeft: isLeftToEngine(dialect, inputs, known), answers },
          dialect,
          names,
          tally,
        )
        if (problems.length > 0)
          throw new Error(
            `seed ${seed}, row ${row}: ${problems.join('; ')}\n${known.map((value, i) => `${inputs[i]!.name}=${value === null ? '?' : String(JSON.stringify(value))}`).join(' ')}\n${text}\n${sql}`,
          )
      })
    }
    const share = (100 * tally.open) / (tally.open + tally.decided)
    console.log(`${dialect}: ${share.toFixed(1)} % of the answers are open: ${JSON.stringify(tally)}`)
    expect(tally.decided).toBeGreaterThan(tally.open / 4)
  })
})
