import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readUnit } from './read-unit'
import { SYMBOLS } from './symbol-table'
import type { Unit, UnitProblem } from './unit'
import { isUnit } from './unit-library'
import { MAX_UNIT_CHARS } from './unit-text'

const NONE: ReadonlySet<string> = new Set()

function unit(text: string): Unit {
  const answer = readUnit(text, NONE)
  if (!isUnit(answer)) throw new Error(`${text} is ${answer.problem} at ${answer.part}`)
  return answer
}

function problem(text: string): UnitProblem {
  const answer = readUnit(text, NONE)
  if (isUnit(answer)) throw new Error(`${text} is read as ${answer.text}`)
  return answer
}

describe('reading and printing', () => {
  it('prints one text for each unit', () => {
    const printed = [
      ['kg', 'kg'],
      ['hours', 'h'],
      ['µg', 'ug'],
      ['l', 'L'],
      ['°C', 'degC'],
      ['percent', '%'],
      ['m/s', 'm/s'],
      ['USD/mo', 'USD/mo'],
      ['USD/month', 'USD/mo'],
      ['m2', 'm2'],
      ['m^2', 'm2'],
      ['m²', 'm2'],
      ['mg/kg', 'mg/kg'],
      ['kg.m/s2', 'kg.m/s2'],
      ['m.kg/s2', 'kg.m/s2'],
      ['kg·m/s²', 'kg.m/s2'],
      ['kg*m.s-2', 'kg.m/s2'],
      ['kg.m.s⁻²', 'kg.m/s2'],
      ['mg/d/kg', 'mg/kg/d'],
      ['USD/mo/GB', 'USD/GB/mo'],
      ['1/h', '1/h'],
      ['h-1', '1/h'],
      ['1/h/m', '1/m/h'],
      ['m.m', 'm2'],
      ['m3/m', 'm2'],
      ['h.min', 'h.min'],
      ['min.h', 'h.min'],
      ['%/yr', '%/yr'],
      ['$/ton', '$/ton'],
    ]
    for (const [written, text] of printed) expect([written, unit(written!).text]).toEqual([written, text])
  })
  it('returns the factors with canonical symbols', () => {
    expect(unit('kilograms/hour^2').factors).toEqual([
      { symbol: 'kg', power: 1 },
      { symbol: 'h', power: -2 },
    ])
  })
  it('marks a simple shifted unit as affine, but not a compound one', () => {
    for (const text of ['degC', 'degF', '°F', 'celsius']) expect([text, unit(text).affine]).toEqual([text, true])
    for (const text of ['K', 'degR', 'kg', 'degC2', 'degC/h', '1/degC'])
      expect([text, unit(text).affine]).toEqual([text, false])
    for (const text of ['degC', 'K', 'm/s']) expect(unit(text).difference).toBe(false)
  })
  it('reads every spelling as its canonical symbol', () => {
    for (const [spelling, { symbol }] of SYMBOLS) expect(unit(spelling).text).toBe(symbol)
  })
  it('prints a text that reads back as the same unit, in any order of factors', () => {
    fc.assert(
      fc.property(factorList, fc.nat(), (factors, seed) => {
        const one = readUnit(written(factors), NONE)
        const other = readUnit(written(rotated(factors, seed)), NONE)
        expect(other).toEqual(isUnit(one) ? one : { ...one, part: expect.any(String) })
        if (!isUnit(one)) return
        expect(readUnit(one.text, NONE)).toEqual(one)
      }),
      { numRuns: 1000 },
    )
  })
  it('has equal texts exactly for equal factors', () => {
    fc.assert(
      fc.property(factorList, factorList, (a, b) => {
        const [one, other] = [readUnit(written(a), NONE), readUnit(written(b), NONE)]
        if (!isUnit(one) || !isUnit(other)) return
        const same =
          JSON.stringify([...one.factors].sort(bySymbol)) === JSON.stringify([...other.factors].sort(bySymbol))
        expect(one.text === other.text).toBe(same)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('malformed texts', () => {
  it('names the wrong part, and the intended text if it is certain', () => {
    const wrong: [string, string, string | null][] = [
      ['', '', null],
      [' ', ' ', null],
      ['1', '1', null],
      ['2/h', '2', null],
      ['h/1', '1', null],
      ['m/', 'm/', null],
      ['/h', '/h', '1/h'],
      ['m//s', 'm//s', null],
      ['m..s', 'm..s', null],
      ['kg-m', 'kg-m', null],
      ['kg/m-s', 'm-s', null],
      ['m0', 'm0', null],
      ['m02', 'm02', null],
      ['m25', 'm25', null],
      ['m-25', 'm-25', null],
      ['m^', 'm^', null],
      ['m²2', 'm²2', null],
      ['m2²', 'm2²', null],
      ['m999999999999999999999', 'm999999999999999999999', null],
      ['m20.m20', 'm20.m20', null],
      ['kg/kg', 'kg/kg', null],
      ['(m/s)', '(m', null],
      ['mg/kg.d', 'kg.d', 'kg/d'],
      ['1/h.m', 'h.m', 'h/m'],
      ['mg/kg*d', 'kg*d', 'kg/d'],
      ['fl oz', 'fl oz', 'fl_oz'],
      ['kg / m', 'kg / m', 'kg/m'],
      [' kg', ' kg', 'kg'],
      ['miles per hour', 'miles per hour', null],
      ['"kg"', '"kg"', null],
      ['\u200bkg', '\u200bkg', null],
      ['\ud800', '\ud800', null],
    ]
    for (const [text, part, nearest] of wrong)
      expect([text, problem(text)]).toEqual([text, { problem: 'malformed', part, nearest }])
  })
  it('limits the length of a text and the number of symbols', () => {
    expect(problem('m.'.repeat(1_000_000))).toEqual({ problem: 'malformed', part: 'm.'.repeat(16), nearest: null })
    expect(problem('\u{1f600}'.repeat(500)).part).toBe('\u{1f600}'.repeat(16))
    expect(problem(`m${'\u{1f600}'.repeat(500)}`).part).toBe(`m${'\u{1f600}'.repeat(15)}`)
    expect(unit(Array.from({ length: 24 }, () => 'm').join('.')).text).toBe('m24')
    expect(problem(`${Array.from({ length: 24 }, () => 'm').join('.')}/m`).problem).toBe('malformed')
    expect(problem('m'.repeat(MAX_UNIT_CHARS + 1)).problem).toBe('malformed')
    expect(problem('m'.repeat(MAX_UNIT_CHARS)).problem).toBe('unknown symbol')
    const codes = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'NZD', 'SEK', 'NOK', 'DKK', 'PLN']
    expect(unit(codes.join('.')).factors.length).toBe(12)
    expect(problem([...codes, 'CZK'].join('.')).problem).toBe('malformed')
  })
})

describe('unknown symbols', () => {
  it('reports them after malformed parts, first one first, with the nearest spelling of the part', () => {
    expect(problem('widgets')).toEqual({ problem: 'unknown symbol', part: 'widgets', nearest: null })
    expect(problem('mg/Kg')).toEqual({ problem: 'unknown symbol', part: 'Kg', nearest: 'kg' })
    expect(problem('foo2/bar')).toEqual({ problem: 'unknown symbol', part: 'foo', nearest: null })
    expect(problem('foo/m0')).toEqual({ problem: 'malformed', part: 'm0', nearest: null })
    expect(problem('tCO2e')).toEqual({ problem: 'unknown symbol', part: 'tCO2e', nearest: null })
  })
  it('offers a compound unit only for the whole text', () => {
    expect(problem('mph').nearest).toBe('mi/h')
    expect(problem('gal/mph').nearest).toBeNull()
  })
  it('matches case exactly', () => {
    for (const text of ['KG', 'Kg', 'Hours', 'usd', 'KB', 'kb', 'Min', 'DEGC'])
      expect([text, problem(text).problem]).toEqual([text, 'unknown symbol'])
  })
  it('accepts them once the ruleset owns them', () => {
    const own = new Set(['widgets', 'tCO2e'])
    expect(readUnit('widgets/h', own)).toMatchObject({ text: 'widgets/h' })
    expect(readUnit('USD/tCO2e', own)).toMatchObject({ text: 'USD/tCO2e' })
    expect(readUnit('kg/widgets', own)).toMatchObject({ text: 'kg/widgets' })
    expect(readUnit('widgest', own)).toEqual({ problem: 'unknown symbol', part: 'widgest', nearest: 'widgets' })
  })
})

describe('any text', () => {
  it('returns quickly a unit, or a problem whose part is in the text, and never throws', { tags: 'thorough' }, () => {
    const pieces = [
      'm',
      'kg',
      'USD',
      '/',
      '.',
      '*',
      '·',
      '^',
      '-',
      '1',
      '2',
      '0',
      '²',
      '⁻',
      ' ',
      '%',
      '$',
      '(',
      'é',
      '\u0301',
      '\ud83d\ude00',
      '\ud800',
    ]
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...pieces), maxLength: 300 }),
      fc
        .tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 20_000 }))
        .map(([piece, times]) => piece.repeat(times)),
    )
    fc.assert(
      fc.property(text, (t) => {
        const answer = readUnit(t, NONE)
        if (isUnit(answer)) expect(readUnit(answer.text, NONE)).toEqual(answer)
        else if (t === t.normalize('NFC')) return t.includes(answer.part)
        return true
      }),
      { numRuns: 1500 },
    )
  })
})

const symbols = [...new Set([...SYMBOLS.values()].map(({ symbol }) => symbol))]
const factorList = fc.array(
  fc.record({
    symbol: fc.constantFrom(...symbols),
    power: fc.integer({ min: -3, max: 3 }).filter((power) => power !== 0),
  }),
  { minLength: 1, maxLength: 5 },
)

function written(factors: readonly { symbol: string; power: number }[]): string {
  return factors.map(({ symbol, power }) => `${symbol}${power}`).join('.')
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const cut = by % list.length
  return [...list.slice(cut), ...list.slice(0, cut)]
}

function bySymbol(a: { symbol: string }, b: { symbol: string }): number {
  return a.symbol < b.symbol ? -1 : 1
}
