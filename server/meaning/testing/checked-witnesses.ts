import { createBinder } from '../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../engine/claims/reading'
import { decideAll } from '../../engine/decide/decide'
import type { DecideTools } from '../../engine/decide/decide-possible'
import { compileProgram } from '../../engine/evaluate/program'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { builtInLibrary } from '../../language/units/unit-library'
import type { ClaimDictionary } from '../claim-dictionary'
import type { ComparedRuleset } from '../comparison/comparison'
import type { Comparison } from '../comparison/comparison-result'

const LIBRARY = builtInLibrary()

export function underBuiltIn(ruleset: CheckedRuleset): ComparedRuleset {
  return { ruleset, library: LIBRARY, unitLibraryHash: null }
}

/**
 * Sends each witness to both rulesets, as POST /v1/check reads and decides it. Returns problems unless both accept it
 * and give the different answers that it states.
 */
export function wrongWitnesses(
  before: CheckedRuleset,
  after: CheckedRuleset,
  comparison: Comparison,
  tools: DecideTools,
): readonly string[] {
  return comparison.pairs.flatMap((pair) =>
    pair.changes.flatMap((change) => {
      const answered = [
        checkDictionary(before, pair.before, change.witness.before, tools),
        checkDictionary(after, pair.after, change.witness.after, tools),
      ]
      const isRight = answered[0] === change.before && answered[1] === change.after && answered[0] !== answered[1]
      return isRight ? [] : [`${pair.after}: ${change.witness.words}, but answered ${answered.join(', then ')}`]
    }),
  )
}

function checkDictionary(
  ruleset: CheckedRuleset,
  assertion: string,
  claims: ClaimDictionary,
  tools: DecideTools,
): string {
  const binding = createBinder(ruleset, LIBRARY, DEFAULT_BIND_LIMITS).bind(claims, tools.meter)
  if (!binding.ok) return `rejected: ${JSON.stringify(binding)}`
  const results = decideAll(compileProgram(ruleset), binding.known, binding.unbridged, tools)
  if (results === 'needs solver') return results
  return results[ruleset.assertions.findIndex(({ name }) => name === assertion)]!.check
}
