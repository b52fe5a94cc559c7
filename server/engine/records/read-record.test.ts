import { describe, expect, it } from 'vitest'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { compileText } from '../testing/ask'
import { planColumns } from './column-plan'
import { readCsvRows } from './csv-rows'
import { ObjectReader, RowReader, rowProblem } from './read-record'
import { recordFields } from './record-fields'

const FIELDS = recordFields(
  compileText(`version 1.4;
// @column income "Income (000)"
declare income as numeric "USD" or {"NA"} else "invalid";
declare hazardous as boolean default False;
declare bags as numeric default 2;
declare spouse as optional record { age as whole, smokes as boolean default False };
declare driver as list of { age as whole, licence as boolean default True } up to 2;
// @column driver.age "Age []"
assert a { And(income > 1 "USD", hazardous, bags > 1, spouse.age > 1, spouse.smokes) };
assert b { ForAll(d in driver, And(d.age > 1, d.licence)) };
`).inputs,
)

function read(csv: string) {
  const [head, ...rows] = readCsvRows(csv, ',')
  const plan = planColumns(head?.cells ?? [], FIELDS)
  const reader = new RowReader(plan)
  return { plan, reader, claims: rows.map((row) => ({ ...reader.read(row) })) }
}

describe('the columns of a table', () => {
  it('are taken by title, with a unit after it, and the others are listed', () => {
    const { plan } = read('Income (000) [USD], hazardous ,income,Age 2,,driver\n')
    expect(plan.columns.map((column) => column && [column.field.name, column.unit])).toEqual([
      ['income', 'USD'],
      ['hazardous', null],
      null,
      ['driver[2].age', null],
      null,
      ['driver', null],
    ])
    expect(plan.unused).toEqual(['income'])
    expect(plan.sources.filter(({ kind }) => kind === 'default').map(({ field }) => field.name)).toEqual([
      'bags',
      'spouse.smokes',
      'driver[1].licence',
      'driver[2].licence',
    ])
  })

  it('are not taken twice', () => {
    expect(read('hazardous,bags,hazardous\n').plan.twice).toEqual(['hazardous'])
    expect(read('Income (000),Income (000) [USD]\n').plan.twice).toEqual(['Income (000)'])
    expect(read('x,x\n').plan).toMatchObject({ twice: [], unused: ['x', 'x'] })
  })

  it('of entries need the column with their number', () => {
    expect(read('Age 1,Age 2\n').plan.uncounted).toEqual(['driver'])
    expect(read('Age 1,driver\n').plan.uncounted).toEqual([])
    expect(read('spouse.age\n').plan.uncounted).toEqual([])
  })

  it('give every claim a value: the cell, its meaning if empty, a default, or unknown', () => {
    const { claims, reader } = read('Income (000) [USD],driver,Age 1\n52,1,30\n,,\n-1.50,unknown,x\n')
    expect(claims[0]).toMatchObject({ income: '52 USD', hazardous: false, bags: '2', spouse: null, driver: 1 })
    expect(claims[0]).toMatchObject({ 'driver[1].age': '30', 'driver[1].licence': true, 'driver[2].age': null })
    expect(claims[1]).toMatchObject({ income: 'invalid', driver: null, 'driver[1].age': null })
    expect(claims[2]).toMatchObject({ income: '-1.50 USD', driver: 'unknown' })
    const [first, second] = readCsvRows('52,1,30\n,,\n', ',')
    const taken = [first, second].map((row) => reader.defaultsOf(row!).map(({ claim }) => claim))
    expect(taken).toEqual([
      ['hazardous', 'bags', 'driver[1].licence'],
      ['hazardous', 'bags'],
    ])
  })

  it('say that a record is there if one of its cells has a value', () => {
    const { claims } = read('bags,spouse.age\n1,40\n1, \n')
    expect(claims.map(({ spouse }) => spouse)).toEqual([true, null])
    expect(read('spouse,spouse.age\nno,40\n').claims[0]).toMatchObject({ spouse: false })
  })

  it('are written as JSON with the digits of bare numbers', () => {
    const [, row] = readCsvRows('bags\n12345678901234567890.10\n', ',')
    const reader = new RowReader(planColumns(['bags'], FIELDS))
    expect(reader.line(row!)).toContain('"bags":12345678901234567890.10,')
  })

  it('are written as JSON with a text for a number with decimals that counts as the code of `else`', () => {
    const { inputs } = compileText(`version 1.4;
declare n as whole or {"blank"} else "invalid";
declare m as whole or {"blank"};
assert a { And(n != "invalid", m != "blank") };
`)
    const reader = new RowReader(planColumns(['n', 'm'], recordFields(inputs)))
    const lines = readCsvRows('2.5,2.5\n2,2\n1e0,\n', ',').map((row) => reader.line(row))
    expect(lines).toEqual(['{"n":"2.5","m":2.5}', '{"n":2,"m":2}', '{"n":"1e0","m":"blank"}'])
  })
})

