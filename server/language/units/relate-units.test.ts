import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRational, parseNumeral, printNumeral } from '../numeric/numeral'
import { add, isEqual, multiply, type Rational, raiseTo } from '../numeric/rational'
import { dimensionKey } from './dimension'
import { SYMBOLS } from './symbol-table'
import type { Unit, UnitRelation } from './unit'
import { builtInLibrary, isUnit } from './unit-library'

const library = builtInLibrary()

function unit(text: string): Unit {
  const answer = library.parse(text)
  if (!isUnit(answer)) throw new Error(`${text} is ${answer.problem}`)
  return answer
}

function number(text: string): Rational {
  const value = parseNumeral(text, 1000)
  if (!isRational(value)) throw new Error(`${text} is not a numeral`)
  return value
}

/** Converts `value` and prints the result. */
function converted(value: string, from: string, to: string): string {
  const relation = library.relate(unit(from), unit(to))
  if (relation.status !== 'convertible') throw new Error(`${from} to ${to} is ${relation.status}`)
  return printNumeral(add(multiply(number(value), relation.factor), relation.offset))
}

function status(from: string, to: string): string {
  return library.relate(unit(from), unit(to)).status
}

describe('public definitions', () => {
  it('convert exactly', () => {
    const golden: [string, string, string, string][] = [
      ['1', 'in', 'm', '0.0254'],
      ['1', 'ft', 'm', '0.3048'],
      ['1', 'yd', 'm', '0.9144'],
      ['1', 'mi', 'km', '1.609344'],
      ['1', 'nmi', 'm', '1852'],
      ['3937', 'us_survey_ft', 'm', '1200'],
      ['1', 'fathom', 'ft', '6'],
      ['1', 'furlong', 'chain', '10'],
      ['1', 'ly', 'm', '9460730472580800'],
      ['1', 'acre', 'm2', '4046.8564224'],
      ['640', 'acre', 'mi2', '1'],
      ['1', 'ha', 'm2', '10000'],
      ['1', 'L', 'm3', '0.001'],
      ['1', 'mL', 'cm3', '1'],
      ['1', 'us_gal', 'L', '3.785411784'],
      ['1', 'us_fl_oz', 'mL', '29.5735295625'],
      ['1', 'us_cup', 'mL', '236.5882365'],
      ['3', 'us_tsp', 'us_tbsp', '1'],
      ['1', 'imp_gal', 'L', '4.54609'],
      ['1', 'imp_pt', 'mL', '568.26125'],
      ['1', 'imp_fl_oz', 'mL', '28.4130625'],
      ['1', 'bbl', 'L', '158.987294928'],
      ['1', 'us_bu', 'L', '35.23907016688'],
      ['1', 'acre_ft', 'm3', '1233.48183754752'],
      ['1', 'lb', 'kg', '0.45359237'],
      ['1', 'oz', 'g', '28.349523125'],
      ['1', 'gr', 'mg', '64.79891'],
      ['1', 'ozt', 'g', '31.1034768'],
      ['1', 'st', 'lb', '14'],
      ['1', 'short_ton', 'kg', '907.18474'],
      ['1', 'long_ton', 'kg', '1016.0469088'],
      ['1', 't', 'kg', '1000'],
      ['5', 'ct', 'g', '1'],
      ['1', 'mcg', 'mg', '0.001'],
      ['1', 'h', 's', '3600'],
      ['1', 'fortnight', 'd', '14'],
      ['90', 'min', 'h', '1.5'],
      ['1', 'yr', 'mo', '12'],
      ['1', 'quarter', 'yr', '0.25'],
      ['1', 'century', 'quarter', '400'],
      ['0', 'degC', 'degF', '32'],
      ['100', 'degC', 'degF', '212'],
      ['-40', 'degF', 'degC', '-40'],
      ['98.6', 'degF', 'degC', '37'],
      ['-459.67', 'degF', 'K', '0'],
      ['0', 'K', 'degC', '-273.15'],
      ['273.16', 'K', 'degR', '491.688'],
      ['0', 'degF', 'K', '45967/180'],
      ['1', 'B', 'bit', '8'],
      ['1', 'KiB', 'B', '1024'],
      ['1', 'MiB', 'kB', '1048.576'],
      ['1', 'GB', 'MB', '1000'],
      ['1', 'YiB', 'B', String(2n ** 80n)],
      ['1', 'Mbit', 'kB', '125'],
      ['1', '%', 'bp', '100'],
      ['250', 'ppm', '%', '0.025'],
      ['36', 'km/h', 'm/s', '10'],
      ['60', 'mi/h', 'ft/s', '88'],
      ['1', 'mg/kg', 'ppm', '1'],
      ['1', 'kg.m/s2', 'g.cm/s2', '100000'],
      ['12', 'USD/yr', 'USD/mo', '1'],
      ['1', 'USD/lb', 'USD/kg', '100000000/45359237'],
      ['50', '%.USD', 'USD', '0.5'],
      ['1', '1/h', '1/d', '24'],
      ['10', 'L/min', 'm3/h', '0.6'],
    ]
    for (const [value, from, to, expected] of golden)
      expect([value, from, to, converted(value, from, to)]).toEqual([value, from, to, expected])
  })
  it('cite only the definitions they used, without those that cancel', () => {
    const cited: [string, string, string[]][] = [
      ['h', 'min', ['1 h = 60 min']],
      ['min', 'h', ['1 h = 60 min']],
      ['d', 's', ['1 d = 24 h', '1 h = 60 min', '1 min = 60 s']],
      ['mi', 'km', ['1 mi = 5280 ft', '1 ft = 12 in', '1 in = 0.0254 m', '1 km = 1000 m']],
      ['degC', 'degF', ['K = degC + 273.15', '1 degR = 5/9 K', 'degR = degF + 459.67']],
      ['USD/yr', 'USD/mo', ['1 yr = 12 mo']],
      ['degC.h', 'K.h', ['1 degC = 1 K, as a difference']],
    ]
    for (const [from, to, path] of cited)
      expect([from, to, library.relate(unit(from), unit(to))]).toMatchObject([from, to, { path }])
  })
})

