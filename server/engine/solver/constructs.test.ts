import { describe, expect, test } from 'vitest'
import { inquireText, outcomeLetters, startSolver } from '../testing/ask'

const solver = startSolver()

const DECLARATIONS = `
  declare a as boolean; declare b as boolean; declare c as boolean;
  declare x as numeric; declare y as numeric;
  declare level as enum ["low", "mid", "high"];
  declare other as enum ["low", "mid", "high"];
  declare short as enum ["mid", "low"];
  declare kind as enum {"p", "q"};
  declare local free as boolean;
  let none = 1 / 0 > 2;
`

/** Possible outcomes: T true, F false, N no value, in this order. */
function says(expression: string, claims: Readonly<Record<string, boolean | number | string>> = {}): string {
  return outcomeLetters(inquireText(solver, `${DECLARATIONS} assert it { ${expression} };`, claims))
}

type Row = readonly [expression: string, expected: string, claims?: Readonly<Record<string, boolean | number | string>>]

function table(name: string, rows: readonly Row[]): void {
  describe(name, () => {
    for (const [expression, expected, claims] of rows)
      test(`${expression}${claims === undefined ? '' : ` with ${JSON.stringify(claims)}`} is ${expected}`, () => {
        expect(says(expression, claims)).toBe(expected)
      })
  })
}

/** Rows over true, false and no value, in that order for both sides. */
function truthTable(connective: string, expected: string): void {
  const values = ['True', 'False', 'none']
  const rows = values.flatMap((left) => values.map((right) => `${connective}(${left}, ${right})`))
  table(
    connective,
    rows.map((row, i) => [row, expected[i] ?? '']),
  )
}

truthTable('And', 'TFNFFFNFN')
truthTable('Or', 'TTTTFNTNN')
truthTable('Xor', 'FTNTFNNNN')
truthTable('Implies', 'TFNTTTTNN')

table('literals, inputs and negation', [
  ['True', 'T'],
  ['False', 'F'],
  ['none', 'N'],
  ['Not(none)', 'N'],
  ['Not(a)', 'TF'],
  ['Not(a)', 'F', { a: true }],
  ['free', 'TF'],
  ['a == a', 'T'],
  ['a != b', 'F', { a: false, b: false }],
  ['And(a, none)', 'FN'],
  ['Or(a, none)', 'TN'],
  ['a == none', 'N'],
  ['Or(a, Not(a))', 'T'],
])

table('branches', [
  ['If(a, b, c)', 'T', { a: true, b: true, c: false }],
  ['If(a, b, c)', 'F', { a: false, b: true, c: false }],
  ['If(none, True, True)', 'N'],
  ['If(True, a, none)', 'TF'],
  ['If(a, none, b)', 'N', { a: true }],
  ['IF a THEN b END', 'T', { a: false }],
  ['IF a THEN b END', 'TF', { a: true }],
  ['IF a THEN 1 ELSE 1 / 0 END == 1', 'TN'],
  ['IF x > 1 THEN "p" ELSE kind END == "q"', 'F', { x: 2 }],
  ['IF x > 1 THEN "p" ELSE kind END == "q"', 'TF', { x: 1 }],
  ['CASE level OF "low": a, "mid": b, "high": c END', 'T', { level: 'mid', b: true }],
  ['CASE level OF "low": True, DEFAULT: False END', 'F', { level: 'high' }],
  ['CASE level OF "low": none, DEFAULT: False END', 'FN'],
  ['CASE level OF "low": 1, "mid": 2, DEFAULT: 3 END > 2', 'TF'],
  ['CASE IF none THEN kind ELSE kind END OF "p": True, DEFAULT: True END', 'N'],
])

table('order and equality of numbers', [
  ['x < y', 'TF'],
  ['x < x', 'F'],
  ['x <= y', 'T', { x: 3, y: 3 }],
  ['x > y', 'F', { x: 3, y: 3 }],
  ['x >= y', 'T', { x: '10/3', y: '3.333' }],
  ['x == y', 'F', { x: '1/3', y: '0.3333333333333333' }],
  ['x != y', 'F', { x: '2/6', y: '1/3' }],
  ['And(x < y, y < x)', 'F'],
  ['x > 1e30', 'T', { x: '1000000000000000000000000000001' }],
])

