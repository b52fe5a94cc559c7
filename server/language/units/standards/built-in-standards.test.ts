import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isRational, parseNumeral } from '../../numeric/numeral'
import { isSymbolText } from '../unit-text'
import { BUILT_IN_STANDARDS } from './built-in-standards'
import type { Standard } from './standard'

const definitions = BUILT_IN_STANDARDS.flatMap(({ symbols }) => symbols)
const spellings = definitions.flatMap(({ symbol, aliases }) => [symbol, ...aliases])

/**
 * The content of every version of every standard, as a SHA-256 digest. Stored rulesets refer to the units of a
 * standard, so a change needs a new version and a new row here. Never change or remove a row.
 */
const RECORDED_DIGESTS: Readonly<Record<string, string>> = {
  'length 1.0.0': '871a5c7e808c08fb0d1793dc4bf14e08db580327fdda5f82ecf8d80365bfc92e',
  'mass 1.0.0': '99459e5c76033a3cfbc78dd4298e0f94d483eade7e4333964c8208f5cff79e87',
  'time 1.0.0': 'e83bdb166344020c4b78cd43de4c67e8899478a37d62d8bebd09170814712d4b',
  'temperature 1.0.0': '89ff4619ee45a6c172cfc1dd57b0bedb5681d0990347f9d8a33961bf922aac8a',
  'information 1.0.0': '70e8b3c7383511e7cb324e5d7c22a70c7aa49973dba9c96dd808f956e633dc2e',
  'currency 1.0.0': '86b0dbf8e28fbd2a9fc2fa24d7277789cda521ec37d5f63bec03b509439e687c',
  'dimensionless 1.0.0': '905854cc41e2c4a56dc99db3a0ee8a50e5740fa2f9f8a4ca8bd0cfc1c87e8c69',
}

function digestOf({ symbols }: Pick<Standard, 'symbols'>): string {
  return createHash('sha256').update(JSON.stringify(symbols)).digest('hex')
}

describe('the built-in standards', () => {
  it.each(BUILT_IN_STANDARDS)('have a new version if their content changes: $name $version', (standard) => {
    const row = `${standard.name} ${standard.version}`
    expect(digestOf(standard), `the content of ${row} changed: raise its version and add a row`).toBe(
      RECORDED_DIGESTS[row],
    )
  })
  it('have another digest after any change of a symbol', () => {
    for (const { symbols } of BUILT_IN_STANDARDS) {
      const [first, ...others] = symbols
      const changed = { ...first!, aliases: [...first!.aliases, 'another'] }
      expect(digestOf({ symbols: [changed, ...others] })).not.toBe(digestOf({ symbols }))
      expect(digestOf({ symbols: others })).not.toBe(digestOf({ symbols }))
    }
  })
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
  it('have at least 300 symbols, and at least 140 without the currencies', () => {
    expect(definitions.length).toBeGreaterThanOrEqual(300)
    const currencies = BUILT_IN_STANDARDS.find(({ name }) => name === 'currency')?.symbols.length ?? 0
    expect(definitions.length - currencies).toBeGreaterThanOrEqual(140)
  })
  it('spell every unit once, as the grammar reads it, in Unicode NFC', () => {
    expect(spellings.length).toBe(new Set(spellings).size)
    for (const spelling of spellings) {
      expect([spelling, isSymbolText(spelling)]).toEqual([spelling, true])
      expect(spelling).toBe(spelling.normalize('NFC'))
      expect(spelling).not.toMatch(/\d/)
    }
  })
  it('describe every unit', () => {
    for (const { about } of definitions) expect(about).toMatch(/^\S.*\S$/)
  })
  it('define units only by exact decimals and fractions', () => {
    for (const definition of definitions) {
      const amount = 'is' in definition ? definition.is.split(' ')[0]! : 'of' in definition ? definition.plus : null
      if (amount === null) continue
      expect(amount).toMatch(/^\d+(\.\d+|\/\d+)?$/)
      expect(isRational(parseNumeral(amount, 100))).toBe(true)
    }
  })
  it('list only readings that exist', () => {
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
  it('match the list of amendment 180', () => {
    for (const code of ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'XCG', 'ZWG', 'XAD', 'SLE', 'VED', 'XAU', 'XDR'])
      expect(codes).toContain(code)
    for (const gone of ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL', 'XXX', 'XTS', 'DEM'])
      expect(codes).not.toContain(gone)
    expect(codes.length).toBe(176)
  })
  it('include what the platform lists, except withdrawn codes', () => {
    const withdrawn = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'])
    const listed = Intl.supportedValuesOf('currency').filter((code) => !withdrawn.has(code))
    expect(listed.filter((code) => !codes.includes(code))).toEqual([])
  })
})
