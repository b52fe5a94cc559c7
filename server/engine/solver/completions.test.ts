import { describe, expect, test } from 'vitest'
import { Meter } from '../core/meter'
import { type Completion, FALSE, NONE, type Outcomes, TRUE } from '../core/value'
import {
  AMPLE_BUDGET,
  bindByName,
  type Claims,
  compileText,
  completionByName,
  outcomeLetters,
  startSolver,
} from '../testing/ask'
import type { Search } from './solver'

const solver = startSolver()

const DECLARATIONS = `
  declare a as boolean; declare b as boolean;
  declare x as numeric; declare y as numeric; declare unread as numeric;
  declare level as enum ["low", "mid", "high"];
  declare kind as enum {"p", "q"};
`

function ask(expression: string, wanted: Outcomes, claims: Claims = {}) {
  const ruleset = compileText(`${DECLARATIONS} assert it { ${expression} };`)
  const search = solver.inquire(ruleset, 0, bindByName(ruleset, claims), AMPLE_BUDGET, new Meter(0)).find(wanted)
  return { ruleset, search }
}

function completionOf(search: Search): Completion {
  if (search.status !== 'found') throw new Error(`no completion: ${JSON.stringify(search)}`)
  return search.completion
}

const LETTER = new Map([
  [TRUE, 'T'],
  [FALSE, 'F'],
  [NONE, 'N'],
])

describe('a completion has the wanted outcome', () => {
  const expressions = [
    'And(x > 2, y < 3, Or(a, level == "mid"))',
    'Xor(a, b)',
    'x / y > 2',
    'x * x + y * y == 25',
    'x * x * x > 1000',
    'And(x * x > 2, x < 1.42, x > 0)',
    'And(x * y == 2, x == y + 1)',
    'x % 7 == 3',
    'And(x > 0, x % 4 == 1, x % 5 == 3)',
    'CASE level OF "low": x > 1, "mid": y / x > 2, DEFAULT: kind == "q" END',
    'AtLeast(2, m in {a, b, x > y, level >= "mid"}, m)',
    'CountWhere(m in Members(level), m > level) * x == y',
    'IsMember(x + 1, {y, 2 * y, 100})',
    'IsSubset({level, "low"}, Difference(Members(level), {"high"}))',
    'x > 123456789012345678901234567890.5',
    '1 / x < 0.001',
  ]
  for (const expression of expressions)
    for (const wanted of [TRUE, FALSE, NONE, TRUE | NONE, FALSE | NONE])
      test(`${expression}, ${wanted}`, () => {
        const { ruleset, search } = ask(expression, wanted)
        if (search.status !== 'found') {
          // These are all decidable, so an outcome that is not found must be proved absent.
          expect(search.status).toBe('none')
          return
        }
        const known = search.completion
        for (const input of ruleset.assertions[0]?.reads ?? []) expect(known[input]).not.toBeNull()
        const verdict = outcomeLetters(solver.inquire(ruleset, 0, known, AMPLE_BUDGET, new Meter(0)))
        expect([...LETTER].filter(([bit]) => (wanted & bit) !== 0).map(([, letter]) => letter)).toContain(verdict)
      })
})

test('known values stay, unread inputs are left out, and free inputs have their default', () => {
  const { ruleset, search } = ask('Or(x > 2, y > 2, And(a, kind == "q"), level == "low")', TRUE, { x: 3 })
  expect(completionByName(ruleset, completionOf(search))).toEqual({ x: '3', y: '0', a: false, kind: 'p', level: 'low' })
})

test('inputs of a body without slots have their default', () => {
  const { ruleset, search } = ask('ForAll(m in {}, x > 1)', TRUE)
  expect(completionByName(ruleset, completionOf(search))).toEqual({ x: '0' })
})

describe('irrational values', () => {
  test('an irrational witness without a rational one is not reported as found', () => {
    expect(ask('x * x == 2', TRUE).search).toEqual({ status: 'undecided', why: 'irrational' })
  })

  test('a rational one is found next to an irrational one', () => {
    for (const expression of [
      'And(x * x * x > 2, x * x * x < 2.001)',
      'And(x * x > 2, x < 1.4143, x > 0)',
      'x * x + y * y == 4',
      'And(x * x == 2 * y, y > 1)',
      'x * x * x + y * y * y == 2',
    ]) {
      const { ruleset, search } = ask(expression, TRUE)
      expect(
        outcomeLetters(solver.inquire(ruleset, 0, completionOf(search), AMPLE_BUDGET, new Meter(0))),
        expression,
      ).toBe('T')
    }
  })

  test('the absence of any witness is proved over the reals', () => {
    expect(ask('x * x + 1 == 0', TRUE).search).toEqual({ status: 'none' })
  })
})

describe('pairs', () => {
  function pair(expression: string, input: string, claims: Claims = {}) {
    const ruleset = compileText(`${DECLARATIONS} assert it { ${expression} };`)
    const index = ruleset.inputs.findIndex(({ name }) => name === input)
    const known = bindByName(ruleset, claims)
    const search = solver.inquire(ruleset, 0, known, AMPLE_BUDGET, new Meter(0)).findPair(index)
    if (search.status !== 'found') return search.status
    expect(search.first.map((value, i) => (i === index ? search.second[i] : value))).toEqual(search.second)
    const [first, second] = [search.first, search.second].map((completion) =>
      outcomeLetters(solver.inquire(ruleset, 0, completion, AMPLE_BUDGET, new Meter(0))),
    )
    expect(first).not.toBe(second)
    return 'found'
  }

  test.each([
    ['Or(a, x > 2)', 'a', {}, 'found'],
    ['Or(a, x > 2)', 'x', {}, 'found'],
    ['Or(a, x > 2)', 'a', { x: 3 }, 'none'],
    ['Or(a, x > 2)', 'x', { x: 3 }, 'none'],
    ['Or(a, x > 2)', 'y', {}, 'none'],
    ['And(a == a, x > x - 1)', 'a', {}, 'none'],
    ['level < "high"', 'level', {}, 'found'],
    ['Or(level == "low", level == "mid", level == "high", b)', 'level', {}, 'none'],
    ['y / x == y / x', 'x', {}, 'found'],
    ['y / x == y / x', 'y', {}, 'none'],
    ['Implies(x > 75, a)', 'a', { x: 20 }, 'none'],
    ['x * x > y', 'x', {}, 'found'],
  ])('%s and %s with %j is %s', (expression, input, claims, expected) => {
    expect(pair(expression, input, claims)).toBe(expected)
  })
})