table('arithmetic', [
  ['x + y == 1', 'T', { x: '1/3', y: '2/3' }],
  ['x - y == -1', 'T', { x: 1, y: 2 }],
  ['x * y == 0.1', 'T', { x: '0.2', y: '0.5' }],
  ['-x == 2', 'T', { x: -2 }],
  ['x / y == 0.5', 'T', { x: 1, y: 2 }],
  ['x / -3 == -1', 'T', { x: 3 }],
  ['x / 0 > 1', 'N'],
  ['x / (y - y) > 1', 'N'],
  ['x / y > 1', 'N', { y: 0 }],
  ['x / y == x / y', 'TN'],
  ['0 / y == 0', 'TN'],
  ['Or(y == 0, 1 / y != 0)', 'T'],
  ['x + 1 / y > 0', 'TFN'],
  ['x * x >= 0', 'T'],
  ['x * x < 0', 'F'],
  ['(x + y) * (x + y) == x * x + 2 * x * y + y * y', 'T'],
])

table('floored modulo', [
  ['7 % 3 == 1', 'T'],
  ['-7 % 3 == 2', 'T'],
  ['7 % -3 == -2', 'T'],
  ['-7 % -3 == -1', 'T'],
  ['7.5 % 2 == 1.5', 'T'],
  ['-0.5 % 2 == 1.5', 'T'],
  ['1 % 0.3 == 0.1', 'T'],
  ['x % 0 == 0', 'N'],
  ['x % y == 0', 'N', { y: 0 }],
  ['x % 3 < 3', 'T'],
  ['x % 3 < 0', 'F'],
  ['x % 3 == 1', 'TF'],
  ['x % 1 == 0.5', 'T', { x: '12.5' }],
  ['And(x > 0, x < 30, x % 2 == 0, x % 3 == 0, x % 6 != 0)', 'F'],
  ['And(x > 0, x < 30, x % 4 == 1, x % 5 == 3)', 'TF'],
])

table('members', [
  ['level == "low"', 'TF'],
  ['level < "high"', 'T', { level: 'mid' }],
  ['level <= "high"', 'T'],
  ['level > "high"', 'F'],
  ['"low" < level', 'F', { level: 'low' }],
  ['level < other', 'TF'],
  ['level < other', 'F', { level: 'high' }],
  ['And(level < other, other < level)', 'F'],
  ['Or(level == "low", level == "mid", level == "high")', 'T'],
  // Another vocabulary with the same members in another order, so that range and order are spelled out.
  ['short < "low"', 'T', { short: 'mid' }],
  ['And(short < "low", level > "mid")', 'TF'],
  ['Or(short == "low", short == "mid")', 'T'],
  ['And(short > "mid", short != "low")', 'F'],
  ['"a" == "b"', 'F'],
  ['"p" == IF a THEN "p" ELSE "q" END', 'TF'],
])