describe('units that do not convert', () => {
  it('are the same exactly if their texts are equal', () => {
    expect(status('hours', 'h')).toBe('same')
    expect(status('ton', 'tons')).toBe('same')
    expect(status('$', '$')).toBe('same')
    expect(status('m.m', 'm2')).toBe('same')
    expect(status('uL', 'µl')).toBe('same')
    expect(status('mL', 'cm3')).toBe('convertible')
  })
  it('are ambiguous if a month meets a span of exact length', () => {
    for (const calendar of ['mo', 'quarter', 'yr', 'decade'])
      for (const exact of ['s', 'h', 'd', 'wk', 'fortnight']) {
        expect([calendar, exact, status(calendar, exact), status(exact, calendar)]).toEqual([
          calendar,
          exact,
          'ambiguous',
          'ambiguous',
        ])
        expect(status(`USD/${calendar}`, `USD/${exact}`)).toBe('ambiguous')
        expect(status(`USD/${calendar}`, `EUR/${exact}`)).toBe('no_path')
      }
    expect(library.relate(unit('mo'), unit('d'))).toEqual({ status: 'ambiguous', reason: 'a month has 28 to 31 days' })
  })
  it('are ambiguous if a reading of the word fits, and have no path otherwise', () => {
    const words: [string, string, string][] = [
      ['ton', 'kg', 'USD'],
      ['gal', 'L', 'kg'],
      ['qt', 'mL', 'm'],
      ['pt', 'us_pt', 's'],
      ['cup', 'metric_cup', 'kg'],
      ['fl_oz', 'mL', 'oz'],
      ['tbsp', 'us_tsp', 'm2'],
      ['cwt', 'lb', 'K'],
      ['$', 'USD', 'EUR'],
      ['£', 'GBP', 'USD'],
      ['¥', 'CNY', 'USD'],
    ]
    for (const [word, fits, doesNot] of words) {
      expect([word, fits, status(word, fits), status(fits, word)]).toEqual([word, fits, 'ambiguous', 'ambiguous'])
      expect([word, doesNot, status(word, doesNot), status(doesNot, word)]).toEqual([
        word,
        doesNot,
        'no_path',
        'no_path',
      ])
      expect(status(`1/${word}`, `1/${fits}`)).toBe('ambiguous')
    }
    expect(library.relate(unit('gal'), unit('L'))).toEqual({
      status: 'ambiguous',
      reason: 'gal may be us_gal or imp_gal',
    })
    expect(status('gal', 'qt')).toBe('ambiguous')
    expect(status('$', '£')).toBe('no_path')
    expect(status('$.mo', 'USD.d')).toBe('ambiguous')
  })
  it('convert around an ambiguous word that is on both sides', () => {
    expect(converted('1', 'gal/h', 'gal/d')).toBe('24')
    expect(converted('1', '$/mo', '$/yr')).toBe('12')
  })
  it('have no path between currencies without rates, between dimensions, or from a symbol of a ruleset', () => {
    const own = library.withOwnSymbols(['widgets', 'kg'])
    for (const [from, to] of [
      ['USD', 'EUR'],
      ['kg', 'm'],
      ['m', 'm2'],
      ['bit', '%'],
      ['widgets', 'kg'],
      ['m', 'widgets/h'],
    ]) {
      const [a, b] = [own.parse(from!), own.parse(to!)]
      if (!isUnit(a) || !isUnit(b)) throw new Error('not read')
      expect([from, to, own.relate(a, b).status]).toEqual([from, to, 'no_path'])
    }
    const [perHour, perMinute] = [own.parse('widgets/h'), own.parse('widgets/min')]
    if (!isUnit(perHour) || !isUnit(perMinute)) throw new Error('not read')
    expect(own.relate(perHour, perMinute)).toMatchObject({ status: 'convertible', factor: number('1/60') })
    expect(own.ownSymbols).toEqual(['widgets'])
    expect(isUnit(library.parse('widgets'))).toBe(false)
  })
})

