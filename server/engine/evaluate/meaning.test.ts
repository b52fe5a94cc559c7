import { describe, expect, it } from 'vitest'
import { Meter } from '../core/meter'
import { type Claims, knownByName, openText } from '../testing/open-text'

const DECLARED = `
declare a as boolean; declare b as boolean; declare c as boolean;
declare x as numeric; declare y as numeric; declare z as numeric;
declare level as enum ["low", "mid", "high"]; declare other as enum ["low", "mid", "high"];
declare kind as enum {"meal", "travel"};
declare local open as boolean;
let third = x / 3; let both = And(a, b); let small = {1, 2, 3}; let named = {a, b, c};
`

/** Possible outcomes, as a string of T, F and N. */
function outcomes(condition: string, claims: Claims): string {
  const program = openText(`${DECLARED} assert it { ${condition} };`)
  const mask = program.evaluate(0, knownByName(program.ruleset, claims), new Meter(1_000_000))
  return `${mask & 1 ? 'T' : ''}${mask & 2 ? 'F' : ''}${mask & 4 ? 'N' : ''}`
}

function expectAll(cases: readonly (readonly [condition: string, claims: Claims, expected: string])[]): void {
  const answers = cases.map(([condition, claims]) => [condition, claims, outcomes(condition, claims)])
  expect(answers).toEqual(cases.map((one) => [...one]))
}

const NO_VALUE = '1 / 0 > 2'

describe('strong Kleene logic', () => {
  it('decides a connective as soon as its settled operands do', () => {
    expectAll([
      ['And(a, b)', { a: true, b: true }, 'T'],
      ['And(a, b)', { a: false }, 'F'],
      ['And(a, b)', { b: false }, 'F'],
      ['And(a, b)', { a: true }, 'TF'],
      ['And(a)', { a: true }, 'T'],
      ['And(a, b, c, x > 1)', { a: true, b: true, c: true, x: 2 }, 'T'],
      ['And(a, b, c, x > 1)', { a: true, c: true, x: 1 }, 'F'],
      ['Or(a, b)', { b: true }, 'T'],
      ['Or(a, b, c)', { a: false, b: false }, 'TF'],
      ['Or(a, b, c)', { a: false, b: false, c: false }, 'F'],
      ['Not(a)', { a: true }, 'F'],
      ['Not(a)', {}, 'TF'],
      ['Xor(a, b)', { a: true, b: false }, 'T'],
      ['Xor(a, b)', { a: true, b: true }, 'F'],
      ['Xor(a, b)', { a: true }, 'TF'],
      ['Implies(a, b)', { a: false }, 'T'],
      ['Implies(a, b)', { b: true }, 'T'],
      ['Implies(a, b)', { a: true, b: false }, 'F'],
      ['Implies(a, b)', { a: true }, 'TF'],
      ['a == b', { a: false, b: false }, 'T'],
      ['a != b', { a: false, b: false }, 'F'],
      ['a == b', { a: false }, 'TF'],
      ['open', {}, 'TF'],
      ['Or(open, a)', { a: true }, 'T'],
    ])
  })

  it('propagates a division by zero only as far as it matters', () => {
    expectAll([
      [NO_VALUE, {}, 'N'],
      [`And(a, ${NO_VALUE})`, { a: false }, 'F'],
      [`And(a, ${NO_VALUE})`, { a: true }, 'N'],
      [`And(a, ${NO_VALUE})`, {}, 'FN'],
      [`Or(a, ${NO_VALUE})`, { a: true }, 'T'],
      [`Or(${NO_VALUE}, a)`, { a: true }, 'T'],
      [`Or(a, ${NO_VALUE})`, { a: false }, 'N'],
      [`Or(a, ${NO_VALUE})`, {}, 'TN'],
      [`Not(${NO_VALUE})`, {}, 'N'],
      [`Xor(a, ${NO_VALUE})`, {}, 'N'],
      [`Implies(a, ${NO_VALUE})`, { a: false }, 'T'],
      [`Implies(${NO_VALUE}, a)`, { a: true }, 'T'],
      [`Implies(${NO_VALUE}, a)`, { a: false }, 'N'],
      [`a == (${NO_VALUE})`, {}, 'N'],
      ['x / y > 1', { x: 1 }, 'TFN'],
      ['x / y > 1', { y: 0 }, 'N'],
      ['x % y == 1', { x: 7, y: 0 }, 'N'],
      ['x / 2 > 1', {}, 'TF'],
      ['0 * x == 0', {}, 'T'],
      ['0 * (1 / x) == 0', {}, 'TFN'],
      ['0 / x == 0', { x: 5 }, 'T'],
    ])
  })
})

