import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../testing/repetitions'
import { isRational, parseNumeral, printNumeral } from '../numeric/numeral'
import { add, isEqual, multiply, type Rational, raiseTo } from '../numeric/rational'
import { admitConverter, isConverter } from './proposed-converter'
import { SYMBOLS } from './symbol-table'
import type { Converter, Unit, UnitRelation } from './unit'
import { builtInLibrary, createUnitLibrary, isUnit, type UnitLibrary } from './unit-library'

function number(text: string): Rational {
  const value = parseNumeral(text, 2000)
  if (!isRational(value)) throw new Error(`${text} is not a numeral`)
  return value
}

function converter(from: string, to: string, factor: string, offset = '0'): Converter {
  const admitted = admitConverter({ from, to, factor: number(factor), offset: number(offset) })
  if (!isConverter(admitted)) throw new Error(JSON.stringify(admitted.map(({ problem }) => problem)))
  return admitted
}

function unit(library: UnitLibrary, text: string): Unit {
  const answer = library.parse(text)
  if (!isUnit(answer)) throw new Error(`${text} is ${answer.problem}`)
  return answer
}

function relate(library: UnitLibrary, from: string, to: string): UnitRelation {
  return library.relate(unit(library, from), unit(library, to))
}

/** Prints the factor, with the offset unless it is zero; otherwise returns the status. */
function conversion(library: UnitLibrary, from: string, to: string): string {
  const relation = relate(library, from, to)
  if (relation.status !== 'convertible') return relation.status
  const offset = printNumeral(relation.offset)
  return offset === '0' ? printNumeral(relation.factor) : `${printNumeral(relation.factor)} + ${offset}`
}

describe('a converter', () => {
  const library = createUnitLibrary([converter('USD', 'EUR', '0.9')])
  it('converts exactly in both directions, and cites itself', () => {
    expect(conversion(library, 'USD', 'EUR')).toBe('0.9')
    expect(conversion(library, 'EUR', 'USD')).toBe('10/9')
    for (const [from, to] of [
      ['USD', 'EUR'],
      ['EUR', 'USD'],
    ])
      expect(relate(library, from!, to!)).toMatchObject({ path: ['1 USD = 0.9 EUR'] })
  })
  it('converts the factors of compound units, next to exact conversions', () => {
    expect(conversion(library, 'USD/mo', 'EUR/mo')).toBe('0.9')
    expect(conversion(library, 'USD/yr', 'EUR/mo')).toBe('0.075')
    expect(conversion(library, 'USD2', 'EUR2')).toBe('0.81')
    expect(conversion(library, 'h/USD', 'min/EUR')).toBe('200/3')
    expect(conversion(library, 'USD/kg', 'EUR/lb')).toBe('0.408233133')
    expect(conversion(library, 'USD/EUR', '%')).toBe('90')
    expect(relate(library, 'USD/yr', 'EUR/mo')).toMatchObject({ path: ['1 yr = 12 mo', '1 USD = 0.9 EUR'] })
  })
  it('leaves other relations as they were', () => {
    expect(conversion(library, 'USD', 'GBP')).toBe('no_path')
    expect(conversion(library, 'USD', 'EUR2')).toBe('no_path')
    expect(conversion(library, 'USD/mo', 'EUR/d')).toBe('ambiguous')
    expect(conversion(library, '$', 'USD')).toBe('ambiguous')
    expect(conversion(library, '$', 'EUR')).toBe('ambiguous')
    expect(conversion(builtInLibrary(), 'USD', 'EUR')).toBe('no_path')
  })
  it('decides the meaning of an ambiguous word', () => {
    const settled = createUnitLibrary([
      converter('gal', 'us_gal', '1'),
      converter('$', 'USD', '1'),
      converter('USD', 'EUR', '0.9'),
    ])
    expect(conversion(settled, 'gal', 'L')).toBe('3.785411784')
    expect(conversion(settled, 'L', 'gal')).toBe('125000000/473176473')
    expect(conversion(settled, 'mi/gal', 'mi/us_gal')).toBe('1')
    expect(conversion(settled, '$', 'EUR')).toBe('0.9')
    expect(conversion(settled, '$/mo', 'EUR/yr')).toBe('10.8')
    expect(conversion(settled, '$', 'CAD')).toBe('no_path')
    expect(conversion(settled, 'qt', 'L')).toBe('ambiguous')
  })
  it('joins the calendar to days as a person says', () => {
    const joined = createUnitLibrary([converter('mo', 'd', '30')])
    expect(conversion(joined, 'mo', 'd')).toBe('30')
    expect(conversion(joined, 'yr', 'wk')).toBe('360/7')
    expect(conversion(joined, 'USD/mo', 'USD/h')).toBe('1/720')
    const disagreeing = createUnitLibrary([converter('mo', 'd', '30'), converter('yr', 'd', '365')])
    expect([conversion(disagreeing, 'mo', 'd'), conversion(disagreeing, 'yr', 'd')]).toEqual(['30', '365'])
    expect(conversion(disagreeing, 'quarter', 'd')).toBe('ambiguous')
    expect(conversion(disagreeing, 'yr', 'mo')).toBe('12')
    // Factor by factor, converters that name the units win too.
    expect([conversion(disagreeing, 'd/mo', '%'), conversion(disagreeing, 'USD/yr', 'USD/d')]).toEqual([
      '10/3',
      '1/365',
    ])
    expect([conversion(disagreeing, 'USD/mo', 'USD/d'), conversion(disagreeing, 'USD/mo', 'USD/h')]).toEqual([
      '1/30',
      'ambiguous',
    ])
  })
  it('joins dimensions through any of their units', () => {
    const water = createUnitLibrary([converter('L', 'kg', '1')])
    expect(conversion(water, 'mL', 'g')).toBe('1')
    expect(conversion(water, 'm3', 't')).toBe('1')
    expect(conversion(water, 'us_gal', 'g')).toBe('3785.411784')
    expect(conversion(water, 'USD/L', 'USD/kg')).toBe('1')
    expect(conversion(water, 'kg/m3', '%')).toBe('0.1')
    expect(conversion(water, 'L2', 'kg2')).toBe('1')
    expect(conversion(water, 'm', 'kg')).toBe('no_path')
  })
  it('may join compound units, as a whole and as a root of a whole', () => {
    const hours = createUnitLibrary([converter('USD/h', 'USD/mo', '160')])
    expect(conversion(hours, 'USD/h', 'USD/mo')).toBe('160')
    expect(conversion(hours, 'USD/min', 'USD/yr')).toBe('115200')
    expect(conversion(hours, 'h/USD', 'mo/USD')).toBe('0.00625')
    expect(conversion(hours, 'h', 'mo')).toBe('ambiguous')
  })
})

