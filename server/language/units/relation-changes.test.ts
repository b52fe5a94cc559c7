import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../testing/repetitions'
import { isRational, parseNumeral } from '../numeric/numeral'
import { isEqual, type Rational } from '../numeric/rational'
import { admitConverter, isConverter } from './proposed-converter'
import { RelationChanges } from './relation-changes'
import { reduceFactors, SYMBOLS } from './symbol-table'
import type { Converter, Unit } from './unit'
import { createUnitLibrary, isUnit, type UnitLibrary } from './unit-library'
import { unitOf } from './unit-product'

function number(text: string): Rational {
  const value = parseNumeral(text, 100)
  if (!isRational(value)) throw new Error(`${text} is not a numeral`)
  return value
}

function admitted(from: string, to: string, factor: string, offset = '0'): Converter[] {
  const answer = admitConverter({ from, to, factor: number(factor), offset: number(offset) })
  return isConverter(answer) ? [answer] : []
}

type Posted = readonly [from: string, to: string, factor: string, offset?: string]

const libraryOf = (...posted: readonly Posted[]) =>
  createUnitLibrary(posted.flatMap(([from, to, factor, offset]) => admitted(from, to, factor, offset)))

function unit(library: UnitLibrary, text: string): Unit {
  const answer = library.parse(text)
  if (!isUnit(answer)) throw new Error(`${text} is ${answer.problem}`)
  return answer
}

const isDimensionless = ({ factors }: Unit) => reduceFactors(factors).dimension.size === 0

const changed = (before: UnitLibrary, after: UnitLibrary, text: string) =>
  new RelationChanges(before, after).values(unit(before, text))