describe('numbers', () => {
  it('compares exactly, with each operator on each side of the bound', () => {
    expectAll([
      ['x > 75', { x: 75 }, 'F'],
      ['x > 75', { x: '75.000000000000000000001' }, 'T'],
      ['x >= 75', { x: 75 }, 'T'],
      ['x >= 75', { x: '74.999' }, 'F'],
      ['x < 75', { x: 75 }, 'F'],
      ['x < 75', { x: '74.999999999999999999' }, 'T'],
      ['x <= 75', { x: 75 }, 'T'],
      ['x <= 75', { x: '75.1' }, 'F'],
      ['x == 0.3', { x: '0.3' }, 'T'],
      ['x != 0.3', { x: '0.3' }, 'F'],
      ['x != 0.3', { x: '0.31' }, 'T'],
      ['75 < x', { x: 76 }, 'T'],
      ['75 <= x', { x: 75 }, 'T'],
      ['75 > x', { x: 75 }, 'F'],
      ['75 >= x', { x: 75 }, 'T'],
      ['0.5 == x', { x: '1/2' }, 'T'],
      ['x < y', { x: '1/3', y: '0.33' }, 'F'],
      ['x <= y', { x: '1/3', y: '2/6' }, 'T'],
      ['x == y', { x: '1/3', y: '2/6' }, 'T'],
      ['x > y', { x: 2, y: 1 }, 'T'],
      ['x >= y', { x: 1, y: 2 }, 'F'],
      ['x != y', { x: 1, y: 2 }, 'T'],
      ['x < y', { x: 1 }, 'TF'],
    ])
  })

  it('compares numbers beyond every double', () => {
    const big = `1${'0'.repeat(40)}`
    expectAll([
      ['x > 5', { x: big }, 'T'],
      ['x < 5', { x: `-${big}` }, 'T'],
      ['x == y', { x: big, y: big }, 'T'],
      ['x == y', { x: `${big}1`, y: `${big}2` }, 'F'],
      ['x != 5', { x: big }, 'T'],
      ['x == 5', { x: big }, 'F'],
      ['x < y', { x: '9007199254740991', y: '9007199254740991.5' }, 'T'],
      ['x >= y', { x: '9007199254740991', y: '9007199254740991.5' }, 'F'],
      [`x == ${big}`, { x: big }, 'T'],
      [`${big} > x`, { x: big }, 'F'],
      [`IsMember(x, {1, ${big}})`, { x: big }, 'T'],
      ['x + 1 > y', { x: '9007199254740991', y: '9007199254740991' }, 'T'],
    ])
  })

  it('computes exactly, with floored modulo', () => {
    expectAll([
      ['x + y == 0.3', { x: '0.1', y: '0.2' }, 'T'],
      ['x - y == 0.1', { x: '0.3', y: '0.2' }, 'T'],
      ['x * y == 0.02', { x: '0.1', y: '0.2' }, 'T'],
      ['x / y == 0.5', { x: '0.1', y: '0.2' }, 'T'],
      ['third * 3 == x', { x: 1 }, 'T'],
      ['-x == 3', { x: -3 }, 'T'],
      ['x % y == 2', { x: -7, y: 3 }, 'T'],
      ['x % y == -1', { x: -7, y: -3 }, 'T'],
      ['x % y == 0.5', { x: '7.5', y: 1 }, 'T'],
      ['x % y == 1', { x: `1${'0'.repeat(30)}`, y: 3 }, 'T'],
      ['x * x > 0', {}, 'TF'],
    ])
  })
})

