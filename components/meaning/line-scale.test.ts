import { expect, it } from 'vitest'
import { lineScale } from './line-scale'

it('sorts numbers exactly, with units and as fractions, and spaces them evenly', () => {
  const scale = lineScale(['1000 USD', '0.5 USD', '1/3 USD', '1/2 USD', '12345678901234567890 USD', 'not a number'])
  expect(scale.values).toEqual(['1/3 USD', '0.5 USD', '1000 USD', '12345678901234567890 USD'])
  expect(scale.position('1/2 USD', 'from')).toBe(scale.position('0.5 USD', 'to'))
  expect([...scale.values.map((value) => scale.position(value, 'from'))]).toEqual([20, 40, 60, 80])
})

it('puts open ends at the margins', () => {
  const scale = lineScale(['250'])
  expect([scale.position(null, 'from'), scale.position('250', 'from'), scale.position(null, 'to')]).toEqual([
    0, 50, 100,
  ])
})

it('returns the unit if all numbers share it', () => {
  expect(lineScale(['1 USD', '2 USD']).unit).toBe('USD')
  expect(lineScale(['1', '2']).unit).toBeNull()
  expect(lineScale(['1 h', '2 d']).unit).toBeNull()
})
