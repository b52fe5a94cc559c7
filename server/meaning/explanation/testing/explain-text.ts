import { Meter } from '../../../engine/core/meter'
import type { UnbridgedInputs } from '../../../engine/decide/assertion-result'
import { NEEDS_SOLVER } from '../../../engine/decide/evidence'
import { compileProgram } from '../../../engine/evaluate/program'
import type { Solver } from '../../../engine/solver/solver'
import { bindByName, type Claims } from '../../../engine/testing/ask'
import { openRuleset } from '../../../engine/testing/open-text'
import { explainAnswers } from '../explanation'
import type { Explanation } from '../explanation-result'

export function explainText(
  source: string,
  claims: Claims,
  solver: Solver,
  fixed: readonly string[] = [],
  unbridged: UnbridgedInputs = new Map(),
): Explanation {
  const ruleset = openRuleset(source)
  const explanation = explainAnswers(
    { program: compileProgram(ruleset), source, known: bindByName(ruleset, claims), unbridged },
    { assertion: null, fixed: new Set(fixed.map((name) => ruleset.inputs.findIndex((input) => input.name === name))) },
    { solver, mode: 'tiers', budget: { solver_steps: 200_000, solver_memory_mb: 256 }, meter: new Meter(50_000_000) },
  )
  if (explanation === NEEDS_SOLVER) throw new Error('there is a solver')
  return explanation
}