describe('offsets', () => {
  const library = createUnitLibrary([converter('USD', 'EUR', '0.5', '3'), converter('degC', 'GBP', '2', '1')])
  it('apply to values of simple units, both ways', () => {
    expect(conversion(library, 'USD', 'EUR')).toBe('0.5 + 3')
    expect(conversion(library, 'EUR', 'USD')).toBe('2 + -6')
    expect(relate(library, 'USD', 'EUR')).toMatchObject({ path: ['EUR = USD * 0.5 + 3'] })
    // K = degC + 273.15, GBP = 2 degC + 1
    expect(conversion(library, 'K', 'GBP')).toBe('2 + -545.3')
    expect(conversion(library, 'GBP', 'degF')).toBe('0.9 + 31.1')
  })
  it('apply neither in compound units nor to differences', () => {
    expect(conversion(library, 'USD/h', 'EUR/h')).toBe('no_path')
    const difference = library.difference(unit(library, 'degF'))
    expect(library.relate(difference, unit(library, 'GBP'))).toMatchObject({
      factor: number('10/9'),
      offset: number('0'),
    })
  })
  it('compose along chains', () => {
    const chain = createUnitLibrary([converter('USD', 'EUR', '0.5', '3'), converter('GBP', 'EUR', '2', '-1')])
    // EUR = 0.5 USD + 3, GBP = (EUR + 1) / 2
    expect(conversion(chain, 'USD', 'GBP')).toBe('0.25 + 2')
    expect(conversion(chain, 'GBP', 'USD')).toBe('4 + -8')
    expect(relate(chain, 'USD', 'GBP')).toMatchObject({ path: ['EUR = USD * 0.5 + 3', 'EUR = GBP * 2 - 1'] })
  })
})

