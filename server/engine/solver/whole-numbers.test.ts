import { describe, expect, it } from 'vitest'
import { Meter } from '../core/meter'
import { copyResult } from '../decide/assertion-result'
import { decideAssertion } from '../decide/decide'
import { startSolver } from '../testing/ask'
import { type Claims, knownByName, openText } from '../testing/open-text'

const DECLARED = `declare a as boolean; declare n as numeric; declare m as numeric;
declare level as enum ["low", "high"];
let both_whole = And(n % 1 == 0, m % 1 == 0);
`
const solver = startSolver()

/** Expects equal results in both modes: check, reason if not proved, counterexample. */
function decide(assertion: string, claims: Claims = {}): readonly string[] {
  const program = openText(`${DECLARED} assert it ${assertion};`)
  const answers = (['tiers', 'solver-only'] as const).map((mode) => {
    const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
    const result = decideAssertion(program, 0, knownByName(program.ruleset, claims), {
      ...{ solver, budget, mode },
      meter: new Meter(1e8),
    })
    if (result === 'needs solver') throw new Error('the solver at hand was not asked')
    const { check, reasonUnknown, counterexample } = copyResult(result)
    return [check, reasonUnknown, counterexample].filter((text) => text !== null)
  })
  expect(answers[1]).toEqual(answers[0])
  return answers[0]!
}

const DEPENDS_ON_N = 'Not proved: the answer depends on n, which is not known.'

describe('a claim under a guard may still be a fraction', () => {
  it.each(['{ n % 1 == 0 }', '{ Not(n % 1 == 0) }', '{ n % 1 != 0 }', '{ Or(n % 1 == 0, n == 0.5) }'])(
    '%s is not proved',
    (condition) => {
      expect(decide(condition)).toEqual(['UNKNOWN', DEPENDS_ON_N])
    },
  )

  it('is FALSE for a fraction and TRUE for a whole number', () => {
    expect(decide('{ n % 1 == 0 }', { n: '5/2' })).toEqual(['FALSE', 'n = 2.5'])
    expect(decide('{ n % 1 == 0 }', { n: '-3' })).toEqual(['TRUE'])
  })

  it('does not follow from another assertion or from a branch that is not taken', () => {
    expect(decide('{ Or(And(a, n % 1 == 0), n != 0.5) }', { a: false })).toEqual(['UNKNOWN', DEPENDS_ON_N])
    expect(decide('[pessimistic] { If(a, n % 1 == 0, n != 0.5) }', { a: false, m: 1 })).toEqual([
      'FALSE',
      'Answered by the pessimistic policy, not proved: the answer depends on n, which is not known.',
      'a = False, n = 0.5 (supposed)',
    ])
    expect(decide('{ CASE level OF "low": n % 1 == 0, "high": 2 * n != 1 END }', { level: 'high' })).toEqual([
      'UNKNOWN',
      DEPENDS_ON_N,
    ])
  })
})

describe('consequences of whole numbers are proved', () => {
  it.each([
    '{ Implies(And(n % 1 == 0, m % 1 == 0), (n + m) % 1 == 0) }',
    '{ Implies(both_whole, (n - m) % 1 == 0) }',
    '{ Implies(both_whole, (3 - m) % 1 == 0) }',
    '{ Implies(both_whole, (n * m) % 1 == 0) }',
    '{ Implies(both_whole, (n + 2 * m - 7) % 1 == 0) }',
    '{ Implies(both_whole, (n + 0.5) % 1 == 0.5) }',
    '{ Implies(both_whole, (n % 12) % 1 == 0) }',
    '{ Implies(both_whole, If(a, n, m) % 1 == 0) }',
    '{ Implies(both_whole, n % 0.01 == 0) }',
    '{ Implies(both_whole, -n % -1 == 0) }',
    '{ Implies(And(n % 1 == 0, n > 10), n >= 11) }',
    '{ Implies(n % 1 == 0, (2 * n) % 2 == 0) }',
    '{ Implies(n % 1 == 0, (2 * n + 1) % 2 == 1) }',
    '{ Implies(n % 1 == 0, (2 * n) % -2 == 0) }',
    '{ Implies(n % 1 == 0, (10 * n) % 2.5 == 0) }',
    '{ Implies(n % 1 == 0, (6 * n / 3) % 2 == 0) }',
    '{ Implies(n % 1 == 0, (2 * If(a, n, 3)) % 2 == 0) }',
    '{ Implies(both_whole, (2 * n + 4 * m) % 2 == 0) }',
    '{ Implies(both_whole, (6 * n - 9 * m + 1) % 3 == 1) }',
    '{ Implies(both_whole, (2 * n * m) % 2 == 0) }',
    '{ Implies(both_whole, ((2 * n + 1) * (2 * m)) % 2 == 0) }',
    '{ ((n - n % 7) / 7) % 1 == 0 }',
    '{ Or(n % 1 != 0, m % 1 != 0, (n + m) % 1 == 0) }',
    '{ Not(And(both_whole, (n + m) % 1 > 0)) }',
    '{ Or(Not(n % 1 == 0), n <= 0, n >= 1) }',
    '{ If(both_whole, (n + m) % 1 == 0, True) }',
    '{ IF a THEN Implies(both_whole, (n + m) % 1 < 0.5) ELSE Or(n % 1 == 0, n % 1 > 0) END }',
  ])('%s', (condition) => {
    expect(decide(condition)).toEqual(['TRUE'])
  })

  it('a statement that does not follow has a counterexample', () => {
    expect(decide('[pessimistic] { Implies(n % 1 == 0, (n / 2) % 1 == 0) }')).toEqual([
      'FALSE',
      'Answered by the pessimistic policy, not proved: the answer depends on n, which is not known.',
      'n = 1 (supposed)',
    ])
    expect(decide('{ And(both_whole, 2 * n == 2 * m + 1) }')).toEqual(['FALSE', 'n = 0 (supposed), m = 0 (supposed)'])
  })
})

describe('a guard on a let, on a converted number or with one known value', () => {
  it('decides', () => {
    expect(decide('{ Implies(both_whole, (n + m) % 1 == 0) }', { n: 4 })).toEqual(['TRUE'])
    expect(decide('{ Implies(m % 1 == 0, (n + m) % 1 == 0.5) }', { n: '7/2' })).toEqual(['TRUE'])
  })
})
