import { describe, expect, it } from 'vitest'
import { Meter, SolverStepsExceededError, StepsExceededError } from '../core/meter'
import type { Known } from '../core/value'
import { compileZ3 } from '../solver/z3-module'
import { Z3Solver } from '../solver/z3-solver'
import { knownByName, openText } from '../testing/open-text'
import { randomClaims, randomRules, seededRandom } from '../testing/random-rules'
import { pigeonholeRules } from '../testing/repertoire'
import { copyResult, type UnbridgedInputs } from './assertion-result'
import { decideAll } from './decide'
import { decideInTurns, type Progress, Unfinished } from './decide-in-turns'
import type { TurnLength } from './solver-in-turns'

const z3 = new Z3Solver(compileZ3())
const BUDGET = { solver_steps: 1_000, solver_memory_mb: 256 }
/** A turn ends after every solver question and every searched assertion. */
const SHORTEST: TurnLength = { steps: 0, solverSteps: 0, solverStepsPerRepeated: 0 }

interface Subject {
  readonly program: ReturnType<typeof openText>
  readonly known: Known
  readonly unbridged?: UnbridgedInputs
  readonly mode?: 'tiers' | 'solver-only'
}

interface Limits {
  readonly steps?: number
  readonly solverSteps?: number
}

/** Results and steps, or the exceeded budget. */
function outcome(decide: (meter: Meter) => readonly unknown[] | string, { steps = 1e9, solverSteps }: Limits) {
  const meter = new Meter(steps, solverSteps)
  try {
    const results = decide(meter)
    return { results, steps: meter.steps, solverSteps: meter.solverSteps }
  } catch (error) {
    if (error instanceof StepsExceededError || error instanceof SolverStepsExceededError)
      return { refused: error.message, ...error }
    throw error
  }
}

function whole(
  { program, known, unbridged = new Map(), mode = 'tiers' }: Subject,
  limits: Limits,
  solver: Z3Solver | null,
) {
  return outcome((meter) => {
    const tools = { solver, mode, budget: BUDGET, meter } as const
    const results = decideAll(program, known, unbridged, tools)
    return results === 'needs solver' ? results : results.map(copyResult)
  }, limits)
}

/** Each turn has its own meter and copy of the progress, as in another thread. */
function inTurns(
  { program, known, unbridged = new Map(), mode = 'tiers' }: Subject,
  limits: Limits,
  solver: Z3Solver | null,
  length: TurnLength,
) {
  let turns = 0
  let within = 0
  let before: Progress | null = null
  for (;;) {
    turns++
    let unfinished: Unfinished<Progress> | null = null
    const turn = outcome((meter) => {
      const tools = { solver, mode, budget: BUDGET, meter } as const
      const results = decideInTurns(program, known, unbridged, tools, before, length)
      if (!(results instanceof Unfinished)) return results === 'needs solver' ? results : results.map(copyResult)
      unfinished = results
      return []
    }, limits)
    if (unfinished === null) return { turns, within, turn }
    before = structuredClone((unfinished as Unfinished<Progress>).progress)
    if (before.answered.length > 0) within++
  }
}

/** Pigeonholes: this budget leaves the verdict undecided, and every claim needs a question. */
function hard(assertions: number): string {
  const [, declared = '', condition = ''] = /^(.*) assert it \{(.*)\};$/s.exec(pigeonholeRules(4)) ?? []
  const asserted = Array.from({ length: assertions }, (_, i) => `assert a${i} [pessimistic] {${condition}};`)
  return [declared, 'declare q as numeric;', 'assert square { q * q + 1 > 0 };', ...asserted].join('\n')
}

describe('a check in turns', () => {
  const program = openText(hard(1))
  const subject = { program, known: knownByName(program.ruleset, {}) }

  it('gives the same answers and steps as a check without turns', { tags: 'thorough' }, () => {
    const expected = whole(subject, {}, z3)
    const { within, turn } = inTurns(subject, {}, z3, SHORTEST)
    expect(turn).toEqual(expected)
    expect(within).toBeGreaterThan(10)
    const longest = { steps: 1e9, solverSteps: 1e9, solverStepsPerRepeated: 0 }
    expect(inTurns(subject, {}, z3, longest)).toEqual({ turns: 1, within: 0, turn: expected })
  })

  it('stops at the same step of the same budget with the same report', { tags: 'thorough' }, () => {
    const { solverSteps, steps } = whole(subject, {}, z3) as { solverSteps: number; steps: number }
    for (const share of [0.3, 0.999]) {
      for (const limits of [{ solverSteps: Math.floor(solverSteps * share) }, { steps: Math.floor(steps * share) }]) {
        const expected = whole(subject, limits, z3)
        expect(expected).toHaveProperty('refused')
        expect(inTurns(subject, limits, z3, SHORTEST).turn).toEqual(expected)
      }
    }
  })

  it('asks for a missing solver, whatever came before', () => {
    expect(inTurns(subject, {}, null, SHORTEST).turn).toEqual(whole(subject, {}, null))
  })
})

it('turns change no answer of 20 random rulesets', { tags: ['nightly'] }, () => {
  let withinInAll = 0
  for (let seed = 0; seed < 20; seed++) {
    const random = seededRandom(9_000 + seed)
    const program = openText(randomRules(random, { numbers: true, nonlinear: seed % 3 === 0, assertions: 6 }))
    const subject = {
      program,
      known: randomClaims(random, program.ruleset, 0.4),
      mode: seed % 2 === 0 ? ('tiers' as const) : ('solver-only' as const),
      unbridged: new Map(seed % 5 === 0 ? [[0, { from: 'EUR', to: 'USD' }]] : []),
    }
    const { within, turn } = inTurns(subject, {}, z3, SHORTEST)
    expect([seed, turn]).toEqual([seed, whole(subject, {}, z3)])
    withinInAll += within
  }
  expect(withinInAll).toBeGreaterThan(10)
})
