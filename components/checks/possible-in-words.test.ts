import { expect, it } from 'vitest'
import { possibleInWords } from './possible-in-words'

const USD = {
  whole: (value: string) => `${value} USD`,
  bare: (value: string) => value,
  kind: 'number',
  unit: null,
} as const
const DAY = { whole: (value: string) => value, bare: (value: string) => value, kind: 'date', unit: null } as const
const at = (value: string) => ({ value, included: true })
const near = (value: string) => ({ value, included: false })

it.each([
  [{ from: at('60'), to: at('75') }, 'between 60 and 75 USD'],
  [{ from: near('60'), to: at('75') }, 'more than 60 and at most 75 USD'],
  [{ from: at('60'), to: near('75') }, 'at least 60 and less than 75 USD'],
  [{ from: near('60'), to: null }, 'more than 60 USD'],
  [{ from: at('60'), to: null }, 'at least 60 USD'],
  [{ from: null, to: near('75') }, 'less than 75 USD'],
  [{ from: null, to: null }, null],
  [{ from: at('60'), to: at('75'), values: ['60', '75'] }, '60 USD or 75 USD'],
  [{ from: at('0'), to: at('75'), values: ['0', '60', '75'] }, '0 USD, 60 USD or 75 USD'],
  [{ members: ['low', 'high'] }, 'low USD or high USD'],
])('%j', (possible, words) => {
  expect(possibleInWords(possible, USD, false)).toBe(words)
})

it('says that there may be no value', () => {
  expect(possibleInWords({ from: at('60'), to: at('75') }, USD, true)).toBe('between 60 and 75 USD or no value')
  expect(possibleInWords({ members: ['low', 'high'] }, DAY, true)).toBe('low, high or no value')
})

it('compares dates as dates', () => {
  expect(possibleInWords({ from: at('2026-01-31'), to: null }, DAY, false)).toBe('on or after 2026-01-31')
})

it('leaves out ends that only the calendar sets', () => {
  expect(possibleInWords({ from: at('0001-04-01'), to: at('+010000-03-31') }, DAY, false)).toBeNull()
  expect(possibleInWords({ from: at('2026-01-31'), to: at('9999-12-31') }, DAY, false)).toBe('on or after 2026-01-31')
  const days = { ...USD, whole: (value: string) => `${value} days`, unit: 'd' } as const
  expect(possibleInWords({ from: at('0'), to: at('3651968') }, days, false)).toBe('at least 0 days')
  const minutes = { ...days, unit: 'min' } as const
  expect(possibleInWords({ from: at('-1065132510'), to: at('251629946999/60') }, minutes, true)).toBeNull()
})
