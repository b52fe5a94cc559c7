import { unbridgedResult } from '../../engine/decide/assertion-result'
import { decideAssertion } from '../../engine/decide/decide'
import { compileProgram } from '../../engine/evaluate/program'
import type { Known } from '../../engine/core/value'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { AskTools } from '../find-witness'
import { conditionsRuleset } from '../question-ruleset'

/**
 * Answers as POST /v1/check does; every witness is replayed before it is shown. Null if a needed solver is missing.
 * @param known null for unknown values; locals are never known
 * @throws StepsExceeded, SolverStepsExceeded, SolverMemoryExceeded, EngineDisagreement
 */
export function checkOf(ruleset: CheckedRuleset, assertion: number, known: Known, tools: AskTools): string | null {
  const stated = ruleset.assertions[assertion]!
  if (stated.unbridged.length > 0) return unbridgedResult(ruleset, stated, new Map()).check
  const alone = conditionsRuleset(ruleset, [stated.expression])
  const { name, policy } = stated
  const program = compileProgram({ ...alone, assertions: [{ ...alone.assertions[0]!, name, policy }] })
  const result = decideAssertion(program, 0, withoutLocals(ruleset, known), tools)
  return result === 'needs solver' ? null : result.check
}

function withoutLocals({ inputs }: CheckedRuleset, known: Known): Known {
  if (!inputs.some(({ kind }) => kind === 'local')) return known
  return known.map((value, index) => (inputs[index]!.kind === 'local' ? null : value))
}