describe('differences of shifted units', () => {
  const difference = (text: string) => library.difference(unit(text))
  it('convert by the factor only', () => {
    expect(library.relate(difference('degC'), difference('degF'))).toEqual({
      status: 'convertible',
      factor: number('1.8'),
      offset: number('0'),
      path: ['1 degC = 1 K, as a difference', '1 degR = 5/9 K', '1 degF = 1 degR, as a difference'],
    })
    // A threshold such as 9 "degF" that meets a difference is a difference too.
    expect(library.relate(unit('degF'), difference('degC'))).toMatchObject({
      factor: number('5/9'),
      offset: number('0'),
    })
    expect(library.relate(difference('degC'), unit('K'))).toMatchObject({ factor: number('1'), offset: number('0') })
    expect(library.relate(difference('degC'), unit('degC')).status).toBe('same')
  })
  it('are the unit itself if its zero is not shifted', () => {
    for (const text of ['K', 'kg', 'USD/mo', 'degC/h']) expect(difference(text)).toBe(unit(text))
    expect(difference('degC')).toMatchObject({ text: 'degC', affine: false, difference: true })
    expect(library.difference(difference('degC'))).toEqual(difference('degC'))
  })
  it('are what a product returns', () => {
    const rate = library.divide(difference('degC'), unit('h'))
    expect(rate).toMatchObject({ text: 'degC/h', affine: false, difference: false })
    expect(library.multiply(rate, unit('h'))).toEqual(difference('degC'))
    expect(converted('9', 'degF/h', 'degC/h')).toBe('5')
  })
})

