import { describe, expect, it } from 'vitest'
import { Meter } from '../core/meter'
import type { Known } from '../core/value'
import { type Claims, knownByName, openText } from '../testing/open-text'
import { randomClaims, randomRules, seededRandom } from '../testing/random-rules'
import type { UnbridgedInputs } from './assertion-result'
import { decideAll, decideAssertion } from './decide'
import type { DecideTools } from './decide-possible'

const DECLARED = `
// @range share 10..20
// @unit fee USD
declare a as boolean; declare b as boolean; declare c as boolean;
declare x as numeric; declare y as numeric; declare share as numeric; declare fee as numeric;
declare level as enum ["low", "mid", "high"]; declare kind as enum {"meal", "travel"};
declare local open as boolean;
`

function tools(): DecideTools {
  return {
    solver: null,
    mode: 'tiers',
    meter: new Meter(1_000_000),
    budget: { solver_steps: 200_000, solver_memory_mb: 256 },
  }
}

/** Decides without a solver; null fields are left out. */
function decide(assertion: string, claims: Claims = {}, unbridged: UnbridgedInputs = new Map()): unknown {
  const program = openText(`${DECLARED} assert it ${assertion};`)
  const results = decideAll(program, knownByName(program.ruleset, claims), unbridged, tools())
  if (results === 'needs solver') return results
  const [{ check, reasonUnknown, counterexample, unbridged: pairs }] = results as [(typeof results)[number]]
  return [check, ...[reasonUnknown, counterexample].filter((text) => text !== null), ...pairs]
}

describe('proved answers', () => {
  it('are TRUE or FALSE if every completion agrees, without a reason', () => {
    expect(decide('{ Implies(x > 75, a) }', { x: 20 })).toEqual(['TRUE'])
    expect(decide('{ Implies(x > 75, a) }', { x: 80, a: false })).toEqual(['FALSE', 'a = False, x = 80'])
    expect(decide('{ Or(a, Not(a)) }')).toEqual(['TRUE'])
    expect(decide('{ And(a, b, Not(a)) }')).toEqual(['FALSE', 'a = False (supposed), b = False (supposed)'])
    expect(decide('{ Or(level < "mid", level >= "mid") }')).toEqual(['TRUE'])
    expect(decide('[pessimistic] { If(a, 1, 2) > 0 }')).toEqual(['TRUE'])
    expect(decide('{ IsMember(kind, {"meal", "travel"}) }')).toEqual(['TRUE'])
  })

  it('have no counterexample if the assertion reads nothing', () => {
    expect(decide('{ 1 > 2 }')).toEqual(['FALSE'])
    expect(decide('[optimistic] { False }')).toEqual(['FALSE'])
  })

  it('suppose the first candidate for inputs that change nothing', () => {
    expect(decide('{ And(a, b, open, x > 5, level == "mid", share > 0, kind == "meal") }', { b: false })).toEqual([
      'FALSE',
      'a = False (supposed), b = False, x = 0 (supposed), share = 10 (supposed), level = "low" (supposed), ' +
        'kind = "meal" (supposed), open = False (supposed)',
    ])
  })
})

