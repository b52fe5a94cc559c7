import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRational, parseNumeral } from '../numeric/numeral'
import type { Rational } from '../numeric/rational'
import { bridgeUnits, mendedUnit } from './bridge'
import { builtInLibrary, createUnitLibrary, isUnit } from './unit-library'

const library = builtInLibrary()

function number(text: string): Rational {
  const value = parseNumeral(text, 2_000)
  if (!isRational(value)) throw new Error(`${text} is not a numeral`)
  return value
}

const joined = (...converters: readonly [from: string, to: string, factor: string, offset?: string][]) =>
  createUnitLibrary(
    converters.map(([from, to, factor, offset = '0']) => ({
      from,
      to,
      factor: number(factor),
      offset: number(offset),
    })),
  )

describe('bridgeUnits', () => {
  it('returns how units convert, exactly and as doubles', () => {
    expect(bridgeUnits(library, 'hours', 'min')).toEqual({
      from: 'h',
      to: 'min',
      status: 'convertible',
      factor: 60,
      offset: 0,
      ratio: '60/1',
      exactOffset: '0',
      path: ['1 h = 60 min'],
    })
    expect(bridgeUnits(library, 'degF', 'degC')).toMatchObject({
      factor: 5 / 9,
      offset: -160 / 9,
      ratio: '5/9',
      exactOffset: '-160/9',
    })
    expect(bridgeUnits(library, 'degC', 'K')).toMatchObject({ ratio: '1/1', offset: 273.15, exactOffset: '273.15' })
  })
  it('recognises two spellings of the same unit', () => {
    expect(bridgeUnits(library, 'hour', 'h')).toEqual({
      from: 'h',
      to: 'h',
      status: 'same',
      factor: 1,
      offset: 0,
      ratio: '1/1',
      exactOffset: '0',
      path: [],
    })
  })
  it('returns no_path if nothing joins the units, and says why a pair is ambiguous', () => {
    expect(bridgeUnits(library, 'USD', 'EUR')).toEqual({ from: 'USD', to: 'EUR', status: 'no_path' })
    expect(bridgeUnits(library, 'mo', 'd')).toEqual({
      from: 'mo',
      to: 'd',
      status: 'ambiguous',
      reason: 'a month has 28 to 31 days',
    })
  })
  it('omits a factor or offset that no double is near', () => {
    const tiny = joined(['USD', 'EUR', `1e-400`, '1e-500'], ['USD', 'GBP', '1e400'])
    expect(bridgeUnits(tiny, 'USD', 'EUR')).toEqual({
      from: 'USD',
      to: 'EUR',
      status: 'convertible',
      ratio: `1/1${'0'.repeat(400)}`,
      exactOffset: `0.${'0'.repeat(499)}1`,
      path: [`EUR = USD * 0.${'0'.repeat(399)}1 + 0.${'0'.repeat(499)}1`],
    })
    expect(bridgeUnits(tiny, 'USD', 'GBP')).toMatchObject({ ratio: `1${'0'.repeat(400)}/1` })
  })
  it('offers a spelling for each text that is not a unit', () => {
    const offers: [string, string, string[]][] = [
      ['usd', 'EUR', ['USD']],
      ['usd', 'hurs', ['USD', 'hours']],
      ['usd/hurs', 'usd', ['USD/hours', 'USD']],
      ['fl oz', 'mL', ['fl_oz']],
      ['usd', 'usd', ['USD']],
      ['widgets', 'h', []],
      ['', '\u0000', []],
    ]
    for (const [from, to, suggestions] of offers)
      expect([from, to, bridgeUnits(library, from, to)]).toEqual([
        from,
        to,
        { from: isUnit(library.parse(from)) ? 'h' : from, to: canonical(to), status: 'unknown_unit', suggestions },
      ])
  })
})

function canonical(text: string): string {
  const unit = library.parse(text)
  return isUnit(unit) ? unit.text : text
}

describe('mendedUnit', () => {
  it('mends each symbol in its place, and keeps its power', () => {
    expect(mendedUnit(library, 'kgs.meter2/hurs2')).toBe('kg.meter2/hours2')
    expect(mendedUnit(library, 'usd2/usd')).toBe('USD2/USD')
  })
  it('returns a unit or null for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc
            .array(fc.constantFrom('usd', 'hurs', 'kgs', 'fl oz', '/', '.', '2', 'meters', ' ', 'm'), { maxLength: 12 })
            .map((pieces) => pieces.join('')),
        ),
        (text) => {
          const mended = mendedUnit(library, text)
          expect(mended === null || isUnit(library.parse(mended))).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})
