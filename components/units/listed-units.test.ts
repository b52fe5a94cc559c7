import { expect, it } from 'vitest'
import { BUILT_IN_STANDARDS } from '../../server/language/units/standards/built-in-standards'
import { listedUnits, matchingUnits } from './listed-units'

const units = listedUnits()
const symbols = (search: string) => matchingUnits(units, search).map(({ symbol }) => symbol)

it('lists every symbol of every standard, and what it measures in words', () => {
  expect(units.map(({ symbol }) => symbol)).toEqual(
    BUILT_IN_STANDARDS.flatMap((standard) => standard.symbols.map(({ symbol }) => symbol)),
  )
  expect(units.filter(({ dimension }) => !/^[a-z ]+$/.test(dimension))).toEqual([])
})

it('finds a unit by symbol, name, other spelling, dimension and standard, in any case', () => {
  expect(symbols('ACRE')).toContain('acre')
  expect(symbols('gunter')).toEqual(['chain'])
  expect(symbols('litres')).toContain('L')
  expect(symbols('volume barrel')).toEqual(['bbl'])
  expect(symbols('area').sort()).toEqual(['acre', 'are', 'ha'])
  expect(symbols('currency euro')).toContain('EUR')
  expect(symbols('no such unit')).toEqual([])
  expect(symbols('  ')).toHaveLength(units.length)
})

it('lists exact spellings first', () => {
  expect(symbols('m')[0]).toBe('m')
  expect(symbols('mg')[0]).toBe('mg')
  expect(symbols('kb')[0]).toBe('kB')
  expect(symbols('hours')[0]).toBe('h')
})

it('marks words with several meanings', () => {
  expect(units.find(({ symbol }) => symbol === 'gal')?.dimension).toBe('ambiguous word')
  expect(units.find(({ symbol }) => symbol === 'mo')?.dimension).toBe('calendar months')
})
