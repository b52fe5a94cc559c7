/** Compiling conditions within the budget of a call. */
import { compileProgram, type Program } from '../engine/evaluate/program'
import type { Meter } from '../engine/meter'
import type { CheckedRuleset } from '../language/semantics/checked-ruleset'
import { walk } from '../language/semantics/children'

/** What compiling a node costs beside a visit, which is one step: it takes about the time of so many. */
const STEPS_OF_A_NODE = 16

/** Nodes of the definitions and of the assertions. */
export function nodesOf({ lets, assertions }: Pick<CheckedRuleset, 'lets' | 'assertions'>): number {
  let nodes = 0
  const count = () => {
    nodes++
  }
  for (const { value } of lets) walk(value, count)
  for (const { expression } of assertions) walk(expression, count)
  return nodes
}

/**
 * The program of a ruleset, definitions included, whose size is spent first: many questions about conditions that share
 * large definitions compile these anew each.
 * @throws StepsExceeded
 */
export function compileWithin(ruleset: CheckedRuleset, meter: Meter): Program {
  meter.spend(nodesOf(ruleset) * STEPS_OF_A_NODE)
  return compileProgram(ruleset)
}