describe('answers that are not proved', () => {
  it('name exactly the claims that still matter, in the order of declaration', () => {
    expect(decide('{ Implies(x > 75, a) }')).toEqual([
      'UNKNOWN',
      'Not proved: the answer depends on a and x, which are not known.',
    ])
    expect(decide('{ Implies(x > 75, a) }', { x: 80 })).toEqual([
      'UNKNOWN',
      'Not proved: the answer depends on a, which is not known.',
    ])
    expect(decide('{ And(a, Or(b, Not(b))) }')).toEqual([
      'UNKNOWN',
      'Not proved: the answer depends on a, which is not known.',
    ])
    expect(decide('{ Or(And(a, b), And(c, a)) }', { c: true })).toEqual([
      'UNKNOWN',
      'Not proved: the answer depends on a, which is not known.',
    ])
    expect(decide('{ And(a, open, c) }', { a: true })).toEqual([
      'UNKNOWN',
      'Not proved: the answer depends on c and the local open, which are not known.',
    ])
    expect(decide('{ If(a, x > 5, b) }', { a: false })).toEqual([
      'UNKNOWN',
      'Not proved: the answer depends on b, which is not known.',
    ])
    expect(decide('{ And(a, b, x + y > 100) }')).toEqual([
      'UNKNOWN',
      'Not proved: the answer depends on a, b, x and y, which are not known.',
    ])
  })

  it("state the policy's answer and that it is not proved", () => {
    expect(decide('[pessimistic] { a }')).toEqual([
      'FALSE',
      'Answered by the pessimistic policy, not proved: the answer depends on a, which is not known.',
      'a = False (supposed)',
    ])
    expect(decide('[optimistic] { open }')).toEqual([
      'TRUE',
      'Answered by the optimistic policy, not proved: the answer depends on the local open, which is not known.',
    ])
  })

  it('say when the assertion has no value', () => {
    const never = 'Not proved: with these claims the assertion has no value, because something is divided by zero.'
    expect(decide('[pessimistic] { x / y > 1 }', { x: 1, y: 0 })).toEqual(['UNKNOWN', never])
    expect(decide('[optimistic] { x / y > 1 }', { y: 0 })).toEqual(['UNKNOWN', never])
    expect(decide('{ If(a, 1 / 0 > 1, b) }', { b: true })).toEqual([
      'UNKNOWN',
      'Not proved: the answer depends on a, which is not known. It is true or has no value, because something is divided by zero.',
    ])
    expect(decide('[pessimistic] { If(a, 1 / 0 > 1, b) }', { b: true })).toEqual([
      'UNKNOWN',
      'Not proved: the answer depends on a, which is not known. It is true or has no value, because something is divided by zero.',
    ])
    expect(decide('[pessimistic] { If(a, 1 / 0 > 1, b) }', { b: false })).toEqual([
      'FALSE',
      'Answered by the pessimistic policy, not proved: the answer depends on a, which is not known. ' +
        'It is false or has no value, because something is divided by zero.',
      'a = False (supposed), b = False',
    ])
    expect(decide('[optimistic] { If(a, 1 / 0 > 1, b) }', { b: false })).toEqual([
      'UNKNOWN',
      'Not proved: the answer depends on a, which is not known. It is false or has no value, because something is divided by zero.',
    ])
  })

  it('need the solver if samples do not settle verdict or relevance', () => {
    expect(decide('{ Or(x > y, x <= y) }')).toBe('needs solver')
    expect(decide('{ Or(a, Or(x > y, x <= y)) }', { a: false })).toBe('needs solver')
    expect(decide('{ Or(a, Or(x > y, x <= y)) }', { a: true })).toEqual(['TRUE'])
    expect(decide('{ And(a, Or(x > y, x <= y)) }')).toBe('needs solver')
    expect(decide('{ And(a, Or(x > y, x <= y)) }', { a: false })).toEqual([
      'FALSE',
      'a = False, x = 0 (supposed), y = 0 (supposed)',
    ])
  })
})