describe('relations between any built-in units', { tags: 'thorough' }, () => {
  it('convert there and back to the same value', () => {
    fc.assert(
      fc.property(pairOfUnits, ([a, b]) => {
        const [there, back] = [library.relate(a, b), library.relate(b, a)]
        expect(back.status).toBe(there.status)
        if (there.status !== 'convertible' || back.status !== 'convertible') return
        expect(printNumeral(multiply(there.factor, back.factor))).toBe('1')
        expect(printNumeral(add(multiply(there.offset, back.factor), back.offset))).toBe('0')
        expect([...there.path].sort()).toEqual([...back.path].sort())
      }),
      { numRuns: 2000 },
    )
  })
  it('compose: from a to c is from a to b to c', () => {
    fc.assert(
      fc.property(tripleOfUnits, ([a, b, c]) => {
        const [ab, bc, ac] = [conversion(a, b), conversion(b, c), conversion(a, c)]
        expect(isEqual(ac.factor, multiply(ab.factor, bc.factor))).toBe(true)
        expect(isEqual(ac.offset, add(multiply(ab.offset, bc.factor), bc.offset))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
  it('convert compound units factor by factor', () => {
    fc.assert(
      fc.property(relatedUnits, relatedUnits, exponent, exponent, ([a, b], [c, d], p, q) => {
        const ab = conversion(library.difference(a), b).factor
        const cd = conversion(library.difference(c), d).factor
        const from = readProduct(a, p, c, q)
        const to = readProduct(b, p, d, q)
        const whole = library.relate(from, to)
        const expected = multiply(raiseTo(ab, p), raiseTo(cd, q))
        if (whole.status === 'same') expect(printNumeral(expected)).toBe('1')
        else
          expect(isConversion(whole) && isEqual(whole.factor, expected) && printNumeral(whole.offset) === '0').toBe(
            true,
          )
      }),
      { numRuns: 1000 },
    )
  })
  it('are the same exactly if the texts are equal', () => {
    fc.assert(
      fc.property(pairOfUnits, ([a, b]) => {
        expect(library.relate(a, b).status === 'same').toBe(a.text === b.text)
      }),
    )
  })
})

describe('products', () => {
  it('multiply and divide back', () => {
    fc.assert(
      fc.property(pairOfUnits, ([a, b]) => {
        const both = library.multiply(a, b)
        expect(library.multiply(b, a)).toEqual(both)
        expect(library.divide(both, b)?.text).toBe(a.text)
        expect(library.divide(both, both)).toBeNull()
        expect(library.divide(null, library.divide(null, a))?.text).toBe(a.text)
      }),
    )
  })
  it('keep the unit if the other factor is a bare number', () => {
    expect(library.multiply(unit('degC'), null)).toBe(unit('degC'))
    expect(library.multiply(null, unit('kg'))).toBe(unit('kg'))
    expect(library.divide(unit('kg'), null)).toBe(unit('kg'))
    expect(library.divide(null, unit('h'))).toEqual(unit('1/h'))
    expect(library.multiply(null, null)).toBeNull()
    expect(library.multiply(unit('kg'), unit('mg/kg'))).toEqual(unit('mg'))
    expect(library.divide(unit('h'), unit('h'))).toBeNull()
  })
})

describe('the cache of a library', () => {
  it('gives the same answer after thousands of other questions', () => {
    const fresh = builtInLibrary()
    const ask = () => fresh.relate(unit('mi'), unit('km'))
    const first = ask()
    for (let power = 2; power <= 24; power++)
      for (let other = 2; other <= 24; other++)
        for (const text of ['s', 'h', 'd', 'wk', 'min', 'ms', 'us', 'ns', 'fortnight'])
          expect(isUnit(fresh.parse(`m${power}/${text}${other}`))).toBe(true)
    for (const a of SYMBOLS.values())
      for (const b of ['m', 'kg', 'USD', 's', 'bit', 'K', '%', 'mo', 'gal', '$', 'L', 'ton', 'cup'])
        fresh.relate(unit(a.symbol), unit(b))
    expect(ask()).toEqual(first)
    expect(fresh.parse('m2/s2')).toEqual(unit('m2/s2'))
  })
})

const symbols = [...new Set([...SYMBOLS.values()])]
const families = new Map<string, Unit[]>()
for (const { symbol, reduction } of symbols) {
  const key = dimensionKey(reduction.dimension)
  families.set(key, [...(families.get(key) ?? []), unit(symbol)])
}
/** Units of one dimension, which convert into each other. */
const family = fc.constantFrom(...[...families.values()].filter((units) => units.length > 1))
const anyUnit = fc.constantFrom(...symbols.map(({ symbol }) => unit(symbol)))
const relatedUnits = family.chain((units) => fc.tuple(fc.constantFrom(...units), fc.constantFrom(...units)))
const pairOfUnits = fc.oneof(
  { arbitrary: relatedUnits, weight: 4 },
  { arbitrary: fc.tuple(anyUnit, anyUnit), weight: 1 },
)
const tripleOfUnits = family.chain((units) => {
  const one = fc.constantFrom(...units)
  return fc.tuple(one, one, one)
})
const exponent = fc.integer({ min: 1, max: 4 })

type Conversion = Extract<UnitRelation, { status: 'convertible' }>

function isConversion(relation: UnitRelation): relation is Conversion {
  return relation.status === 'convertible'
}

/** Returns the map from a to b; the identity for the same unit. */
function conversion(a: Unit, b: Unit): { factor: Rational; offset: Rational } {
  const relation = library.relate(a, b)
  if (relation.status === 'same') return { factor: number('1'), offset: number('0') }
  if (!isConversion(relation)) throw new Error(`${a.text} to ${b.text} is ${relation.status}`)
  return relation
}

function readProduct(a: Unit, p: number, b: Unit, q: number): Unit {
  return unit(`${a.text}${p}.${b.text}${q}`)
}
