import { expect, it } from 'vitest'
import { claimField } from '../testing/claim-field'
import { cellLiteral, csvColumns, lineOf } from './csv-columns'

const paid = claimField('paid')
const weight = claimField('weight', { type: 'numeric', unit: 'kg' })
const count = claimField('count', { type: 'numeric' })
const grade = claimField('grade', { type: 'enum', vocabulary: ['low', 'high'] })
const all = [paid, weight, count, grade]

it('matches claims by name and reports the other columns', () => {
  const columns = csvColumns([' paid ', 'id', 'weight [g]', 'paid', ''], all)
  expect(columns.claims.map((column) => column?.claim.name ?? null)).toEqual(['paid', null, 'weight', 'paid', null])
  expect(columns).toMatchObject({ unused: ['id'], missing: ['count', 'grade'], twice: ['paid'] })
})

it.each([
  [paid, null, 'Yes', 'true'],
  [paid, null, ' no ', 'false'],
  [paid, null, '1', '"1"'],
  [paid, null, 'unknown', '"unknown"'],
  [paid, null, '  ', 'null'],
  [count, null, '12345678901234567890.120', '12345678901234567890.120'],
  [count, null, '007', '"007"'],
  [count, 'kg', '12', '"12 kg"'],
  [count, 'kg', '12 kg', '"12 kg"'],
  [count, 'kg', '', 'null'],
  [count, null, '1,5', '"1,5"'],
  [weight, null, '3 kg', '"3 kg"'],
  [weight, null, '3', '"3"'],
  [weight, 'g', '3.50', '"3.50 g"'],
  [weight, 'g', '3 lb', '"3 lb"'],
  [weight, 'g', '', 'null'],
  [grade, null, ' low "x"', '"low \\"x\\""'],
] as const)('writes a cell as the value that was typed (%#)', (of, unit, cell, literal) => {
  expect(cellLiteral({ claim: of, unit }, cell)).toBe(literal)
})

it('writes a record as a JSON line, whatever the columns are', () => {
  const columns = csvColumns(['count', 'note', 'paid'], all)
  expect(lineOf(columns, ['1.50', 'x,y', 'TRUE'])).toBe('{"count":1.50,"paid":true,"weight":null,"grade":null}')
  expect(lineOf(columns, [])).toBe('{"count":null,"paid":null,"weight":null,"grade":null}')
})
