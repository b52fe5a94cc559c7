/** Comparisons at the limits, checked against the answers of both rulesets. */
import { describe, expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { compileText, startSolver } from '../../engine/testing/ask'
import { randomRules, seededRandom } from '../../engine/testing/random-rules'
import { underBuiltIn, wrongWitnesses } from '../testing/checked-witnesses'
import { compareRulesets } from './comparison'
import type { Comparison } from './comparison-result'

const solver = startSolver()
const NUMBERS = 'declare x as numeric; declare y as numeric; declare z as numeric;\n'

function compared(before: string, after: string, steps = 500_000_000, solverSteps = 50_000_000): Comparison {
  const [was, now] = [compileText(before), compileText(after)]
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  const tools = (meter: Meter) => ({ solver, mode: 'tiers' as const, budget, meter })
  const comparison = compareRulesets(underBuiltIn(was), underBuiltIn(now), tools(new Meter(steps, solverSteps)))
  expect(wrongWitnesses(was, now, comparison, tools(new Meter(500_000_000)))).toEqual([])
  return comparison
}

function ruleset(condition: string, declarations = NUMBERS, policy = ''): string {
  return `version 1.3;\n${declarations}assert r ${policy} { ${condition} };\n`
}

/** The verdict of the only pair. */
function verdict(before: string, after: string, declarations = NUMBERS): string | undefined {
  return compared(ruleset(before, declarations), ruleset(after, declarations)).pairs[0]?.verdict
}

describe('a pair', () => {
  it.each([
    ['1 / x > 0', 'x > 0', 'gains a value'],
    ['x > 0', '1 / x > 0', 'loses a value'],
    ['x / 0 > 1', 'x / 0 > 2', 'same'],
    ['(1 / x > 1) == (1 / x > 1)', 'Not(x == 0)', 'gains a value'],
    ['x * x < 2', 'x * x <= 2', 'differs at irrational numbers'],
    ['x * x == 2', 'And(x > 1, x < 0)', 'differs at irrational numbers'],
    ['x * y == 2', 'And(x > 1, x < 0)', 'stricter'],
    ['x % 3 == 1', 'x % -3 == -2', 'same'],
    ['x % 1 == 0', 'x % 2 == 0', 'stricter'],
    ['x > 1000000000000000000000000000000', 'x >= 1000000000000000000000000000000', 'looser'],
    ['x * 1000000000000000000000000000000 > 1', 'x > 0.000000000000000000000000000001', 'same'],
    ['x > y', 'y > x', 'both'],
    ['x + y > 5', 'y + x > 5', 'same'],
    ['IsSubset({x, y}, {1, 2})', 'And(IsMember(x, {1, 2}), IsMember(y, {1, 2}))', 'same'],
    ['AtLeast(2, v in {x, y}, v > 1)', 'And(x > 1, y > 1)', 'same'],
    ['ForAll(v in {x, y, z}, Exists(w in {x, y, z}, w > v))', 'And(x > 1, x < 0)', 'same'],
    [`${'Not('.repeat(60)}x > 1${')'.repeat(60)}`, 'x >= 1', 'looser'],
  ])('%s, then %s: %s', { tags: 'thorough' }, (before, after, expected) =>
    expect(verdict(before, after)).toBe(expected),
  )

  it('is not decided if no solver decides it', { tags: 'thorough' }, () => {
    const before = 'And(x * x * x + y * y * y == z * z * z, x > 0, y > 0, z > 0, x % 1 == 0, y % 1 == 0, z % 1 == 0)'
    expect(compared(ruleset(before), ruleset('And(x > 1, x < 0)')).verdict).toBe('not decided')
  })

  it('compares a temperature in two units', () => {
    const declared = (unit: string) => `// @unit x ${unit}\ndeclare x as numeric;\n`
    const [before, after] = [ruleset('x > 212 "°F"', declared('°C')), ruleset('x >= 212 "°F"', declared('°F'))]
    expect(compared(before, after).pairs[0]!.verdict).toBe('looser')
    expect(compared(before, ruleset('x > 100 "°C"', declared('°F'))).pairs[0]!.verdict).toBe('same')
  })

  it('shows a dictionary with an unknown claim if only such a one is answered differently', () => {
    const declared = '// @range x 0..10\ndeclare x as numeric;\n'
    const [pair] = compared(ruleset('x >= 0', declared), ruleset('Or(x > 0, x <= 0)', declared)).pairs
    expect(pair).toMatchObject({ verdict: 'differs outside the ranges', partial: { answers: ['UNKNOWN', 'TRUE'] } })
  })
})

describe('each way in which answers change has its own witness', () => {
  const ways = (before: string, after: string, declarations: string) => {
    const [pair] = compared(ruleset(before, declarations), ruleset(after, declarations)).pairs
    return { verdict: pair!.verdict, ways: pair!.changes.map((change) => `${change.before} to ${change.after}`) }
  }
  const MONEY = `// @unit rent USD
declare rent as numeric;
// @unit income USD
declare income as numeric;
declare approved as boolean;
`
  const [bare, guarded] = ['rent / income <= 0.4', 'If(income == 0 "USD", approved, rent / income <= 0.4)']

  it('when a division gains an answer that a claim decides', () =>
    expect(ways(bare, guarded, MONEY)).toEqual({
      verdict: 'gains a value',
      ways: ['UNKNOWN to TRUE', 'UNKNOWN to FALSE'],
    }))

  it('when it loses the answer again', () =>
    expect(ways(guarded, bare, MONEY)).toEqual({
      verdict: 'loses a value',
      ways: ['TRUE to UNKNOWN', 'FALSE to UNKNOWN'],
    }))

  const MIXED = 'declare x as numeric;\ndeclare b as boolean;\n'

  it('when answers change in several ways', () => {
    expect(ways('1 / x > 0', 'b', MIXED)).toEqual({
      verdict: 'both',
      ways: ['TRUE to FALSE', 'FALSE to TRUE', 'UNKNOWN to TRUE', 'UNKNOWN to FALSE'],
    })
    expect(ways('b', '1 / x > 0', MIXED)).toEqual({
      verdict: 'both',
      ways: ['TRUE to FALSE', 'FALSE to TRUE', 'TRUE to UNKNOWN', 'FALSE to UNKNOWN'],
    })
    expect(ways('1 / x > 0', '1 / (x - 1) > 0', MIXED)).toEqual({
      verdict: 'both',
      ways: ['TRUE to FALSE', 'UNKNOWN to FALSE', 'TRUE to UNKNOWN'],
    })
  })

  it('when a local decides', () => {
    const declared = 'declare local l as boolean;\ndeclare b as boolean;\n'
    expect(ways('l', 'b', declared).ways).toEqual(['UNKNOWN to TRUE', 'UNKNOWN to FALSE'])
  })
})

describe('locals', () => {
  const declared = 'declare local l as boolean; declare x as boolean;\n'

  it('differ in completions and not in answers', () =>
    expect(verdict('Or(l, x)', 'Or(Not(l), x)', declared)).toBe('same'))

  it('are answered by the policy in every dictionary', () => {
    const [before, after] = [ruleset('Or(l, x)', declared), ruleset('Or(l, x)', declared, '[pessimistic]')]
    expect(compared(before, after).pairs[0]!.verdict).toBe('gains a value')
    const [open, settled] = [
      ruleset('Or(l, Not(l), x)', declared),
      ruleset('Or(x, l, Not(l))', declared, '[optimistic]'),
    ]
    expect(compared(open, settled).pairs[0]!.verdict).toBe('another policy')
  })
})

describe('a comparison does not say "same" about', () => {
  it('another policy', () => {
    const { summary, pairs } = compared(ruleset('x > 5'), ruleset('x > 5', NUMBERS, '[pessimistic]'))
    expect([summary, pairs[0]!.verdict]).toEqual([
      'The answers of 1 assertion may change under another policy.',
      'another policy',
    ])
  })

  it('an assertion that reads a claim with changed members, even if only the earlier ruleset reads it', () => {
    const declared = (members: string) => `declare c as enum {${members}}; declare x as boolean;\n`
    const before = ruleset('Or(x, c != "gone")', declared('"a", "b", "gone"'))
    const after = ruleset('Or(x, Not(x))', declared('"a", "b"'))
    const { summary, pairs } = compared(before, after)
    expect([summary, pairs[0]!.verdict, pairs[0]!.unless]).toEqual([
      'The answers of 1 assertion may change where a claim is unknown that takes other values.',
      'same',
      ['c'],
    ])
  })

  it('an assertion with units that cannot be converted, if its text changes', () => {
    const declared = '// @unit x m\ndeclare x as numeric;\n'
    const [before, after] = [ruleset('x > 100 "USD"', declared), ruleset('x > 200 "USD"', declared)]
    expect(compared(before, before).verdict).toBe('identical')
    expect(compared(before, after)).toMatchObject({ verdict: 'same', findings: [{ kind: 'rewritten' }] })
  })
})

describe('a long text', () => {
  const chain = (name: string, last: string) =>
    `version 1.3;\n${NUMBERS}let l0 = x;\n${Array.from({ length: 400 }, (_, i) => `let l${i + 1} = l${i} + 1;\n`).join('')}assert ${name} { l400 > ${last} };\n`

  it('is the same if a chain of definitions is the same, even if the assertion is renamed', () => {
    expect(compared(chain('a', '0'), chain('a', '0')).verdict).toBe('identical')
    expect(compared(chain('a', '0'), chain('b', '0')).findings.map(({ kind }) => kind)).toEqual(['assertion-renamed'])
  })

  it('is paired quickly if every assertion has a new name and text', () => {
    const many = (name: string, operator: string) =>
      `version 1.3;\n${NUMBERS}${Array.from({ length: 1_500 }, (_, i) => `assert ${name}${i} { x ${operator} ${i} };\n`).join('')}`
    const began = performance.now()
    expect(compared(many('a', '>'), many('b', '>=')).pairs).toEqual([])
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})

it('accepts names of object properties as names of claims', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const declared = `declare ${name} as numeric;\n`
    const { pairs } = compared(ruleset(`${name} > 1`, declared), ruleset(`${name} > 2`, declared))
    expect(Object.entries(pairs[0]!.changes[0]!.witness.after)).toEqual([[name, '2']])
  }
})

it('leaves questions open when a budget is spent and changes nothing else', { tags: 'thorough' }, () => {
  for (let seed = 0; seed < 12; seed++) {
    const random = seededRandom(seed)
    const shape = { numbers: true, nonlinear: false, assertions: 3 }
    const [before, after] = [randomRules(random, shape), randomRules(random, shape)]
    const whole = compared(before, after)
    for (const steps of [1, 30, 300, 3_000])
      for (const solverSteps of [0, 50_000_000])
        compared(before, after, steps, solverSteps).pairs.forEach((pair, index) => {
          if (pair.open.length === 0) expect(pair.verdict).toBe(whole.pairs[index]!.verdict)
        })
  }
})
