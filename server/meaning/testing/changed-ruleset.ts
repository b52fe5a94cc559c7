/** Applies a change of the coverage to the tree, without the code that judges it. */
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Change } from '../coverage/changes'

export function withChange(ruleset: CheckedRuleset, change: Change): CheckedRuleset {
  if (change.kind === 'policy') {
    const { assertion, policy } = change
    return { ...ruleset, assertions: ruleset.assertions.with(assertion, { ...ruleset.assertions[assertion]!, policy }) }
  }
  return withNode(ruleset, change.part.node, change.replacement())
}

export function withNode(ruleset: CheckedRuleset, node: Checked, replacement: Checked): CheckedRuleset {
  const { lets, assertions } = ruleset
  return {
    ...ruleset,
    lets: lets.map((each) => ({ ...each, value: replaceNode(each.value, node, replacement) as Checked })),
    assertions: assertions.map((each) => ({
      ...each,
      expression: replaceNode(each.expression, node, replacement) as Checked,
    })),
  }
}

/** Returns the same object if it does not contain the node. */
function replaceNode(value: unknown, node: Checked, replacement: Checked): unknown {
  if (value === node) return replacement
  if (typeof value !== 'object' || value === null || value instanceof Rational) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => replaceNode(item, node, replacement))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const entries = Object.entries(value)
  const changed = entries.map(([key, item]) => [key, replaceNode(item, node, replacement)] as const)
  return changed.some(([, item], index) => item !== entries[index]![1]) ? Object.fromEntries(changed) : value
}