describe('branches', () => {
  it('evaluates only the branch taken', () => {
    expectAll([
      [`If(a, b, ${NO_VALUE})`, { a: true, b: true }, 'T'],
      [`If(a, b, ${NO_VALUE})`, { a: false, b: true }, 'N'],
      [`If(a, b, ${NO_VALUE})`, { b: false }, 'FN'],
      ['If(a, b, b)', { b: true }, 'T'],
      ['If(a, x, y) > 1', { x: 2, y: 3 }, 'T'],
      ['If(a, x, y) > 1', { x: 2, y: 1 }, 'TF'],
      ['1 + 2 * If(a, x, y) > z', { x: 2, y: 3, z: 4 }, 'T'],
      ['If(a, x, y) > 1', { x: 2, y: 2 }, 'T'],
      ['If(a, x, 1 / 0) > 1', { x: 2 }, 'TN'],
      [`If(${NO_VALUE}, a, b)`, { a: true, b: true }, 'N'],
      ['IF a THEN b END', { a: false }, 'T'],
      ['IF a THEN b ELSE c END', { a: false, c: false }, 'F'],
      ['IF a THEN level ELSE other END == "mid"', { a: true, level: 'mid' }, 'T'],
      ['CASE kind OF "meal": a, "travel": b END', { kind: 'travel', b: false }, 'F'],
      ['CASE kind OF "meal": a, "travel": b END', { a: true, b: true }, 'T'],
      ['CASE kind OF "meal": a, DEFAULT: b END', { kind: 'travel', b: true }, 'T'],
      ['CASE kind OF "meal": x, DEFAULT: 5 END > 4', { kind: 'meal', x: 3 }, 'F'],
      ['CASE kind OF "meal": 5, "travel": 6 END > 4', {}, 'T'],
      ['CASE kind OF "meal": 5, "travel": 3 END > 4', {}, 'TF'],
      ['CASE kind OF "meal": 5, DEFAULT: -x END < -4', { x: 5 }, 'TF'],
      ['CASE kind OF "meal": 5, "travel": 5 END > 4', {}, 'T'],
    ])
  })
})

describe('members', () => {
  it('compares for equality and, if ordered, by the order of the vocabulary', () => {
    expectAll([
      ['kind == "meal"', { kind: 'meal' }, 'T'],
      ['kind != "meal"', { kind: 'meal' }, 'F'],
      ['"travel" == kind', { kind: 'meal' }, 'F'],
      ['"travel" != kind', {}, 'TF'],
      ['level >= "mid"', { level: 'high' }, 'T'],
      ['level >= "mid"', { level: 'low' }, 'F'],
      ['level < "mid"', { level: 'low' }, 'T'],
      ['"mid" < level', { level: 'high' }, 'T'],
      ['"mid" >= level', { level: 'high' }, 'F'],
      ['level <= other', { level: 'mid', other: 'mid' }, 'T'],
      ['level > other', { level: 'mid', other: 'mid' }, 'F'],
      ['level > other', { level: 'mid' }, 'TF'],
      ['level == other', { level: 'low', other: 'low' }, 'T'],
    ])
  })
})

