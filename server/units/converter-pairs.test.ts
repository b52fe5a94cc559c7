import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { integer, ratio, ZERO } from '../exact/rational'
import { currentConverters, libraryText } from './converter-pairs'
import type { Converter } from './unit'

const converter = (from: string, to: string, factor: number, offset = 0): Converter => ({
  from,
  to,
  factor: integer(factor),
  offset: integer(offset),
})

describe('currentConverters', () => {
  it('keeps the last of each pair, whichever way round, oldest first', () => {
    const [a, b, c] = [converter('USD', 'EUR', 1), converter('GBP', 'USD', 2), converter('EUR', 'USD', 3)]
    expect(currentConverters([a, b, c])).toEqual([b, c])
    expect(currentConverters([a, b])).toEqual([a, b])
    expect(currentConverters([])).toEqual([])
  })
})

describe('libraryText', () => {
  it('is fixed text, sorted, with exact numbers', () => {
    const text = libraryText([
      { from: 'USD', to: 'EUR', factor: ratio(9n, 10n), offset: ZERO },
      { from: 'CHF', to: 'GBP', factor: ratio(1n, 3n), offset: ratio(-5n, 2n) },
    ])
    expect(text).toBe('unit library 1\nEUR = USD * 0.9 + 0\nGBP = CHF * 1/3 + -2.5\n')
    expect(libraryText([])).toBe('unit library 1\n')
  })
  it('is equal exactly for libraries with the same current converters', () => {
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