describe('RelationChanges', () => {
  const none = libraryOf()
  const rate = libraryOf(['USD', 'EUR', '0.9'])

  it('finds the units whose values are read differently, in any power and product', () => {
    for (const text of ['USD', 'EUR', 'USD/h', 'kg/EUR', 'USD2', '%.USD', '$', 'USD.EUR', 'EUR/mo'])
      expect([text, changed(none, rate, text)]).toEqual([text, true])
    for (const text of ['kg', 'h', 'GBP', 'GBP/h', '%', 'degC', 'mo', '£', 'gal'])
      expect([text, changed(none, rate, text)]).toEqual([text, false])
  })
  it('follows chains to units that the new converter does not name', () => {
    const [before, after] = [libraryOf(['EUR', 'GBP', '2']), libraryOf(['EUR', 'GBP', '2'], ['USD', 'EUR', '0.9'])]
    expect([changed(before, after, 'GBP'), changed(before, after, 'CHF')]).toEqual([true, false])
  })
  it('finds nothing if a converter repeats what was known', () => {
    const [before, after] = [
      libraryOf(['USD', 'EUR', '2'], ['EUR', 'GBP', '3']),
      libraryOf(['USD', 'EUR', '2'], ['EUR', 'GBP', '3'], ['USD', 'GBP', '6']),
    ]
    for (const text of ['USD', 'EUR', 'GBP', 'USD/h'])
      expect([text, changed(before, after, text)]).toEqual([text, false])
    expect(changed(rate, libraryOf(['EUR', 'USD', '10/9']), 'USD')).toBe(false)
    expect(changed(rate, rate, 'USD')).toBe(false)
  })
  it('finds a replaced factor or offset', () => {
    expect(changed(rate, libraryOf(['USD', 'EUR', '0.91']), 'EUR')).toBe(true)
    expect(changed(rate, libraryOf(['USD', 'EUR', '0.9', '1']), 'EUR/h')).toBe(true)
  })
  it('notices that two edges between the same dimensions disagree although neither end changes', () => {
    const [before, after] = [libraryOf(['h', 'mo', '1/160']), libraryOf(['h', 'mo', '1/160'], ['d', 'mo', '1/20'])]
    // The chain from yr to h had one converter and is ambiguous now, although d, mo and h relate as before.
    expect(changed(before, after, 'h')).toBe(true)
  })
  it('finds a dimensionless unit that a converter reaches', () => {
    const after = libraryOf(['kg', '%', '3'])
    expect(['%', 'bp', 'mg/kg', 'kg', 'kg/h', 'm'].map((text) => changed(none, after, text))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ])
  })
  it('compares pairs by relating them', () => {
    const changes = new RelationChanges(none, rate)
    const pair = (from: string, to: string) => changes.pair(unit(none, from), unit(none, to))
    expect([
      pair('USD', 'EUR'),
      pair('USD/h', 'EUR/d'),
      pair('EUR', 'GBP'),
      pair('kg', 'm'),
      pair('USD', 'USD/h'),
    ]).toEqual([true, true, false, false, false])
  })

  const symbols = ['USD', 'EUR', 'GBP', '$', 'h', 'd', 'mo', 'yr', 'kg', 'lb', 'L', 'gal', '%', 'degC', 'K'] as const
  const simple = fc.constantFrom<string>(...symbols)
  const text = fc.oneof(
    { weight: 3, arbitrary: simple },
    { weight: 2, arbitrary: fc.tuple(simple, simple).map(([a, b]) => `${a}/${b}`) },
    { weight: 1, arbitrary: fc.tuple(simple, simple).map(([a, b]) => `${a}.${b}`) },
    { weight: 1, arbitrary: simple.map((a) => `${a}2`) },
  )
  const posted: fc.Arbitrary<Posted> = fc.tuple(
    fc.oneof({ weight: 4, arbitrary: simple }, { weight: 1, arbitrary: text }),
    fc.oneof({ weight: 4, arbitrary: simple }, { weight: 1, arbitrary: text }),
    fc.constantFrom('1', '2', '1/2'),
    fc.constantFrom('0', '0', '0', '5'),
  )
  const different = (before: UnitLibrary, after: UnitLibrary, from: Unit, to: Unit) => {
    const [a, b] = [before.relate(from, to), after.relate(from, to)]
    if (a.status !== 'convertible' || b.status !== 'convertible') return a.status !== b.status
    return !isEqual(a.factor, b.factor) || !isEqual(a.offset, b.offset)
  }
  const usable = (library: UnitLibrary, texts: readonly string[]) =>
    texts.map((one) => library.parse(one)).filter(isUnit)

  it('misses no pair, and no unit that values may have', { tags: ['repeated'] }, () => {
    fc.assert(
      fc.property(fc.array(posted, { maxLength: 6 }), posted, text, (old, added, declared) => {
        const [before, after] = [libraryOf(...old), libraryOf(...old, added)]
        const changes = new RelationChanges(before, after)
        const [unit] = usable(before, [declared])
        if (unit === undefined) return
        const named = after.converters.flatMap(({ from, to }) => [from, to])
        // RelationChanges ignores factors of one unit that convert into each other.
        const simple = isDimensionless(unit) ? [] : usable(before, named).filter(({ factors }) => factors.length === 1)
        const exchanged = unit.factors.flatMap((factor) =>
          symbols.map((symbol) =>
            unitOf(unit.factors.map((one) => (one === factor ? { symbol, power: one.power } : one))),
          ),
        )
        for (const other of [...simple, ...exchanged]) {
          if (other === null) continue
          const differs = different(before, after, other, unit)
          expect([other.text, unit.text, changes.pair(other, unit)]).toEqual([other.text, unit.text, differs])
          if (differs) expect([other.text, unit.text, changes.values(unit)]).toEqual([other.text, unit.text, true])
        }
      }),
      { numRuns: repetitions(500) },
    )
  })
  it('reports a change for anything beyond its limit, but not for units that no chain reaches', {
    tags: 'thorough',
  }, () => {
    const codes = [...SYMBOLS.keys()].filter((symbol) => /^[A-Z]{3}$/.test(symbol))
    const star = codes.slice(1).map((code): Posted => [codes[0]!, code, '2'])
    const [before, after] = [libraryOf(...star), libraryOf(...star, [codes[1]!, codes[2]!, '1'])]
    const changes = new RelationChanges(before, after)
    const units = codes
      .slice(3)
      .flatMap((code) => ['kg', 'm', 's', 'm2', 'm3', 'kg2'].map((other) => unit(before, `${code}/${other}`)))
    const answers = units.map((one) => changes.values(one))
    expect([answers[0], answers.at(-1)]).toEqual([false, true])
    expect(changes.values(unit(before, 'kg/m'))).toBe(false)
    expect(changes.values(unit(before, codes[1]!))).toBe(true)
  })
})