describe('sets', () => {
  it('tests membership by value', () => {
    expectAll([
      ['IsMember(kind, {"meal"})', { kind: 'meal' }, 'T'],
      ['IsMember(kind, {"meal"})', { kind: 'travel' }, 'F'],
      ['IsMember(x, small)', { x: '2.0' }, 'T'],
      ['IsMember(x, small)', { x: '2.5' }, 'F'],
      ['IsMember(x, small)', {}, 'TF'],
      ['IsMember(x, {y, 2})', { x: 2 }, 'T'],
      ['IsMember(x, {1 / 0, 2})', { x: 2 }, 'T'],
      ['IsMember(x, {1 / 0, 2})', { x: 3 }, 'N'],
      ['IsMember(a, named)', { a: true, b: true, c: false }, 'T'],
      ['IsMember(a, {b, c})', { a: true, b: false, c: false }, 'F'],
      [`IsMember(x, {${Array.from({ length: 30 }, (_, i) => i).join()}})`, { x: 29 }, 'T'],
      [`IsMember(x, {${Array.from({ length: 30 }, (_, i) => i).join()}})`, { x: '29.5' }, 'F'],
      ['IsSubset({x, y}, small)', { x: 1, y: 3 }, 'T'],
      ['IsSubset({x, y}, small)', { x: 7 }, 'F'],
      ['IsSubset(small, {x})', { x: 1 }, 'F'],
      ['IsSubset(small, {x, y})', { x: 1 }, 'TF'],
      ['IsSubset({"meal", "travel"}, Members(kind))', {}, 'T'],
      ['IsSubset(Members(kind), {"meal"})', {}, 'F'],
    ])
  })

  it('counts slots, not values, and counts the same expression once', () => {
    expectAll([
      ['CountWhere(s in {x, y}, s > 0) == 2', { x: 1, y: 1 }, 'T'],
      ['CountWhere(s in {x, x, y}, s > 0) == 2', { x: 1, y: 1 }, 'T'],
      ['CountWhere(s in Union({x, y}, {y, z}), s > 0) == 3', { x: 1, y: 1, z: 1 }, 'T'],
      ['CountWhere(s in Intersect({x, y}, {1}), s > 0) == 2', { x: 1, y: 1 }, 'T'],
      ['CountWhere(s in Union(Difference({x}, {2}), Intersect({x}, {2})), True) == 1', { x: 1 }, 'T'],
      ['CountWhere(s in Members(level), s >= "mid") == 2', {}, 'T'],
      ['CountWhere(s in small, s > x) == 1', { x: 2 }, 'T'],
      ['CountWhere(s in {x, y}, 1 / s > 0) == 1', { x: 1, y: 0 }, 'N'],
      ['CountWhere(s in {x, y}, 1 / s > 0) == 1', { x: 1 }, 'TFN'],
      ['CountWhere(s in {1, 2}, CountWhere(t in {s, 1}, True) == 1) == 1', {}, 'T'],
    ])
  })

  it('matches an expression with the same expression, and with a constant by value', () => {
    expectAll([
      ['ForAll(s in Difference(named, {c}), s)', { a: false, b: false, c: false }, 'F'],
      ['ForAll(s in Difference(named, {c}), s)', { a: true, b: true, c: false }, 'T'],
      ['ForAll(s in Difference(named, {c}), s)', { a: true, b: true, c: true }, 'T'],
      ['Exists(s in Intersect(named, {c}), s)', { a: true, b: true, c: false }, 'F'],
      ['Exists(s in Intersect(named, {c, both}), s)', { a: true, b: true, c: true }, 'T'],
      ['CountWhere(s in Difference({x, y}, {z}), s > 0) == 2', { x: 1, y: 2, z: 2 }, 'T'],
      ['CountWhere(s in Intersect({x, y}, {y, z}), True) == 1', {}, 'T'],
      ['CountWhere(s in Difference({x, y}, {y + 0}), True) == 2', { y: 1 }, 'T'],
      ['CountWhere(s in Difference({x / 3, y}, {third}), True) == 1', {}, 'T'],
      ['CountWhere(s in Difference({x, y}, {2}), True) == 1', { x: 1, y: 2 }, 'T'],
      ['CountWhere(s in Difference({x, y}, {1 + 1}), True) == 1', { x: 1, y: 2 }, 'T'],
      ['CountWhere(s in Difference({1, 2}, {x}), True) == 1', { x: 2 }, 'T'],
      ['CountWhere(s in Difference({level, other}, {"low"}), True) == 1', { level: 'low', other: 'mid' }, 'T'],
      ['CountWhere(s in Difference(Members(level), {level}), True) == 2', {}, 'TF'],
      ['CountWhere(s in Difference(Members(level), {level}), True) == 2', { level: 'low' }, 'T'],
      ['CountWhere(s in Difference({level}, {other}), True) == 1', { level: 'low', other: 'low' }, 'T'],
      ['ForAll(v in {x, 1}, Exists(w in Difference({y}, {v}), True))', { x: 2, y: 1 }, 'F'],
      ['ForAll(v in {x, 1}, Exists(w in Difference({y}, {v}), True))', { x: 2, y: 2 }, 'T'],
      ['ForAll(v in {x}, Exists(w in Intersect({x}, {v}), True))', {}, 'T'],
      ['CountWhere(s in Difference({1 / x}, {1 / x}), True) == 0', { x: 0 }, 'T'],
      ['CountWhere(s in Difference({1 / x}, {1 / y}), True) == 1', { x: 0, y: 0 }, 'T'],
      ['CountWhere(s in Difference({1}, {1 / 0}), True) == 1', {}, 'N'],
    ])
  })

  it('decides quantifiers as soon as their settled slots do', () => {
    expectAll([
      ['ForAll(s in named, s)', { a: false }, 'F'],
      ['ForAll(s in named, s)', { a: true, b: true, c: true }, 'T'],
      ['ForAll(s in {}, a)', {}, 'T'],
      ['Exists(s in {}, a)', {}, 'F'],
      ['Exists(s in named, s)', { b: true }, 'T'],
      ['ForAll(s in {x, y}, 1 / s > 0)', { x: 0, y: -1 }, 'F'],
      ['ForAll(s in {x, y}, 1 / s > 0)', { x: 0, y: 1 }, 'N'],
      ['Exists(s in {x, y}, 1 / s > 0)', { x: 0, y: 1 }, 'T'],
      ['AtLeast(2, s in named, s)', { a: true, b: true }, 'T'],
      ['AtLeast(2, s in named, s)', { a: false, b: false }, 'F'],
      ['AtLeast(2, s in named, s)', { a: true }, 'TF'],
      ['AtLeast(1.5, s in named, s)', { a: true, b: false, c: false }, 'F'],
      ['AtLeast(0, s in named, s)', {}, 'T'],
      ['AtMost(1, s in named, s)', { a: true, b: true }, 'F'],
      ['AtMost(1, s in named, s)', { a: false, b: false }, 'T'],
      ['AtMost(3, s in named, s)', {}, 'T'],
      ['AtMost(1.5, s in named, s)', { a: true, b: true }, 'F'],
      ['ExactlyOne(s in named, s)', { a: true, b: false, c: false }, 'T'],
      ['ExactlyOne(s in named, s)', { a: true, b: true }, 'F'],
      ['ExactlyOne(s in named, s)', { a: false, b: false, c: false }, 'F'],
      ['ExactlyOne(s in named, s)', { a: true }, 'TF'],
      ['AtLeast(1, s in {x, y}, 1 / s > 0)', { x: 0, y: 1 }, 'T'],
      ['AtLeast(2, s in {x, y}, 1 / s > 0)', { x: 0, y: -1 }, 'F'],
      ['AtLeast(2, s in {x, y}, 1 / s > 0)', { x: 0, y: 1 }, 'N'],
      ['AtMost(0, s in {x, y}, 1 / s > 0)', { x: 0, y: -1 }, 'N'],
      ['ExactlyOne(s in {x, y, z}, 1 / s > 0)', { x: 0, y: 1, z: 1 }, 'F'],
      ['ExactlyOne(s in {x, y}, 1 / s > 0)', { x: 0, y: 1 }, 'N'],
      ['AtLeast(x, s in named, s)', { a: true }, 'TF'],
      ['AtLeast(1 / 0, s in named, s)', { a: true }, 'N'],
      ['AtLeast(x, s in {}, a)', { x: -1 }, 'T'],
    ])
  })
})

describe('lets', () => {
  it('have their value everywhere they are named', () => {
    expectAll([
      ['And(both, Not(c))', { a: true, b: true, c: false }, 'T'],
      ['both == both', { a: true, b: true }, 'T'],
      ['third + third == 2', { x: 3 }, 'T'],
    ])
  })
})
