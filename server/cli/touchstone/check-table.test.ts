import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solverOfProcess } from '../../engine/solver/z3-solver'
import { BUILT_IN_LIBRARY } from '../../services/library/unit-libraries'
import type { CheckedTable } from './arguments'
import { checkTable } from './check-table'
import { LocalEngine } from './local-engine'
import { DuckdbSession, duckdbText } from './open-duckdb'

const RULES = `version 1.4;
// @unit amount USD
// @range amount 0..10000
declare amount as numeric;
declare ratio as numeric;
declare paid as boolean;
declare kind as enum {"meal", "travel"};
declare filed as date;
declare sent as timestamp;
assert small { amount <= 100.5 "USD" };
assert exact { ratio * 3 == 0.3 };
assert known { Or(paid, kind == "meal") };
assert early [pessimistic] { And(filed < 2026-02-01, sent < 2026-02-01T00:00:00Z) };
`
const FOLDER = mkdtempSync(path.join(tmpdir(), 'check-table-'))
const at = (name: string) => path.join(FOLDER, name)
afterAll(() => rmSync(FOLDER, { recursive: true }))

const shown: string[] = []
function check(table: CheckedTable, text = RULES) {
  const engine = new LocalEngine(BUILT_IN_LIBRARY, solverOfProcess)
  return checkTable(engine, { file: 'rules.tsr', text }, table, (words) => shown.push(words))
}

/** Typed columns, a double whose shortest text is 0.1, and a row out of range. */
const ROWS = `SELECT * FROM (VALUES
  (CAST(100.50 AS DECIMAL(18, 2)), CAST(0.1 AS DOUBLE), TRUE, 'meal', DATE '2026-01-31', TIMESTAMPTZ '2026-01-31 23:59:59+00'),
  (CAST(100.51 AS DECIMAL(18, 2)), CAST(0.1 AS DOUBLE) + CAST(0.2 AS DOUBLE), FALSE, 'travel', DATE '2026-02-01', NULL),
  (NULL, NULL, NULL, NULL, NULL, NULL),
  (CAST(10001 AS DECIMAL(18, 2)), NULL, TRUE, 'meal', NULL, NULL),
  (CAST(1 AS DECIMAL(18, 2)), CAST(1e-7 AS DOUBLE), FALSE, 'unknown', DATE '0001-01-01', TIMESTAMPTZ '2026-02-01 00:30:00+01')
) AS v(amount, ratio, paid, kind, filed, sent)`
const ANSWERS = [
  'row,small,exact,known,early',
  '1,TRUE,TRUE,TRUE,TRUE',
  '2,FALSE,FALSE,FALSE,FALSE',
  '3,UNKNOWN,UNKNOWN,UNKNOWN,FALSE',
  '4,REFUSED,REFUSED,REFUSED,REFUSED',
  '5,TRUE,FALSE,UNKNOWN,TRUE',
  '',
].join('\n')

describe('a Parquet file', () => {
  beforeAll(async () => {
    const duckdb = await DuckdbSession.open()
    await duckdb.run(`COPY (${ROWS}) TO ${duckdbText(at('rows.parquet'))} (FORMAT parquet)`)
    duckdb.close()
  })

  it('is read with the types of its columns, in the unit of the claim', async () => {
    const table = { kind: 'parquet', file: at('rows.parquet'), answers: at('answers.csv') } as const
    const { outcome, json, tests } = await check(table)
    expect(readFileSync(at('answers.csv'), 'utf8')).toBe(ANSWERS)
    expect(outcome).toBe('wrong use')
    expect(JSON.parse(json)).toMatchObject({ rows: 5, decided_by_engine: 4 })
    expect(tests.at(-1)!.findings[0]!.message).toContain('row 4: amount: expected a value')
  })

  it('has the same answers as Parquet', async () => {
    const table = { kind: 'parquet', file: at('rows.parquet'), answers: at('answers.parquet') } as const
    await check(table)
    const duckdb = await DuckdbSession.open()
    const rows = await duckdb.rows(`SELECT * FROM ${duckdbText(at('answers.parquet'))} ORDER BY 1`)
    duckdb.close()
    expect(rows.map((cells) => cells.join(','))).toEqual(ANSWERS.trim().split('\n').slice(1))
  })
})

