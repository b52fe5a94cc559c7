import { describe, expect, it } from 'vitest'
import { fromInteger } from '../../language/numeric/rational'
import { Meter } from '../core/meter'
import { FALSE } from '../core/value'
import type { Inquiry, Solver } from '../solver/solver'
import { compileZ3 } from '../solver/z3-module'
import { Z3Solver } from '../solver/z3-solver'
import { type Claims, knownByName, openText } from '../testing/open-text'
import { copyResult } from './assertion-result'
import { decideAll } from './decide'
import { EngineDisagreementError } from './evidence'

const DECLARED = 'declare a as boolean; declare x as numeric; declare y as numeric; declare z as numeric;'
const z3 = new Z3Solver(compileZ3())

interface Asked {
  readonly solver?: Solver
  readonly mode?: 'tiers' | 'solver-only'
  readonly steps?: number
}

function decide(assertion: string, claims: Claims = {}, { solver = z3, mode = 'tiers', steps = 200_000 }: Asked = {}) {
  const program = openText(`${DECLARED} assert it ${assertion};`)
  const budget = { solver_steps: steps, solver_memory_mb: 256 }
  const results = decideAll(program, knownByName(program.ruleset, claims), new Map(), {
    solver,
    mode,
    budget,
    meter: new Meter(1e7),
  })
  if (results === 'needs solver') throw new Error('there is a solver')
  const { check, reasonUnknown, counterexample } = copyResult(results[0]!)
  return [check, ...[reasonUnknown, counterexample].filter((text) => text !== null)]
}

/** Expects the same answer from the tiers and from the solver. */
function decideBoth(assertion: string, claims: Claims = {}) {
  const answer = decide(assertion, claims)
  expect([assertion, ...decide(assertion, claims, { mode: 'solver-only' })]).toEqual([assertion, ...answer])
  return answer
}

describe('with a solver', () => {
  it('settles questions that samples cannot settle', { tags: 'thorough' }, () => {
    expect(decideBoth('{ Or(x > y, x <= y) }')).toEqual(['TRUE'])
    expect(decideBoth('{ x * x < 0 }')).toEqual(['FALSE', 'x = 0 (supposed)'])
    expect(decideBoth('{ And(a, Or(x > y, x <= y)) }')).toEqual([
      'UNKNOWN',
      'Not proved: the answer depends on a, which is not known.',
    ])
    expect(decideBoth('[pessimistic] { Or(a, x + y != z) }')).toEqual([
      'FALSE',
      'Answered by the pessimistic policy, not proved: the answer depends on a, x, y and z, which are not known.',
      'a = False (supposed), x = 0 (supposed), y = 0 (supposed), z = 0 (supposed)',
    ])
    expect(decideBoth('[optimistic] { 1 / (x - y) > 0 }')).toEqual([
      'TRUE',
      'Answered by the optimistic policy, not proved: the answer depends on x and y, which are not known.',
    ])
  })

  it('reduces the model that it needs by the same candidates', () => {
    expect(decideBoth('[pessimistic] { Or(x + 2 * y != 10, x - y != 4, z == 1) }')).toEqual([
      'FALSE',
      'Answered by the pessimistic policy, not proved: the answer depends on x, y and z, which are not known.',
      'x = 6 (supposed), y = 2 (supposed), z = 0 (supposed)',
    ])
  })

  it('stays undecided if only irrational numbers would settle it, and still resolves a policy from its findings', {
    tags: 'thorough',
  }, () => {
    const reason =
      'ot decided, because only irrational numbers were found that would settle it: the answer may depend on x, which is not known.'
    expect(decideBoth('{ x * x == 2 }')).toEqual(['UNKNOWN', `N${reason}`])
    expect(decideBoth('[optimistic] { x * x == 2 }')).toEqual(['UNKNOWN', `N${reason}`])
    expect(decideBoth('[pessimistic] { x * x == 2 }')).toEqual([
      'FALSE',
      `Answered by the pessimistic policy, n${reason}`,
      'x = 0 (supposed)',
    ])
  })

  it('states the budget within which it did not decide', () => {
    expect(decide('{ And(a, x * y * z == x + 7, x * x * y == z + 5, y > z) }', {}, { steps: 50 })).toEqual([
      'UNKNOWN',
      'Not decided within 50 solver steps: the answer may depend on a, x, y and z, which are not known.',
    ])
  })

  it('does not claim that steps were spent if the solver gives up', () => {
    const givesUp = { status: 'undecided', why: 'incomplete' } as const
    const solver: Solver = { inquire: () => ({ find: () => givesUp, findPair: () => givesUp }) }
    expect(decide('{ x * y == 3 }', {}, { solver, mode: 'solver-only' })).toEqual([
      'UNKNOWN',
      'Not decided, because its arithmetic or its size is beyond what the solver decides: the answer may depend on x and y, which are not known.',
    ])
  })
})

describe('a solver that contradicts the evaluator', () => {
  /** Gives the same answers to every question. */
  function lying(inquiry: Inquiry): Solver {
    return { inquire: () => inquiry }
  }
  const wrong = [false, fromInteger(1), fromInteger(2), null]

  it('is not believed if a model or a pair is not confirmed', () => {
    const model = lying({
      find: () => ({ status: 'found', completion: wrong }),
      findPair: () => ({ status: 'none' }),
    })
    expect(() => decide('{ Or(a, x < y, x >= y) }', {}, { solver: model })).toThrow(EngineDisagreementError)
    expect(() => decide('{ a }', {}, { solver: model, mode: 'solver-only' })).toThrow(EngineDisagreementError)
    const pair = lying({
      find: (wanted) => z3Inquiry('{ And(a, Or(x < y, x >= y)) }').find(wanted),
      findPair: () => ({ status: 'found', first: wrong, second: wrong }),
    })
    expect(() => decide('{ And(a, Or(x < y, x >= y)) }', {}, { solver: pair })).toThrow(EngineDisagreementError)
  })

  it('is detected if it proves too much', () => {
    const nothing = lying({ find: () => ({ status: 'none' }), findPair: () => ({ status: 'none' }) })
    expect(() => decide('{ a }', {}, { solver: nothing, mode: 'solver-only' })).toThrow(EngineDisagreementError)
    const independent = lying({
      find: (wanted) => z3Inquiry('{ a }').find(wanted),
      findPair: () => ({ status: 'none' }),
    })
    expect(() => decide('{ a }', {}, { solver: independent, mode: 'solver-only' })).toThrow(EngineDisagreementError)
    const onlyFalse = lying({
      find: (wanted) => (wanted === FALSE ? { status: 'none' } : z3Inquiry('{ Not(a) }').find(wanted)),
      findPair: () => ({ status: 'none' }),
    })
    expect(() => decide('{ Not(a) }', { a: true }, { solver: onlyFalse, mode: 'solver-only' })).toThrow(
      EngineDisagreementError,
    )
  })

  function z3Inquiry(assertion: string): Inquiry {
    const { ruleset } = openText(`${DECLARED} assert it ${assertion};`)
    return z3.inquire(
      ruleset,
      0,
      knownByName(ruleset, {}),
      { solver_steps: 200_000, solver_memory_mb: 256 },
      new Meter(0),
    )
  }
})