describe('a row', () => {
  const problem = (text: string, ...titles: string[]) => rowProblem(readCsvRows(text, ',')[0]!, titles)

  it('has a cell for each column; further cells are empty', () => {
    expect(problem('1,2\n', 'a', 'b')).toBeNull()
    expect(problem('1,2, ,\n', 'a', 'b')).toBeNull()
    expect(problem('1\n', 'a', 'b')).toContain('The row has 1 cell, and the first row has 2.')
    expect(problem('1,234,5\n', 'a', 'b')).toContain('Put a cell that has a separator in it between quotation marks.')
  })

  it('has matching quotation marks', () => {
    expect(problem('"a"b,2\n', 'a', 'b')).toContain('Cell 1 has text behind its closing quotation mark.')
    expect(problem('1,"2\n', 'a', 'b')).toContain('The quotation mark at the beginning of cell 2 is never closed')
  })
})

describe('a JSON object', () => {
  const reader = new ObjectReader(FIELDS)
  const complete = { bags: new JsonNumber('1.50'), hazardous: null, spouse: 'absent', driver: [] }

  it('takes defaults only for claims that it leaves out, including those of its records and entries', () => {
    expect(reader.read(complete)).toEqual({ claims: complete, defaults: [] })
    const { claims, defaults } = reader.read({ spouse: { age: 40 }, driver: [{ age: 1 }, { licence: false }, 5] })
    expect(claims).toEqual({
      hazardous: false,
      bags: '2',
      spouse: { age: 40, smokes: false },
      driver: [{ age: 1, licence: true }, { licence: false }, 5],
    })
    expect(defaults.map(({ claim }) => claim)).toEqual(['hazardous', 'bags', 'spouse.smokes', 'driver[1].licence'])
  })

  it('takes no default for a value under a path, and none in an absent record', () => {
    const { claims } = reader.read({ ...complete, spouse: true, 'spouse.smokes': true })
    expect(claims).toEqual({ ...complete, spouse: true, 'spouse.smokes': true })
    expect(reader.read({ ...complete, spouse: null }).defaults).toEqual([])
  })

  it('is not changed by members of the prototype', () => {
    const hostile = JSON.parse('{"__proto__":{"bags":"7"},"constructor":1}')
    const { claims } = reader.read(hostile)
    expect(Object.hasOwn(claims, 'bags')).toBe(true)
    expect(claims.bags).toBe('2')
  })
})

it('a text is taken as it is, with the blanks around it, and a code without them', () => {
  const fields = recordFields(
    compileText(`version 1.4;
declare street as text or {"NA"} default "none";
declare loan as record { id as text };
assert a { And(street != "5 Main St", Length(loan.id) > 2) };
`).inputs,
  )
  expect(fields.map(({ name, kind, texts }) => [name, kind, texts])).toEqual([
    ['street', 'text', ['NA']],
    ['loan.id', 'text', []],
  ])
  const [head, ...rows] = readCsvRows('loan.id,street\n A1 , NA \n12,5 Main St \n,\n\u00a0x,"a\n\u200bb"\n', ',')
  const reader = new RowReader(planColumns(head?.cells ?? [], fields))
  expect(rows.map((row) => ({ ...reader.read(row) }))).toEqual([
    { 'loan.id': ' A1 ', street: 'NA' },
    { 'loan.id': '12', street: '5 Main St ' },
    { 'loan.id': null, street: null },
    { 'loan.id': '\u00a0x', street: 'a\n\u200bb' },
  ])
  const [, only] = readCsvRows('loan.id\nA1\n', ',')
  expect({ ...new RowReader(planColumns(['loan.id'], fields)).read(only!) }).toEqual({
    'loan.id': 'A1',
    street: 'none',
  })
})
