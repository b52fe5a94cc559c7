import { expect, it } from 'vitest'
import { exactConversion } from './exact-conversion'
import type { UnitBridge } from './read-units'

const pair = { ok: true, status: 'convertible', versions: {} } as unknown as UnitBridge

it.each([
  [{ from: 'h', to: 'min', ratio: '60/1', exact_offset: '0' }, 'min = h × 60'],
  [{ from: 'min', to: 'h', ratio: '1/60', exact_offset: '0' }, 'h = min × 1/60'],
  [{ from: 'degC', to: 'K', ratio: '1/1', exact_offset: '273.15' }, 'K = degC + 273.15'],
  [{ from: 'K', to: 'degF', ratio: '9/5', exact_offset: '-459.67' }, 'degF = K × 9/5 − 459.67'],
  [{ from: 'm', to: 'meter', ratio: '1/1', exact_offset: '0' }, 'meter = m'],
])('is exact: %j', (conversion, words) => {
  expect(exactConversion({ ...pair, ...conversion })).toBe(words)
})