table('quantifiers', [
  ['ForAll(m in {a, b}, m)', 'F', { a: false }],
  ['ForAll(m in {a, b}, m)', 'TF', { a: true }],
  ['ForAll(m in {False, none}, m)', 'F'],
  ['ForAll(m in {True, none}, m)', 'N'],
  ['Exists(m in {True, none}, m)', 'T'],
  ['Exists(m in {False, none}, m)', 'N'],
  ['AtLeast(1, m in {a, b, c}, m)', 'T', { b: true }],
  ['AtLeast(3, m in {a, b}, m)', 'F'],
  ['AtLeast(0, m in {a, b}, m)', 'T'],
  ['AtLeast(1, m in {True, none}, m)', 'T'],
  ['AtLeast(2, m in {True, none}, m)', 'N'],
  ['AtLeast(2, m in {False, none}, m)', 'F'],
  ['AtLeast(1 / 0, m in {a}, m)', 'N'],
  ['AtLeast(1.5, m in {a, b}, m)', 'F', { a: true, b: false }],
  ['AtLeast(x, m in {a, b}, m)', 'T', { x: 2, a: true, b: true }],
  ['AtMost(1, m in {a, b}, m)', 'F', { a: true, b: true }],
  ['AtMost(1, m in {True, none}, m)', 'N'],
  ['AtMost(0, m in {True, none}, m)', 'F'],
  ['AtMost(2, m in {True, none}, m)', 'T'],
  ['ExactlyOne(m in {a, b}, m)', 'T', { a: true, b: false }],
  ['ExactlyOne(m in {a, b}, m)', 'F', { a: true, b: true }],
  ['ExactlyOne(m in {a, b}, m)', 'F', { a: false, b: false }],
  ['ExactlyOne(m in {True, True == True, none}, m)', 'F'],
  ['ExactlyOne(m in {True, none}, m)', 'N'],
  ['ExactlyOne(m in {False, none}, m)', 'N'],
  ['CountWhere(m in {a, b, c}, m) == 2', 'T', { a: true, b: false, c: true }],
  ['CountWhere(m in {True, none}, m) >= 1', 'N'],
  ['CountWhere(m in {a, b}, m) <= 2', 'T'],
  ['ForAll(m in Members(level), m <= "high")', 'T'],
  ['Exists(m in Members(level), m == other)', 'T'],
  ['ForAll(n in {x, y}, n > 1)', 'TF', { x: 2 }],
  ['ForAll(n in {1, 2, 3}, Exists(m in {2, 4, 6}, m == 2 * n))', 'T'],
  ['ForAll(n in {1, 2}, ForAll(m in {n, n + 1}, m > 0))', 'T'],
])

table('slots', [
  ['CountWhere(m in {a, a, b}, m) == 1', 'T', { a: true, b: false }],
  ['CountWhere(m in {x, x, y}, m > 0) == 2', 'T', { x: 1, y: 1 }],
  ['CountWhere(m in {x, y}, m > 0) == 2', 'T', { x: 1, y: 1 }],
  ['CountWhere(m in {1 "km", 1000 "m"}, m > 0 "m") == 1', 'T'],
  ['CountWhere(n in {x, y}, CountWhere(m in {n, x}, m > 0) == 1) == 1', 'T', { x: 1, y: 1 }],
  ['CountWhere(m in Union({"p", "q"}, {"q", "r"}), True) == 3', 'T'],
])

