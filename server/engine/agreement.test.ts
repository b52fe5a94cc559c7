import { afterAll, describe, expect, it } from 'vitest'
import { type AssertionResult, copyResult } from './assertion-result'
import { decideAll } from './decide/decide'
import { Meter } from './meter'
import { compileZ3 } from './solver/z3-module'
import { Z3Solver } from './solver/z3-solver'
import { openText } from './testing/open-text'
import { randomClaims, randomRules, seeded } from './testing/random-rules'

/** `npm test` compares this many conditions; the long run sets FORMULAS=100000. */
const FORMULAS = Number(process.env.FORMULAS ?? 5_000)
const PER_RULESET = 10
const BUDGET = { solver_steps: 200_000, solver_memory_mb: 256 }

const solver = new Z3Solver(compileZ3())
const seen = { TRUE: 0, FALSE: 0, UNKNOWN: 0, AMBIGUOUS: 0, undecided: 0 }

/** A budget or an incomplete theory stopped somebody somewhere: such answers agree by refinement, not in bytes. */
function isUnsettled({ reasonUnknown }: AssertionResult): boolean {
  return reasonUnknown !== null && /not decided|may depend/i.test(reasonUnknown)
}

function compare(seed: number): void {
  const random = seeded(seed)
  const shape = { numbers: seed % 4 !== 0, nonlinear: seed % 5 === 0, assertions: PER_RULESET }
  const text = randomRules(random, shape)
  const program = openText(text)
  const known = randomClaims(random, program.ruleset, random())
  const tools = { solver, budget: BUDGET, meter: new Meter(1e9) }
  const byTiers = decideAll(program, known, new Map(), { ...tools, mode: 'tiers' })
  const bySolver = decideAll(program, known, new Map(), { ...tools, mode: 'solver-only' })
  if (byTiers === 'needs solver' || bySolver === 'needs solver') throw new Error('the solver at hand was not asked')
  byTiers.forEach((answer, i) => {
    const other = bySolver[i]!
    const { source } = program.ruleset.assertions[i]!
    seen[answer.check]++
    if (!isUnsettled(answer) && !isUnsettled(other)) {
      expect([seed, source, copyResult(answer)]).toEqual([seed, source, copyResult(other)])
    } else {
      seen.undecided++
      expect([seed, source, [answer.check, other.check].sort()]).not.toEqual([seed, source, ['FALSE', 'TRUE']])
    }
  })
}

describe('the tiers and the solver alone', () => {
  it('give the same answers, bytes included, wherever no budget stops one', () => {
    for (let seed = 0; seed < FORMULAS / PER_RULESET; seed++) compare(seed)
    expect(Math.min(seen.TRUE, seen.FALSE, seen.UNKNOWN)).toBeGreaterThan(FORMULAS / 100)
    expect(seen.undecided).toBeLessThan(FORMULAS / 10)
  }, 3_600_000)
})

afterAll(() => console.info('conditions compared', seen))
