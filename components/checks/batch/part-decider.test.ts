import { expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../../../server/config/budgets'
import { planColumns } from '../../../server/engine/records/column-plan'
import { readCsvRows } from '../../../server/engine/records/csv-rows'
import { RowReader } from '../../../server/engine/records/read-record'
import { recordFields } from '../../../server/engine/records/record-fields'
import { compileText } from '../../../server/engine/testing/ask'
import { PartDecider } from './part-decider'

const SOURCE = `version 1.4;
// @column weight "Weight (net)"
declare weight as numeric "kg";
declare hazardous as boolean default False;
declare income as numeric or {"blank"} else "invalid";
declare x as numeric;
declare y as numeric;
declare spouse as optional record { age as whole };
assert light { weight < 30 "kg" };
assert safe { Not(hazardous) };
assert earns { income > 10 };
assert hard { Not(And(x * x + y * y == 25, x * y == 13)) };
assert adult { Implies(IsGiven(spouse), spouse.age >= 18) };
`
const terms = {
  ruleset: { hash: '', source: SOURCE },
  library: { hash: null, converters: [] },
  limits: DEFAULT_BUDGETS,
  mode: 'tiers',
} as const
const titles = ['id', 'Weight (net) [g]', 'income', 'spouse.age', 'x', 'y']
const ROWS = [
  '1,12000,20,17,1,2',
  '"2\n2",31 kg,,40,0,0',
  '3,,oops, ,5,5',
  '4,"1,5",20,17,true,1',
  '5,1,2',
  '6,1,2,3,,',
]
const bytes = (text: string) => new TextEncoder().encode(text).buffer

it('decides rows of a table as it decides the JSON Lines that say the same', () => {
  const csv = ROWS.map((row) => `${row}\r\n`).join('')
  const table = new PartDecider(terms, { titles, delimiter: ',' }).decide(bytes(csv))
  const reader = new RowReader(planColumns(titles, recordFields(compileText(SOURCE).inputs)))
  const lines = readCsvRows(csv, ',').map((row) => `${reader.line(row)}\n`)
  const json = new PartDecider(terms).decide(bytes(lines.join('')))
  expect(table?.rows).toBe(ROWS.length)
  const width = table?.assertions.length ?? 0
  // Row 5 has too few cells, which JSON Lines cannot have.
  for (const row of [0, 1, 2, 3, 5])
    expect(table?.answers.slice(row * width, (row + 1) * width)).toEqual(
      json?.answers.slice(row * width, (row + 1) * width),
    )
  expect(table?.unsolved).toEqual(json?.unsolved.filter(({ row }) => row !== 4))
  expect(table?.unsolved.map(({ row }) => row)).toEqual([5])
  expect(table?.unsolved[0]?.line).toBe(lines[5]?.trim())
})

it('refuses rows in words about cells, without the other rows', () => {
  const table = new PartDecider(terms, { titles, delimiter: ',' }).decide(bytes(ROWS.join('\n')))
  expect(
    table?.refused.map(({ row, message, failures }) => [row, failures?.map(({ field }) => field) ?? message]),
  ).toEqual([
    [3, ['weight', 'x']],
    [4, 'The row has 3 cells, and the first row has 6. A row has a cell for each column, also for empty ones.'],
  ])
  expect(table?.refused[0]?.failures?.[0]).toMatchObject({
    expected: expect.stringContaining('write the decimals after a point'),
    received: '"1,5"',
  })
})

it('gives the claims that JSON Lines leave out their defaults', () => {
  const lines = '{"weight":"1 kg","income":1,"x":1,"y":2,"spouse":"absent"}\n{"weight":"1 kg"}\n'
  const part = new PartDecider(terms).decide(bytes(lines))
  expect(new TextDecoder().decode(part?.answers.slice(0, 5))).toBe('TTFTT')
  expect(part?.refused).toMatchObject([
    { row: 1, failures: expect.arrayContaining([expect.objectContaining({ field: 'income' })]) },
  ])
})
