import type { Checked } from '../language/semantics/checked-ruleset'
import { mapOperands } from '../language/semantics/children'

/**
 * Copies a checked tree with some of its nodes replaced.
 * @param replace sees each node before the nodes below it and returns what takes its place, which is not entered; null if the
 *   node stays and the nodes below it are looked at
 */
export function rewriteNodes(node: Checked, replace: (node: Checked) => Checked | null): Checked {
  return replace(node) ?? mapOperands(node, (operand) => rewriteNodes(operand, replace))
}
