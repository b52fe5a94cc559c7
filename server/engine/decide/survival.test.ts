import { expect, it } from 'vitest'
import { Meter } from '../meter'
import { openText } from '../testing/open-text'
import { randomClaims, randomRules, seeded } from '../testing/random-rules'
import type { Known } from '../value'
import { decideAssertion } from './decide'
import type { DecideTools } from './decide-possible'

const RULESETS = 60

/** The proved answer, or null where it is not proved without a solver. */
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

it('a proved TRUE or FALSE survives every further claim that becomes known', () => {
  let survived = 0
  for (let seed = 0; seed < RULESETS; seed++) {
    const random = seeded(5_000 + seed)
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
