import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRational, parseNumeral } from '../numeric/numeral'
import { fromInteger, makeRatio, ZERO } from '../numeric/rational'
import { currentConverters, libraryLines, libraryText, libraryTextWith } from './converter-pairs'
import type { Converter } from './unit'

const converter = (from: string, to: string, factor: number, offset = 0): Converter => ({
  from,
  to,
  factor: fromInteger(factor),
  offset: fromInteger(offset),
})

describe('currentConverters', () => {
  it('keeps the last converter of each pair in either direction, oldest first', () => {
    const [a, b, c] = [converter('USD', 'EUR', 1), converter('GBP', 'USD', 2), converter('EUR', 'USD', 3)]
    expect(currentConverters([a, b, c])).toEqual([b, c])
    expect(currentConverters([a, b])).toEqual([a, b])
    expect(currentConverters([])).toEqual([])
  })
})

describe('libraryText', () => {
  it('returns sorted text with exact numbers', () => {
    const text = libraryText([
      { from: 'USD', to: 'EUR', factor: makeRatio(9n, 10n), offset: ZERO },
      { from: 'CHF', to: 'GBP', factor: makeRatio(1n, 3n), offset: makeRatio(-5n, 2n) },
    ])
    expect(text).toBe('unit library 1\nEUR = USD * 0.9 + 0\nGBP = CHF * 1/3 + -2.5\n')
    expect(libraryText([])).toBe('unit library 1\n')
  })
  it('is equal exactly for libraries with the same current converters', { tags: 'thorough' }, () => {
    const unit = fc.constantFrom('USD', 'EUR', 'GBP')
    const any = fc
      .tuple(unit, unit, fc.integer({ min: 1, max: 2 }))
      .filter(([from, to]) => from !== to)
      .map(([from, to, factor]) => converter(from, to, factor))
    const list = fc.array(any, { maxLength: 5 })
    fc.assert(
      fc.property(list, list, (a, b) => {
        const key = (converters: readonly Converter[]) =>
          currentConverters(converters)
            .map(({ from, to, factor }) => `${from} ${to} ${factor.n}`)
            .sort()
            .join()
        expect(libraryText(a) === libraryText(b)).toBe(key(a) === key(b))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('libraryLines', () => {
  const numeral = fc
    .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 20n }))
    .map(([n, d]) => makeRatio(n, d))
  const unit = fc.constantFrom('USD', 'EUR', 'USD/h', 'kg.m/s2', '$', '%', '£', '1/h', 'degC')
  const list = fc.array(
    fc.record({ from: unit, to: unit, factor: numeral, offset: numeral }).filter(({ from, to }) => from !== to),
    { maxLength: 8 },
  )
  it('reads back what was written, and writes the same text again', () => {
    fc.assert(
      fc.property(list, (converters) => {
        const text = libraryText(converters)
        const exact = (numeral: string) => {
          const value = parseNumeral(numeral, Number.MAX_SAFE_INTEGER)
          if (!isRational(value)) throw new Error(`${numeral} is no numeral`)
          return value
        }
        const read = libraryLines(text).map((line) => ({
          ...line,
          factor: exact(line.factor),
          offset: exact(line.offset),
        }))
        const inOrder = (all: readonly Converter[]) =>
          [...all].sort((a, b) => (`${a.to} ${a.from}` < `${b.to} ${b.from}` ? -1 : 1))
        expect(inOrder(read)).toEqual(inOrder(currentConverters(converters)))
        expect(libraryText(read)).toBe(text)
      }),
    )
  })
  it('reads the lines that a converter is added to', () => {
    fc.assert(
      fc.property(list, (converters) => {
        const add = (text: string, one: Converter) => libraryTextWith(libraryLines(text), one)
        const added = converters.reduce(add, libraryText([]))
        expect(added).toBe(libraryText(converters))
      }),
    )
  })
  it('refuses any other text', () => {
    for (const text of [
      '',
      'unit library 2\n',
      'unit library 1\nEUR = USD * 1\n',
      'unit library 1\nEUR = USD * 1 + 0',
      'unit library 1\n\n',
    ])
      expect(() => libraryLines(text)).toThrow()
  })
})