table('sets', [
  ['IsMember(x, {1, 2})', 'TF'],
  ['IsMember(x, {1, 2})', 'T', { x: 2 }],
  ['IsMember(x, {y, 2})', 'TF', { x: 1 }],
  ['IsMember(x, {x, 1 / 0})', 'T'],
  ['IsMember(1, {2, 1 / 0})', 'N'],
  ['IsMember(1 / 0, {1, 2})', 'N'],
  ['IsMember(a, {True, False})', 'T'],
  ['IsMember(kind, {"p"})', 'F', { kind: 'q' }],
  ['IsMember(kind, Members(kind))', 'T'],
  ['IsSubset({1, 2}, {2, 1, 1 + 1})', 'T'],
  ['IsSubset({x}, {1, 2})', 'F', { x: 3 }],
  ['IsSubset({level}, Members(level))', 'T'],
  ['IsSubset({1, 1 / 0}, {2})', 'F'],
  ['IsMember(x, Union({1}, {2}))', 'T', { x: 2 }],
  ['IsMember(x, Intersect({1, 2}, {2, 3}))', 'F', { x: 1 }],
  ['IsMember(x, Difference({1, 2}, {2, 3}))', 'T', { x: 1 }],
  ['IsMember(1, Intersect({1}, {y}))', 'TF'],
  ['IsMember(1, Difference({1}, {1 / 0}))', 'N'],
  ['CountWhere(m in Intersect({x, y}, {1}), True) == 2', 'T', { x: 1, y: 1 }],
  ['CountWhere(m in Difference({x, y}, {1}), True) == 1', 'TF', { x: 1 }],
  ['ForAll(m in Difference({a, b, c}, {c}), m)', 'F', { a: false, b: false, c: false }],
  ['ForAll(m in Difference({a, b, c}, {c}), m)', 'T', { a: true, b: true }],
  ['Exists(m in Intersect({a, b}, {c}), True)', 'F'],
  ['CountWhere(m in Difference({x, y}, {y}), True) == 1', 'T'],
  ['CountWhere(m in Difference({x / 2}, {y}), True) == 1', 'T', { x: 2, y: 1 }],
  ['CountWhere(m in Difference({x, y}, {1 + 1}), True) == 1', 'T', { x: 1, y: 2 }],
  ['CountWhere(m in Difference(Members(level), {level}), True) == 2', 'T'],
  ['ForAll(v in {x, 1}, Exists(w in Difference({y}, {v}), True))', 'F', { x: 2, y: 1 }],
  ['ForAll(v in {x, 1}, Exists(w in Difference({y}, {v}), True))', 'T', { x: 2, y: 2 }],
  ['CountWhere(m in Difference({1 / x}, {1 / x}), True) == 0', 'T'],
  ['CountWhere(m in Difference({1 / x}, {1 / y}), True) == 1', 'T', { x: 0, y: 0 }],
  ['ForAll(m in Intersect({1}, {2}), none)', 'T'],
  ['Exists(m in Intersect({1}, {2}), none)', 'F'],
  ['IsSubset(Difference({x, 5}, {5}), {x})', 'T'],
])

table('units', [
  ['1 "km" == 1000 "m"', 'T'],
  ['0 "degC" == 32 "degF"', 'T'],
  ['1 "mi" == 1609.344 "m"', 'T'],
])

test('lets are shared and may be sets', () => {
  const text = `
    declare x as numeric;
    let double = x + x;
    let small = { 1, double, 3 };
    assert it { And(IsMember(4, small), double == 4) };
  `
  expect(outcomeLetters(inquireText(solver, text))).toBe('TF')
  expect(outcomeLetters(inquireText(solver, text, { x: 2 }))).toBe('T')
  expect(outcomeLetters(inquireText(solver, text, { x: 3 }))).toBe('F')
})

test('@range constrains nothing', () => {
  const text = '// @range x 0..10\ndeclare x as numeric; assert it { x > 20 };'
  expect(outcomeLetters(inquireText(solver, text))).toBe('TF')
})

describe('a calendar function of a date that a condition chooses', () => {
  const SMALL_BUDGET = { solver_steps: 20_000, solver_memory_mb: 128 }
  const decide = (expression: string, claims: Readonly<Record<string, boolean | number | string>> = {}) => {
    const text = `version 1.4; month_end last; declare a as boolean; declare b as boolean; declare x as numeric;
      let none = 1 / 0 > 2; assert it { ${expression} };`
    return outcomeLetters(inquireText(solver, text, claims, SMALL_BUDGET))
  }
  const day = 'If(a, 2024-02-29, If(b, 2023-02-28, 2024-01-31))'

  test.each<[string, string, Readonly<Record<string, number>>]>([
    ['FullMonths(If(a, 2024-02-29, 2024-02-29), 2024-02-29) == x', 'T', { x: 0 }],
    [`FullYears(${day}, 2025-02-28) == 1`, 'TF', {}],
    [`Year(${day}) >= 2023`, 'T', {}],
    [`${day} + 1 "mo" >= 2023-03-28`, 'T', {}],
    [`Day(EndOfMonth(${day} + If(b, 1 "mo", 12 "mo"))) >= 28`, 'T', {}],
    [`FullMonths(${day}, If(b, 2024-03-01, 2025-03-01)) == 12`, 'TF', {}],
    ['Year(If(none, 2024-02-29, 2023-01-01)) == 2024', 'N', {}],
  ])('%s is %s within few steps', (expression, expected, claims) => {
    expect(decide(expression, claims)).toBe(expected)
  })
})
