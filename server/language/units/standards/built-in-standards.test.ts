import { describe, expect, it } from 'vitest'
import { isRational, parseNumeral } from '../../numeric/numeral'
import { isSymbolText } from '../unit-text'
import { BUILT_IN_STANDARDS } from './built-in-standards'

const definitions = BUILT_IN_STANDARDS.flatMap(({ symbols }) => symbols)
const spellings = definitions.flatMap(({ symbol, aliases }) => [symbol, ...aliases])

describe('the built-in standards', () => {
  it('are the six of the contract and the dimensionless parts, with versions', () => {
    expect(BUILT_IN_STANDARDS.map(({ name }) => name)).toEqual([
      'length',
      'mass',
      'time',
      'temperature',
      'information',
      'currency',
      'dimensionless',
    ])
    for (const { version } of BUILT_IN_STANDARDS) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })
  it('hold at least 150 symbols besides the currencies too', () => {
    expect(definitions.length).toBeGreaterThanOrEqual(300)
    const currencies = BUILT_IN_STANDARDS.find(({ name }) => name === 'currency')?.symbols.length ?? 0
    expect(definitions.length - currencies).toBeGreaterThanOrEqual(140)
  })
  it('spell every unit once, in a way that the grammar reads, in Unicode NFC', () => {
    expect(spellings.length).toBe(new Set(spellings).size)
    for (const spelling of spellings) {
      expect([spelling, isSymbolText(spelling)]).toEqual([spelling, true])
      expect(spelling).toBe(spelling.normalize('NFC'))
      expect(spelling).not.toMatch(/\d/)
    }
  })
  it('tell what every unit is', () => {
    for (const { about } of definitions) expect(about).toMatch(/^\S.*\S$/)
  })
  it('define by exact decimals and fractions alone', () => {
    for (const definition of definitions) {
      const amount = 'is' in definition ? definition.is.split(' ')[0]! : 'of' in definition ? definition.plus : null
      if (amount === null) continue
      expect(amount).toMatch(/^\d+(\.\d+|\/\d+)?$/)
      expect(isRational(parseNumeral(amount, 100))).toBe(true)
    }
  })
  it('list readings that exist', () => {
    const symbols = new Set(definitions.map(({ symbol }) => symbol))
    for (const definition of definitions) {
      if (!('readings' in definition)) continue
      expect(definition.readings.length).toBeGreaterThanOrEqual(2)
      for (const reading of definition.readings) expect([reading, symbols.has(reading)]).toEqual([reading, true])
    }
  })
})

describe('currencies', () => {
  const codes = definitions.map(({ symbol }) => symbol).filter((symbol) => /^[A-Z]{3}$/.test(symbol))
  it('are the list of amendment 180', () => {
    for (const code of ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'XCG', 'ZWG', 'XAD', 'SLE', 'VED', 'XAU', 'XDR'])
      expect(codes).toContain(code)
    for (const gone of ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL', 'XXX', 'XTS', 'DEM'])
      expect(codes).not.toContain(gone)
    expect(codes.length).toBe(176)
  })
  it('cover what the platform lists, apart from what was withdrawn since', () => {
    const withdrawn = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'])
    const listed = Intl.supportedValuesOf('currency').filter((code) => !withdrawn.has(code))
    expect(listed.filter((code) => !codes.includes(code))).toEqual([])
  })
})
