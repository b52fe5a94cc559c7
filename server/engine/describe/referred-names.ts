import type { Checked, CheckedRuleset } from '../../language/checked-ruleset'
import { walk } from './english/children'

/** Of an entry on which nothing else depends, and that depends on nothing. */
export const INDEPENDENT = { refersTo: [] as readonly string[], value: null }

/** Names of the claims, locals and definitions that an expression names itself, in the order of writing. */
export function referredNames(expression: Checked, { inputs, lets }: CheckedRuleset): readonly string[] {
  const names = new Set<string>()
  walk(expression, (node) => {
    const named =
      node.kind === 'input' || node.kind === 'vocabulary'
        ? inputs[node.input]
        : node.kind === 'let'
          ? lets[node.let]
          : undefined
    if (named !== undefined) names.add(named.name)
  })
  return [...names]
}