describe('posting a pair again', () => {
  it('replaces it, in either direction', () => {
    const library = createUnitLibrary([
      converter('USD', 'EUR', '0.9'),
      converter('GBP', 'USD', '1.3'),
      converter('EUR', 'USD', '2'),
    ])
    expect(conversion(library, 'USD', 'EUR')).toBe('0.5')
    expect(library.converters.map(({ from, to }) => `${from} ${to}`)).toEqual(['GBP USD', 'EUR USD'])
  })
})

describe('chains', () => {
  const square = [converter('USD', 'EUR', '0.9'), converter('EUR', 'GBP', '0.8'), converter('USD', 'CHF', '0.6')]
  it('join what no converter joins directly', () => {
    const library = createUnitLibrary(square)
    expect(conversion(library, 'USD', 'GBP')).toBe('0.72')
    expect(conversion(library, 'GBP', 'CHF')).toBe('5/6')
    expect(relate(library, 'CHF', 'GBP')).toMatchObject({
      path: ['1 USD = 0.6 CHF', '1 USD = 0.9 EUR', '1 EUR = 0.8 GBP'],
    })
  })
  it('are ambiguous if the shortest disagree, however small the difference', () => {
    const agreeing = createUnitLibrary([...square, converter('CHF', 'GBP', '1.2')])
    expect(conversion(agreeing, 'USD', 'GBP')).toBe('0.72')
    const disagreeing = createUnitLibrary([...square, converter('CHF', 'GBP', '1.2000000000000000000001')])
    expect(relate(disagreeing, 'USD', 'GBP')).toEqual({
      status: 'ambiguous',
      reason:
        'two shortest chains of converters disagree: 1 USD = 0.6 CHF, 1 CHF = 1.2000000000000000000001 GBP; and 1 USD = 0.9 EUR, 1 EUR = 0.8 GBP',
    })
    expect(conversion(disagreeing, 'USD/mo', 'GBP/yr')).toBe('ambiguous')
    expect(conversion(disagreeing, 'CHF', 'GBP')).toBe('1.2000000000000000000001')
  })
  it('count only while they are shortest', () => {
    const library = createUnitLibrary([...square, converter('CHF', 'JPY', '100'), converter('JPY', 'GBP', '1')])
    expect(conversion(library, 'USD', 'GBP')).toBe('0.72')
    expect(conversion(createUnitLibrary([...square, converter('USD', 'GBP', '7')]), 'USD', 'GBP')).toBe('7')
  })
  it('equal those of an exhaustive search', { tags: ['repeated'] }, () => {
    fc.assert(
      fc.property(fc.uniqueArray(edge, { selector: pairOf, maxLength: 7 }), twoPairs, (edges, [a, b, c, d]) => {
        const library = createUnitLibrary(edges.map(({ from, to, rate }) => converter(from, to, String(rate))))
        for (const [from, to] of [
          [[a], [b]],
          [
            [a, c],
            [b, d],
          ],
        ] as const) {
          const [source, target] = [from.join('.'), to.join('.')]
          expect([source, target, conversion(library, source, target)]).toEqual([
            source,
            target,
            searched(edges, from, to),
          ])
        }
      }),
      { numRuns: repetitions(200) },
    )
  })
  it('convert a factor of a compound unit like the unit itself', { tags: 'thorough' }, () => {
    const symbol = fc.constantFrom('mo', 'yr', 'd', 'wk', 'L', 'us_gal', 'kg', 'lb', 'USD', 'gal', 'ton')
    const posted = fc.tuple(symbol, symbol, fc.integer({ min: 1, max: 3 }))
    fc.assert(
      fc.property(fc.array(posted, { maxLength: 6 }), symbol, symbol, (proposals, a, b) => {
        const library = createUnitLibrary(
          proposals
            .map(([from, to, rate]) => admitConverter({ from, to, factor: number(String(rate)), offset: number('0') }))
            .filter(isConverter),
        )
        const [simple, rate] = [relate(library, a, b), relate(library, `bit/${a}`, `bit/${b}`)]
        expect([a, b, rate.status]).toEqual([a, b, simple.status])
        if (simple.status === 'convertible' && rate.status === 'convertible')
          expect(printNumeral(multiply(simple.factor, rate.factor))).toBe('1')
      }),
      { numRuns: 1000 },
    )
  })
  it('do not depend on the order of posting', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(edge, { selector: pairOf, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        twoPairs,
        (edges, keys, codes) => {
          const converters = edges.map(({ from, to, rate }) => converter(from, to, String(rate)))
          const shuffled = converters
            .map((one) => [keys.next().value, one] as const)
            .sort((x, y) => x[0] - y[0])
            .map(([, one]) => one)
          const [one, other] = [createUnitLibrary(converters), createUnitLibrary(shuffled)]
          const [a, b, c, d] = codes
          for (const [from, to] of [
            [a, b],
            [`${a}/h`, `${b}/d`],
            [`${a}.${c}`, `${b}.${d}`],
            [`${a}/${c}`, `${b}/${d}`],
          ])
            expect(relate(one, from!, to!)).toEqual(relate(other, from!, to!))
        },
      ),
      { numRuns: 400 },
    )
  })
  it('convert there and back to the same value', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 10 }), code, code, offset, (edges, a, b, shift) => {
        const library = createUnitLibrary(edges.map(({ from, to, rate }) => converter(from, to, String(rate), shift)))
        const [there, back] = [relate(library, a, b), relate(library, b, a)]
        expect(back.status).toBe(there.status)
        if (there.status !== 'convertible' || back.status !== 'convertible') return
        expect(printNumeral(multiply(there.factor, back.factor))).toBe('1')
        expect(printNumeral(add(multiply(there.offset, back.factor), back.offset))).toBe('0')
      }),
      { numRuns: 400 },
    )
  })
})

