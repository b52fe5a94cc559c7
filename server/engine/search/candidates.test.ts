import { describe, expect, it } from 'vitest'
import { printNumeral } from '../../language/numeric/numeral'
import { Rational } from '../../language/numeric/rational'
import { Meter } from '../core/meter'
import { type Claims, knownByName, openText } from '../testing/open-text'
import { Question } from './question'

const DECLARED = `
// @range share 10..20
// @unit width m
declare a as boolean; declare level as enum ["low", "mid", "high"];
declare x as numeric; declare y as numeric; declare share as numeric; declare width as numeric; declare n as numeric;
`

/** Candidates as literals. */
function candidates(condition: string, input: string, claims: Claims = {}): string {
  const program = openText(`${DECLARED} let third = x / 3; assert it { ${condition} };`)
  const question = new Question(program, 0, knownByName(program.ruleset, claims), new Meter(1_000_000))
  const index = program.ruleset.inputs.findIndex(({ name }) => name === input)
  return question
    .candidates(index)
    .map((value) => (value instanceof Rational ? printNumeral(value) : String(value)))
    .join(' ')
}

describe('candidates', () => {
  it('of finite inputs are all their values', () => {
    expect(candidates('a', 'a')).toBe('false true')
    expect(candidates('level > "low"', 'level')).toBe('low mid high')
  })

  it('of numbers are 0, 1, each constant with its neighbours, and the midpoints, without repetition', () => {
    expect(candidates('x > 75', 'x')).toBe('0 1 75 74 76')
    expect(candidates('And(x > 75, 10 <= x)', 'x')).toBe('0 1 10 9 11 75 74 76 85/2'.replace('85/2', '42.5'))
    expect(candidates('And(x > 1, x < 2)', 'x')).toBe('0 1 2 3 1.5')
    expect(candidates('a', 'x')).toBe('0 1')
  })

  it('begin with those inside the range, including its ends', () => {
    expect(candidates('share > 15', 'share')).toBe('15 14 16 10 20 0 1')
    expect(candidates('share > 50', 'share')).toBe('10 20 0 1 50 49 51')
  })

  it('include what the input is compared with through lets, units and arithmetic', () => {
    expect(candidates('third > 5', 'x')).toBe('0 1 15 14 16')
    expect(candidates('width > 2 "km"', 'width')).toBe('0 1 2000 1999 2001')
    expect(candidates('2 * x + 1 >= 8', 'x')).toBe('0 1 3.5 2.5 4.5')
    expect(candidates('-x < y - 3', 'x', { y: 10 })).toBe('0 1 -7 -8 -6')
    expect(candidates('x + y > 100', 'x')).toBe('0 1 100 99 101')
    expect(candidates('x / y > 0.43', 'x', { y: 1000 })).toBe('0 1 430 429 431')
    expect(candidates('x / y > 0.43', 'y', { x: 430 })).toBe('0 1 -1 1000 999 1001 500')
    expect(candidates('IsMember(x, {3, y})', 'x', { y: 7 })).toBe('0 1 3 2 4 7 6 8 5')
    expect(candidates('ForAll(s in {x, y}, s > 4)', 'x', { y: 9 })).toBe('0 1 4 3 5')
    expect(candidates('x <= If(a, 3, 8)', 'x')).toBe('0 1 3 2 4 8 7 9 5.5')
    expect(candidates('AtLeast(n, s in {a, x > 2}, s)', 'n')).toBe('0 1 -1 2 3 0.5 1.5')
  })

  it('include zero of a divisor and half the divisor of a remainder', () => {
    expect(candidates('1 / (x - 4) > 0', 'x')).toBe('0 1 4 3 5')
    expect(candidates('x % 0.5 == 0', 'x')).toBe('0 1 -1 0.25 -0.75 1.25 0.125')
  })

  it('fall back on the constant side if a side is not linear', () => {
    expect(candidates('x * y > 12', 'x')).toBe('0 1 12 11 13')
    expect(candidates('x * y > 12', 'y')).toBe('0 1 12 11 13')
    expect(candidates('x * y > 12', 'x', { y: 5 })).toBe('0 1 2.4 1.4 3.4')
  })

  it('stay few for many constants', () => {
    const many = Array.from({ length: 200 }, (_, i) => `x != ${i * 10}`).join(', ')
    expect(candidates(`And(${many})`, 'x').split(' ').length).toBeLessThan(100)
  })
})
