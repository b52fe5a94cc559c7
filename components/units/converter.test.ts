import { expect, it } from 'vitest'
import { readRequest } from '../../server/api/read-request'
import { converterRequest as schema } from '../../server/api/schemas/units'
import { converterRequest, exactConversion, NO_ENTRIES, problemsFrom, problemsOf } from './converter'
import type { UnitBridge } from './read-units'

const entries = { ...NO_ENTRIES, from: ' USD', to: 'EUR ', factor: '0.9' }

it('sends digits as typed', () => {
  const factor = '1.00000000000000000000000000000000000000001'
  const text = converterRequest({ ...entries, factor, offset: '-0.10', attribution: 'the "bank"' })
  expect(text).toBe(
    `{"from_unit":"USD","to_unit":"EUR","factor":${factor},"offset":-0.10,"attribution":"the \\"bank\\""}`,
  )
  expect(readRequest(schema, text, true)).toMatchObject({ factor: { text: factor }, offset: { text: '-0.10' } })
})

it('omits empty entries', () => {
  expect(converterRequest(entries)).toBe('{"from_unit":"USD","to_unit":"EUR","factor":0.9}')
})

it.each(['', '1,5', '1.', '.5', '01', '+1', '1/3', 'NaN', '1 000', '0x1', '"1"', '1}'])(
  'rejects %j as a factor',
  (factor) => {
    expect(problemsOf({ ...entries, factor })).toHaveProperty('factor')
  },
)

it.each(['1', '0.5', '1e-3', '12E+4', '-2'])('accepts %j as a number', (factor) => {
  expect(problemsOf({ ...entries, factor, offset: factor })).toEqual({})
})

it('reports every empty required entry', () => {
  expect(Object.keys(problemsOf(NO_ENTRIES)).sort()).toEqual(['factor', 'from', 'to'])
})

it('matches the server’s messages with their entries', () => {
  expect(
    problemsFrom([
      { field: 'to_unit', expected: 'another unit' },
      { field: 'body', expected: 'x' },
    ]),
  ).toEqual({
    to: 'Expected another unit.',
  })
})

const pair = { ok: true, status: 'convertible', versions: {} } as unknown as UnitBridge

it.each([
  [{ from: 'h', to: 'min', ratio: '60/1', exact_offset: '0' }, 'min = h × 60'],
  [{ from: 'min', to: 'h', ratio: '1/60', exact_offset: '0' }, 'h = min × 1/60'],
  [{ from: 'degC', to: 'K', ratio: '1/1', exact_offset: '273.15' }, 'K = degC + 273.15'],
  [{ from: 'K', to: 'degF', ratio: '9/5', exact_offset: '-459.67' }, 'degF = K × 9/5 − 459.67'],
  [{ from: 'm', to: 'meter', ratio: '1/1', exact_offset: '0' }, 'meter = m'],
])('writes %j exactly', (conversion, words) => {
  expect(exactConversion({ ...pair, ...conversion })).toBe(words)
})