describe('a conversion by the standards', () => {
  it('stays as it is, whatever a project adds', { tags: 'thorough' }, () => {
    const symbols = [...new Set([...SYMBOLS.values()].map(({ symbol }) => symbol))]
    const any = fc.constantFrom(...symbols, 'm2', 'km/h', 'USD/mo', 'kg/m3', '1/h')
    const builtIn = builtInLibrary()
    fc.assert(
      fc.property(
        fc.array(fc.tuple(any, any, fc.integer({ min: 1, max: 9 })), { maxLength: 12 }),
        fc.tuple(any, any),
        (posted, [a, b]) => {
          const admitted = posted
            .map(([from, to, rate]) => admitConverter({ from, to, factor: number(String(rate)), offset: number('0') }))
            .filter(isConverter)
          const library = createUnitLibrary(admitted)
          const units = [a, b, ...posted.map(([from]) => from), ...posted.map(([, to]) => to)]
          for (const from of units)
            for (const to of units) {
              const before = relate(builtIn, from, to)
              if (before.status === 'convertible' || before.status === 'same')
                expect(relate(library, from, to)).toEqual(before)
            }
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('bounds', () => {
  it('hold for cycles, long chains and many rates', () => {
    const codes = [...SYMBOLS.keys()].filter((symbol) => /^[A-Z]{3}$/.test(symbol))
    const ring = codes.map((symbol, i) => converter(symbol, codes[(i + 1) % codes.length]!, '2'))
    const library = createUnitLibrary(ring)
    expect(conversion(library, codes[0]!, codes[40]!)).toBe(String(2n ** 40n))
    expect(conversion(library, codes[0]!, codes[150]!)).toBe(printNumeral(raiseTo(number('2'), 150 - codes.length)))
    const all = codes.slice(0, 60).flatMap((from, i) => codes.slice(i + 1, 60).map((to) => converter(from, to, '1/7')))
    expect(
      conversion(
        createUnitLibrary(all),
        `${codes[0]}.${codes[1]}.${codes[2]}/${codes[3]}`,
        `${codes[4]}.${codes[5]}.${codes[6]}/${codes[7]}`,
      ),
    ).toBe('1/49')
  })
  it('follow no chain whose numbers grow too long, and say so', () => {
    const codes = [...SYMBOLS.keys()].filter((symbol) => /^[A-Z]{3}$/.test(symbol))
    const long = (digits: number) => `1.${'37'.repeat(digits / 2)}`
    const ring = codes.map((symbol, i) => converter(symbol, codes[(i + 1) % codes.length]!, long(1_000)))
    const library = createUnitLibrary(ring)
    const [a, b, far] = [codes[0]!, codes[1]!, codes[80]!]
    const began = performance.now()
    expect(relate(library, a, far)).toEqual({
      status: 'ambiguous',
      reason:
        'the chain of 80 converters between them has numbers of more than 4000 digits: a converter for this very pair is needed',
    })
    expect(conversion(library, far, a)).toBe('ambiguous')
    expect(conversion(library, `${a}/h`, `${far}/d`)).toBe('ambiguous')
    // Composing these anyway would take minutes.
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(conversion(library, a, b)).toBe(long(1_000))
    expect(conversion(library, `${a}2`, `${b}2`)).toBe('ambiguous')
    expect(conversion(createUnitLibrary([...ring, converter(a, far, '7')]), a, far)).toBe('7')
  })
  it('refuse a converter that was never admitted', () => {
    expect(() => createUnitLibrary([{ from: 'hours', to: 'mo', factor: number('1'), offset: number('0') }])).toThrow()
    expect(() => createUnitLibrary([{ from: 'nope', to: 'mo', factor: number('1'), offset: number('0') }])).toThrow()
  })
  it('make no new library for symbols that are known already', () => {
    const library = builtInLibrary().withOwnSymbols(['widgets'])
    expect(library.withOwnSymbols(['widgets', 'hours', 'kg'])).toBe(library)
    expect(library.withOwnSymbols([])).toBe(library)
  })
  it('refuse an own symbol that the grammar cannot spell', () => {
    for (const symbol of ['', 'm2', 'a b', 'a/b', '1', 'a-b'])
      expect(() => builtInLibrary().withOwnSymbols([symbol])).toThrow(RangeError)
  })
})

interface Edge {
  readonly from: string
  readonly to: string
  readonly rate: number
}

const CODES = ['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'SEK'] as const
const code = fc.constantFrom<string>(...CODES)
const offset = fc.constantFrom('0', '0', '5', '-2/3')
const edge: fc.Arbitrary<Edge> = fc
  .tuple(code, code, fc.constantFrom(1, 1, 2, 3))
  .filter(([from, to]) => from !== to)
  .map(([from, to, rate]) => ({ from, to, rate }))
const twoPairs = fc
  .shuffledSubarray([...CODES], { minLength: 4, maxLength: 4 })
  .map((list) => list as [string, string, string, string])

function pairOf({ from, to }: Edge): string {
  return [from, to].sort().join(' ')
}

/**
 * The definition by brute force: each converter may be used minus two to two times to turn `from` into `to`, and the
 * ways that use fewest must agree. A direct converter wins.
 */
function searched(edges: readonly Edge[], from: readonly string[], to: readonly string[]): string {
  const direct = edges.find((one) => from.length === 1 && pairOf(one) === [...from, ...to].sort().join(' '))
  if (direct !== undefined)
    return printNumeral(direct.from === from[0] ? number(String(direct.rate)) : number(`1/${direct.rate}`))
  const wanted = new Map<string, number>()
  for (const symbol of from) wanted.set(symbol, (wanted.get(symbol) ?? 0) + 1)
  for (const symbol of to) wanted.set(symbol, (wanted.get(symbol) ?? 0) - 1)
  let fewest = Number.POSITIVE_INFINITY
  let factors: Rational[] = []
  const uses = edges.map(() => 0)
  const visit = (index: number, used: number, rest: Map<string, number>) => {
    if (used > fewest) return
    if (index === edges.length) {
      if ([...rest.values()].some((power) => power !== 0)) return
      const factor = edges.reduce(
        (value, { rate }, i) => multiply(value, raiseTo(number(String(rate)), uses[i]!)),
        number('1'),
      )
      if (used < fewest) factors = []
      fewest = used
      if (!factors.some((known) => isEqual(known, factor))) factors.push(factor)
      return
    }
    const { from: source, to: target } = edges[index]!
    for (let n = -2; n <= 2; n++) {
      uses[index] = n
      const next = new Map(rest)
      next.set(source, (next.get(source) ?? 0) - n)
      next.set(target, (next.get(target) ?? 0) + n)
      visit(index + 1, used + Math.abs(n), next)
    }
    uses[index] = 0
  }
  visit(0, 0, wanted)
  if (factors.length === 0) return 'no_path'
  return factors.length === 1 ? printNumeral(factors[0]!) : 'ambiguous'
}
