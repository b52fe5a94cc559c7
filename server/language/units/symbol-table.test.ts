import { describe, expect, it } from 'vitest'
import { unitSymbols } from './symbol-table'
import { builtInLibrary, isUnit } from './unit-library'

describe('unitSymbols', () => {
  const library = builtInLibrary()
  const listed = unitSymbols(library)
  const of = (symbol: string) => listed.find((one) => one.symbol === symbol)

  it('lists every symbol with its definition', () => {
    expect(of('ft')).toEqual({
      standard: 'length',
      version: '1.0.0',
      symbol: 'ft',
      aliases: ['foot', 'feet'],
      definition: '1 ft = 12 in',
      about: 'international foot',
    })
    expect(of('degF')?.definition).toBe('degR = degF + 459.67')
    expect(of('gal')?.definition).toBe('gal may be us_gal or imp_gal')
    expect(of('$')?.definition).toBe('$ may be USD, AUD, CAD, HKD or another')
    expect(of('mo')?.definition).toBe('mo is a base unit: a month has 28 to 31 days')
    expect(of('USD')?.definition).toBe('USD is a base unit')
    expect(of('%')).toMatchObject({ standard: 'dimensionless', definition: '1 % = 0.01' })
  })
  it('lists what parse accepts, under the same canonical symbol', () => {
    expect(new Set(listed.map(({ symbol }) => symbol)).size).toBe(listed.length)
    for (const { symbol, aliases, definition } of listed) {
      expect(definition).toContain(symbol)
      for (const spelling of [symbol, ...aliases]) {
        const unit = library.parse(spelling)
        expect(isUnit(unit) && unit.text).toBe(symbol)
      }
    }
  })
  it("lists the ruleset's own symbols last", () => {
    const own = unitSymbols(library.withOwnSymbols(['widgets']).withOwnSymbols(['gadgets', 'widgets', 'hours']))
    expect(own.slice(listed.length).map(({ symbol, standard }) => [symbol, standard])).toEqual([
      ['widgets', 'ruleset'],
      ['gadgets', 'ruleset'],
    ])
  })
})
