/** Tables of random cells, checked by the command with DuckDB and by the engine row by row. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkTable } from '../../cli/touchstone/check-table'
import { LocalEngine } from '../../cli/touchstone/local-engine'
import { planColumns } from '../../engine/records/column-plan'
import { readCsvRows } from '../../engine/records/csv-rows'
import { RowReader } from '../../engine/records/read-record'
import { type RecordField, recordFields } from '../../engine/records/record-fields'
import { solverOfProcess } from '../../engine/solver/z3-solver'
import { RandomRecords } from '../../engine/testing/random-records'
import { type Random, randomRules, seededRandom } from '../../engine/testing/random-rules'
import { RandomTexts } from '../../engine/testing/random-texts'
import { BUILT_IN_LIBRARY } from '../../services/library/unit-libraries'
import { IS_LONG } from '../repetitions'
import { randomDatedRules } from './dated-rules'

const TABLES = Number(process.env.SQL_TABLES ?? (IS_LONG ? 100 : 4))
const ROWS = 60

const folder = mkdtempSync(path.join(tmpdir(), 'sql-cells-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ODD_SHARE = 0.01
const WHOLE = ['0', '1', '2', '3', '10', '19', '007']
const NUMBERS = [...WHOLE, '-1', '1.5', '0.25', '7.125', '40.1']
const ODD = [
  '',
  '',
  ' ',
  'unknown',
  'NA',
  '1e1',
  '1/3',
  '007',
  '+1',
  ' 2',
  '2.0',
  'x',
  '9999999999999',
  '0.1234567',
  "'",
  '1 EUR',
  '-0',
]
const DAYS = ['2026-01-31', '2026-02-28', '2024-02-29', '2026-12-01', '0001-01-31', '9999-12-31']
const MOMENTS = [
  '2026-01-01T00:00:00Z',
  '2025-12-31T23:30:00-01:00',
  '2026-06-01T12:00:00.25+02:00',
  '2026-01-01T00:00Z',
  '2026-01-01',
]
const WORDS = ['abc', 'x y', 'ab', 'A']

function cellOf(random: Random, blank: number, { name, kind, texts, unit }: RecordField): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  if (random() < blank) return ''
  if (random() < ODD_SHARE) return pick(ODD)
  if (texts.length > 0 && random() < 0.3) return pick(texts)
  switch (kind) {
    case 'boolean':
    case 'given':
      return pick(['yes', 'no', 'TRUE', 'false'])
    case 'numeric': {
      const number = pick(/^(amount|unit_price|[xyz]|width)$/.test(name) ? NUMBERS : WHOLE)
      return unit === null ? number : `${number} ${unit}`
    }
    case 'count':
      return pick(['0', '1', '2'])
    case 'date':
      return pick(DAYS)
    case 'timestamp':
      return pick(MOMENTS)
    case 'text':
      return pick(WORDS)
    case 'enum':
      return pick(texts)
  }
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

const RULES: Readonly<Record<string, (random: Random) => string>> = {
  plain: (random) => randomRules(random, { numbers: true, nonlinear: random() < 0.5, assertions: 8 }),
  records: (random) => new RandomRecords(random).rules(8, 2).text,
  texts: (random) => new RandomTexts(random).rules(6).text,
  dates: (random) => randomDatedRules(random, true),
}

describe.each(Object.entries(RULES))('tables of %s', (kind, rules) => {
  it('have the answers of the engine in every row', { tags: ['repeated'], timeout: 3_600_000 }, async () => {
    const engine = new LocalEngine(BUILT_IN_LIBRARY, solverOfProcess)
    let [rowsOfEngine, answersGiven] = [0, 0]
    for (let seed = 0; seed < TABLES; seed++) {
      const random = seededRandom(seed)
      const text = rules(random)
      const ruleset = engine.read(text)
      const { checkable, diagnostics } = engine.diagnose(ruleset)
      if (checkable === null) throw new Error(`${diagnostics.map(({ message }) => message).join('\n')}\n${text}`)
      const fields = recordFields(checkable.compiled.ruleset.inputs)
      const titles = fields.map(({ column }) => column)
      const blank = random() < 0.5 ? 0 : 0.2 * random()
      const rows = Array.from({ length: ROWS }, () =>
        fields.map((field) => quoted(cellOf(random, blank, field))).join(','),
      )
      const table = `${[titles.map(quoted).join(','), ...rows].join('\n')}\n`
      const [file, answers] = [path.join(folder, `${kind}.csv`), path.join(folder, `${kind}-answers.csv`)]
      writeFileSync(file, table)
      const checked = await checkTable(
        engine,
        { file: 'rules.tsr', text },
        { kind: 'csv', file, answers },
        () => undefined,
      )
      rowsOfEngine += JSON.parse(checked.json).decided_by_engine
      const reader = new RowReader(planColumns(titles, fields))
      const lines = readCsvRows(table, ',')
        .slice(1)
        .map((row) => reader.line(row))
      const expected = await engine.checkLines(ruleset, engine.library, Buffer.from(lines.join('\n')))
      const words: Readonly<Record<string, string>> = {
        T: 'TRUE',
        F: 'FALSE',
        U: 'UNKNOWN',
        A: 'AMBIGUOUS',
        '-': 'REFUSED',
      }
      const width = expected.assertions.length
      const wanted = lines.map((_, row) =>
        [row + 1, ...Array.from({ length: width }, (_, i) => words[expected.answers[row * width + i]!])].join(','),
      )
      const given = readFileSync(answers, 'utf8').trim().split('\n').slice(1)
      for (const [row, answer] of given.entries())
        expect(`${answer}  ${lines[row]}`, `seed ${seed}\n${text}`).toBe(`${wanted[row]}  ${lines[row]}`)
      expect(given.length).toBe(ROWS)
      answersGiven += ROWS
    }
    console.log(`${kind}: ${rowsOfEngine} of ${answersGiven} rows were for the engine`)
    // Shapes of texts are for the engine.
    if (kind !== 'texts') expect(rowsOfEngine).toBeLessThan(answersGiven)
  })
})
