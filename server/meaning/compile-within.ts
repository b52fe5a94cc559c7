import type { Meter } from '../engine/core/meter'
import { compileProgram, type Program } from '../engine/evaluate/program'
import type { CheckedRuleset } from '../language/semantics/checked-ruleset'
import { walkTree } from '../language/semantics/children'

/** Compiling a node takes about as long as this many visits. */
const STEPS_PER_NODE = 16

export function nodesOf({ lets, assertions }: Pick<CheckedRuleset, 'lets' | 'assertions'>): number {
  let nodes = 0
  const count = () => {
    nodes++
  }
  for (const { value } of lets) walkTree(value, count)
  for (const { expression } of assertions) walkTree(expression, count)
  return nodes
}

/**
 * Spends the size first, because questions that share large definitions compile them each time.
 * @throws StepsExceededError
 */
export function compileWithin(ruleset: CheckedRuleset, meter: Meter): Program {
  meter.spend(nodesOf(ruleset) * STEPS_PER_NODE)
  return compileProgram(ruleset)
}
