import { expect, it } from 'vitest'
import { readRequest } from '../../server/api/read-request'
import { converterRequest as schema } from '../../server/api/schemas/units'
import { converterRequest, NO_ENTRIES, problemsFrom, problemsOf } from './converter-request'

const entries = { ...NO_ENTRIES, from: ' USD', to: 'EUR ', factor: '0.9' }

it('sends the digits that were typed', () => {
  const factor = '1.00000000000000000000000000000000000000001'
  const text = converterRequest({ ...entries, factor, offset: '-0.10', attribution: 'the "bank"' })
  expect(text).toBe(
    `{"from_unit":"USD","to_unit":"EUR","factor":${factor},"offset":-0.10,"attribution":"the \\"bank\\""}`,
  )
  expect(readRequest(schema, text, true)).toMatchObject({ factor: { text: factor }, offset: { text: '-0.10' } })
})

it('leaves out what was not typed', () => {
  expect(converterRequest(entries)).toBe('{"from_unit":"USD","to_unit":"EUR","factor":0.9}')
})

it.each(['', '1,5', '1.', '.5', '01', '+1', '1/3', 'NaN', '1 000', '0x1', '"1"', '1}'])(
  'takes no %j for a factor',
  (factor) => {
    expect(problemsOf({ ...entries, factor })).toHaveProperty('factor')
  },
)

it.each(['1', '0.5', '1e-3', '12E+4', '-2'])('takes %j for a number', (factor) => {
  expect(problemsOf({ ...entries, factor, offset: factor })).toEqual({})
})

it('tells every empty entry, and no optional one', () => {
  expect(Object.keys(problemsOf(NO_ENTRIES)).sort()).toEqual(['factor', 'from', 'to'])
})

it('puts what the server says beside its entry', () => {
  expect(
    problemsFrom([
      { field: 'to_unit', expected: 'another unit' },
      { field: 'body', expected: 'x' },
    ]),
  ).toEqual({
    to: 'Expected another unit.',
  })
})
