import { describe, expect, it } from 'vitest'
import { fromInteger, makeRatio, ZERO } from '../numeric/rational'
import { admitConverter, isConverter } from './proposed-converter'

const propose = (from: string, to: string, factor = fromInteger(2), offset = ZERO) =>
  admitConverter({ from, to, factor, offset })

describe('admitConverter', () => {
  it('admits what is missing or ambiguous, with canonical units', () => {
    const pairs: [string, string, string, string][] = [
      ['USD', 'EUR', 'USD', 'EUR'],
      ['hours', 'months', 'h', 'mo'],
      ['gallons', 'litres', 'gal', 'L'],
      ['tons', 'short_ton', 'ton', 'short_ton'],
      ['$', 'CAD', '$', 'CAD'],
      ['l', 'kg', 'L', 'kg'],
      ['USD/hour', 'USD/month', 'USD/h', 'USD/mo'],
      ['kg', '%', 'kg', '%'],
    ]
    for (const [from, to, canonicalFrom, canonicalTo] of pairs)
      expect(propose(from, to)).toEqual({ from: canonicalFrom, to: canonicalTo, factor: fromInteger(2), offset: ZERO })
    expect(isConverter(propose('USD', 'EUR', makeRatio(1n, 10n ** 30n), fromInteger(-5)))).toBe(true)
  })
  it('refuses a text that names no unit, and reports it for its field', () => {
    expect(propose('usd', 'm-m')).toEqual([
      { field: 'from', problem: 'no unit', why: { problem: 'unknown symbol', part: 'usd', nearest: 'USD' } },
      { field: 'to', problem: 'no unit', why: { problem: 'malformed', part: 'm-m', nearest: null } },
    ])
  })
  it('refuses the same unit twice', () => {
    expect(propose('hours', 'h')).toEqual([{ field: 'to', problem: 'same unit', unit: 'h' }])
  })
  it('refuses a pair that the standards convert, even a compound one, and says how', () => {
    expect(propose('h', 'min')).toEqual([{ field: 'to', problem: 'built in', path: ['1 h = 60 min'] }])
    for (const [from, to] of [
      ['degC', 'degF'],
      ['mo', 'yr'],
      ['km/h', 'm/s'],
      ['gal/h', 'gal/d'],
      ['%', 'bp'],
      ['mg/kg', 'ppm'],
      ['L', 'm3'],
    ])
      expect([from, to, propose(from!, to!)]).toMatchObject([from, to, [{ field: 'to', problem: 'built in' }]])
  })
  it('refuses a factor that is not above zero and an offset between compound units', () => {
    for (const factor of [ZERO, fromInteger(-1)])
      expect(propose('USD', 'EUR', factor)).toEqual([{ field: 'factor', problem: 'not above zero' }])
    expect(propose('USD', 'EUR/h', fromInteger(1), fromInteger(1))).toEqual([
      { field: 'offset', problem: 'compound unit', unit: 'EUR/h' },
    ])
    expect(propose('m2', 'USD', fromInteger(1), fromInteger(1))).toEqual([
      { field: 'offset', problem: 'compound unit', unit: 'm2' },
    ])
  })
  it('reports all problems at once', () => {
    expect(propose('km/h', 'm/s', ZERO, fromInteger(1))).toMatchObject([
      { problem: 'built in' },
      { problem: 'not above zero' },
      { problem: 'compound unit' },
    ])
  })
})
