import { describe, expect, it } from 'vitest'
import { MAX_FACTORS, multiplyUnits, UnitTooComplexError, unitOf } from './unit-product'
import { MAX_POWER } from './unit-text'

describe('the limits of a product', () => {
  it('admit the highest power and refuse the next', () => {
    const highest = unitOf([{ symbol: 'm', power: MAX_POWER }])
    expect(highest?.text).toBe(`m${MAX_POWER}`)
    const metre = unitOf([{ symbol: 'm', power: 1 }])
    expect(() => multiplyUnits(highest, metre, 1)).toThrow(UnitTooComplexError)
    expect(multiplyUnits(highest, metre, -1)?.text).toBe(`m${MAX_POWER - 1}`)
    expect(() => multiplyUnits(null, unitOf([{ symbol: 'm', power: -MAX_POWER - 1 }]), 1)).toThrow(UnitTooComplexError)
  })
  it('admit the maximum number of symbols and refuse one more', () => {
    const symbols = Array.from({ length: MAX_FACTORS + 1 }, (_, i) => ({
      symbol: `own_${'x'.repeat(i + 1)}`,
      power: 1,
    }))
    expect(unitOf(symbols.slice(1))?.factors.length).toBe(MAX_FACTORS)
    expect(() => unitOf(symbols)).toThrow(UnitTooComplexError)
  })
  it('stop repeated doubling', () => {
    let unit = unitOf([{ symbol: 'm', power: 1 }])
    const double = () => {
      for (let i = 0; i < 60; i++) unit = multiplyUnits(unit, unit, 1)
    }
    expect(double).toThrow(UnitTooComplexError)
  })
})