describe('counterexamples', () => {
  it('are the first falsifying candidates in the order of declaration', () => {
    expect(decide('[pessimistic] { Or(a, x <= 75, level == "low") }')).toEqual([
      'FALSE',
      'Answered by the pessimistic policy, not proved: the answer depends on a, x and level, which are not known.',
      'a = False (supposed), x = 76 (supposed), level = "mid" (supposed)',
    ])
    expect(decide('[pessimistic] { Not(And(a, b)) }')).toEqual([
      'FALSE',
      'Answered by the pessimistic policy, not proved: the answer depends on a and b, which are not known.',
      'a = True (supposed), b = True (supposed)',
    ])
  })

  it('stay in the range if a candidate inside it falsifies, and otherwise say that they do not', () => {
    expect(decide('[pessimistic] { share > 12 }')).toEqual([
      'FALSE',
      'Answered by the pessimistic policy, not proved: the answer depends on share, which is not known.',
      'share = 12 (supposed)',
    ])
    expect(decide('[pessimistic] { share < 30 }')).toEqual([
      'FALSE',
      'Answered by the pessimistic policy, not proved: the answer depends on share, which is not known.',
      'share = 30 (supposed, outside its range)',
    ])
  })

  it('are literals of the language: exact numbers with their unit, quoted members', () => {
    expect(decide('{ And(fee < 5 "USD", kind == "meal", open) }', { fee: '5.10', kind: 'travel' })).toEqual([
      'FALSE',
      'fee = 5.1 "USD", kind = "travel", open = False (supposed)',
    ])
    expect(decide('{ x > y }', { x: '1/3', y: '-2/6' })).toEqual(['TRUE'])
    expect(decide('{ x < y }', { x: '1/3', y: '-2/6' })).toEqual(['FALSE', 'x = 1/3, y = -1/3'])
  })
})

describe('unbridged units', () => {
  it('leave the whole assertion UNKNOWN under every policy', () => {
    const text = `declare cost as numeric; declare a as boolean;
      // @unit cost USD
      assert it [pessimistic] { Or(a, cost < 5 "kg") }; assert free { a };`
    const program = openText(text)
    const results = decideAll(program, knownByName(program.ruleset, { a: true, cost: 1 }), new Map(), tools())
    expect(results).toEqual([
      {
        check: 'UNKNOWN',
        reasonUnknown: 'Not evaluated: USD is compared with kg, and no unit converter joins them.',
        counterexample: null,
        unbridged: [{ from: 'USD', to: 'kg' }],
      },
      { check: 'TRUE', reasonUnknown: null, counterexample: null, unbridged: [] },
    ])
  })

  it('include submitted units, in the assertions that read the claim', () => {
    const unbridged = new Map([[6, { from: 'EUR', to: 'USD' }]])
    expect(decide('[optimistic] { Or(a, fee < 5 "USD") }', { a: true }, unbridged)).toEqual([
      'UNKNOWN',
      'Not evaluated: fee was submitted in EUR, and no unit converter turns that into USD without doubt.',
      { from: 'EUR', to: 'USD' },
    ])
    expect(decide('[optimistic] { a }', { a: true }, unbridged)).toEqual(['TRUE'])
  })
})

const RULESETS = 60

/** Null if the answer is not proved without a solver. */
function proved(program: ReturnType<typeof openText>, assertion: number, known: Known): string | null {
  const tools: DecideTools = {
    solver: null,
    mode: 'tiers',
    meter: new Meter(1e9),
    budget: { solver_steps: 1, solver_memory_mb: 1 },
  }
  const result = decideAssertion(program, assertion, known, tools)
  return result === 'needs solver' || result.reasonUnknown !== null ? null : result.check
}

it('a proved TRUE or FALSE stays the same when further claims become known', { tags: 'thorough' }, () => {
  let survived = 0
  for (let seed = 0; seed < RULESETS; seed++) {
    const random = seededRandom(5_000 + seed)
    const program = openText(randomRules(random, { numbers: seed % 2 === 0, nonlinear: seed % 4 === 0, assertions: 8 }))
    const { inputs } = program.ruleset
    const full = randomClaims(random, program.ruleset, 1)
    const order = inputs.map((_, input) => input).sort(() => random() - 0.5)
    program.roots.forEach((_, assertion) => {
      const known = full.map(() => null) as (Known[number] | null)[]
      let answer = proved(program, assertion, known)
      for (const input of order) {
        known[input] = full[input]!
        const next = proved(program, assertion, known)
        if (answer !== null) {
          expect([program.ruleset.assertions[assertion]!.source, next]).toEqual([
            program.ruleset.assertions[assertion]!.source,
            answer,
          ])
          survived++
        }
        answer = next
      }
    })
  }
  expect(survived).toBeGreaterThan(500)
})
