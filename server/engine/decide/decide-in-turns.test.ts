import { describe, expect, it } from 'vitest'
import { Meter, SolverStepsExceeded, StepsExceeded } from '../meter'
import { compileZ3 } from '../solver/z3-module'
import { Z3Solver } from '../solver/z3-solver'
import { known, openText } from '../testing/open-text'
import { randomClaims, randomRules, seeded } from '../testing/random-rules'
import type { Known } from '../value'
import { copyResult, type UnbridgedInputs } from './assertion-result'
import { decideAll } from './decide'
import { decideInTurns, type Progress, type TurnLength, Unfinished } from './decide-in-turns'

const z3 = new Z3Solver(compileZ3())
const BUDGET = { solver_steps: 50_000, solver_memory_mb: 256 }
/** Every assertion that takes a search ends its turn. */
const SHORTEST: TurnLength = { steps: 0, solverSteps: 0 }

interface Subject {
  readonly program: ReturnType<typeof openText>
  readonly known: Known
  readonly unbridged?: UnbridgedInputs
}

interface Limits {
  readonly steps?: number
  readonly solverSteps?: number
}

/** Results and steps, or the budget that was spent and by how much. */
function outcome(decide: (meter: Meter) => readonly unknown[] | string, { steps = 1e9, solverSteps }: Limits) {
  const meter = new Meter(steps, solverSteps)
  try {
    const results = decide(meter)
    return { results, steps: meter.steps, solverSteps: meter.solverSteps }
  } catch (error) {
    if (error instanceof StepsExceeded || error instanceof SolverStepsExceeded)
      return { refused: error.message, ...error }
    throw error
  }
}

function whole({ program, known, unbridged = new Map() }: Subject, limits: Limits, solver: Z3Solver | null) {
  return outcome((meter) => {
    const tools = { solver, mode: 'tiers', budget: BUDGET, meter } as const
    const results = decideAll(program, known, unbridged, tools)
    return results === 'needs solver' ? results : results.map(copyResult)
  }, limits)
}

/** The same in turns, each with a meter and a copy of the progress of its own, as in another thread. */
function inTurns(
  { program, known, unbridged = new Map() }: Subject,
  limits: Limits,
  solver: Z3Solver | null,
  length: TurnLength,
) {
  let turns = 0
  let before: Progress | null = null
  for (;;) {
    turns++
    let unfinished: Unfinished<Progress> | null = null
    const turn = outcome((meter) => {
      const tools = { solver, mode: 'tiers', budget: BUDGET, meter } as const
      const results = decideInTurns(program, known, unbridged, tools, before, length)
      if (!(results instanceof Unfinished)) return results === 'needs solver' ? results : results.map(copyResult)
      unfinished = results
      return []
    }, limits)
    if (unfinished === null) return { turns, turn }
    before = structuredClone((unfinished as Unfinished<Progress>).progress)
  }
}

const HOLES = 4
/** Pigeons that do not fit into holes: hard for a solver, one assertion after the other. */
function pigeons(assertions: number): string {
  const names = (p: number) => Array.from({ length: HOLES }, (_, h) => `p${p}h${h}`)
  const all = Array.from({ length: HOLES + 1 }, (_, p) => names(p))
  const placed = all.map((each) => `Or(${each.join(', ')})`)
  const apart = Array.from({ length: HOLES }, (_, h) => `AtMost(1, x in {${all.map((each) => each[h]).join(', ')}}, x)`)
  const declared = all.flat().map((name) => `declare ${name} as boolean;`)
  const asserted = Array.from(
    { length: assertions },
    (_, i) => `assert a${i} { Or(Not(And(${[...placed, ...apart].join(', ')})), Not(Or(q > ${i}, q <= ${i}))) };`,
  )
  return [...declared, 'declare q as numeric;', ...asserted].join('\n')
}

describe('a check in turns', () => {
  const program = openText(pigeons(6))
  const subject = { program, known: known(program.ruleset, {}) }

  it('gives the answers and the steps of one at a stretch', () => {
    const expected = whole(subject, {}, z3)
    const { turns, turn } = inTurns(subject, {}, z3, SHORTEST)
    expect(turn).toEqual(expected)
    expect(turns).toBe(6)
    expect(inTurns(subject, {}, z3, { steps: 1e9, solverSteps: 1e9 })).toEqual({ turns: 1, turn: expected })
  })

  it('stops at the same step of the same budget, and says the same of it', () => {
    const { solverSteps, steps } = whole(subject, {}, z3) as { solverSteps: number; steps: number }
    for (const share of [0.1, 0.45, 0.8, 0.999]) {
      for (const limits of [{ solverSteps: Math.floor(solverSteps * share) }, { steps: Math.floor(steps * share) }]) {
        const expected = whole(subject, limits, z3)
        expect(expected).toHaveProperty('refused')
        expect(inTurns(subject, limits, z3, SHORTEST).turn).toEqual(expected)
      }
    }
  })

  it('asks for a solver where it has none, whatever came before', () => {
    expect(inTurns(subject, {}, null, SHORTEST).turn).toEqual(whole(subject, {}, null))
  })
})

it('changes nothing about any answer of 40 random rulesets', () => {
  let turnsInAll = 0
  for (let seed = 0; seed < 40; seed++) {
    const random = seeded(9_000 + seed)
    const program = openText(randomRules(random, { numbers: true, nonlinear: seed % 3 === 0, assertions: 6 }))
    const subject = {
      program,
      known: randomClaims(random, program.ruleset, 0.4),
      unbridged: new Map(seed % 5 === 0 ? [[0, { from: 'EUR', to: 'USD' }]] : []),
    }
    const { turns, turn } = inTurns(subject, {}, z3, SHORTEST)
    expect([seed, turn]).toEqual([seed, whole(subject, {}, z3)])
    turnsInAll += turns
  }
  expect(turnsInAll).toBeGreaterThan(80)
})