describe('a CSV file', () => {
  it('has blanks, codes, records and quotation marks', async () => {
    const text = `version 1.4;
declare n as whole or {"NA"};
declare partner as optional record { age as whole };
assert some { Or(n == "NA", n > 2) };
assert old { partner.age >= 18 };
`
    writeFileSync(at("it's.csv"), '\ufeffn;partner.age\r\n"NA";18\r\n 3 ;17\r\n;\r\n"2,5";\r\n')
    const { outcome } = await check({ kind: 'csv', file: at("it's.csv"), answers: at('coded.csv') }, text)
    expect(readFileSync(at('coded.csv'), 'utf8')).toBe(
      'row,some,old\n1,TRUE,TRUE\n2,TRUE,FALSE\n3,UNKNOWN,UNKNOWN\n4,REFUSED,REFUSED\n',
    )
    expect(outcome).toBe('wrong use')
  })

  it('takes a number with decimals as the code of `else`', async () => {
    const text = `version 1.4;
declare n as whole or {"blank"} else "invalid";
assert valid { n != "invalid" };
`
    writeFileSync(at('whole.csv'), 'n\n2.5\n7/2\n2.0\n')
    const { outcome } = await check({ kind: 'csv', file: at('whole.csv'), answers: at('whole.answers.csv') }, text)
    expect(readFileSync(at('whole.answers.csv'), 'utf8')).toBe('row,valid\n1,FALSE\n2,FALSE\n3,TRUE\n')
    expect(outcome).toBe('failed')
  })

  it('refuses only the rows whose cells do not fit the columns, with their lines', async () => {
    const text = `version 1.4;
declare a as numeric;
declare b as text;
assert small { a < 4 };
`
    const rows = ['a,b', '1,"x', 'y"', '3', '', '5,z,w', '2,w,', '9,""', '1,"open']
    writeFileSync(at('uneven.csv'), rows.join('\n'))
    const table = { kind: 'csv', file: at('uneven.csv'), answers: at('uneven.answers.csv') } as const
    const { outcome, tests } = await check(table, text)
    expect(readFileSync(at('uneven.answers.csv'), 'utf8')).toBe(
      'row,small\n1,TRUE\n2,REFUSED\n3,REFUSED\n4,TRUE\n5,FALSE\n6,REFUSED\n',
    )
    const findings = tests.at(-1)!.findings.map(({ message, place }) => [place.line, message.slice(0, 40)])
    expect(findings).toEqual([
      [4, 'row 2: The row has 1 cell, and the first'],
      [6, 'row 3: The row has 3 cells, and the firs'],
      [9, 'row 6: The quotation mark at the beginni'],
    ])
    expect(outcome).toBe('wrong use')
  })

  it.each([
    ['missing.csv', null, 'cannot be read'],
    ['empty.csv', '', 'is empty'],
    ['head.csv', 'paid,"x"y\nno\n', 'The quotation marks in the first row'],
    ['latin.csv', Buffer.from('paid,kind\nno\nyes,\xfc\n', 'latin1'), 'is not UTF-8'],
    ['twice.csv', 'paid,paid\nno,no\n', 'several columns of one claim: paid'],
    ['a[1].csv', 'paid\nno\n', 'Rename the file'],
  ])('%s is refused with words', async (name, content, words) => {
    if (content !== null) writeFileSync(at(name), content)
    await expect(check({ kind: 'csv', file: at(name), answers: null })).rejects.toThrow(words)
  })

  it('with entries of a list needs the column with their number', async () => {
    const text = `version 1.4;
declare items as list of { age as whole } up to 2;
assert old { ForAll(i in items, i.age > 1) };
`
    writeFileSync(at('items.csv'), 'items[1].age,items[2].age\n5,0\n')
    const run = check({ kind: 'csv', file: at('items.csv'), answers: null }, text)
    await expect(run).rejects.toThrow('no column with their number: items.')
  })

  it('without rows is as expected', async () => {
    writeFileSync(at('head.csv'), 'amount [USD],paid\n')
    const { outcome, text } = await check({ kind: 'csv', file: at('head.csv'), answers: null })
    expect([outcome, text[0]]).toEqual(['as expected', '0 rows; the engine decided 0.'])
  })
})
