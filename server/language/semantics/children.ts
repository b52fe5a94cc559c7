/**
 * The direct operands of a checked node, for walks that treat all kinds alike.
 *
 * Promises: in the order of writing, every operand once. Lets are named, not entered. Where a branch or set does not
 * bridge to an earlier one, that one stands elsewhere in the tree already and is left out here.
 */
import type { Checked } from './checked-ruleset'

export function children(node: Checked): readonly Checked[] {
  switch (node.kind) {
    case 'boolean':
    case 'number':
    case 'string':
    case 'input':
    case 'let':
    case 'variable':
    case 'vocabulary':
      return []
    case 'negate':
    case 'convert':
      return [node.operand]
    case 'arithmetic':
    case 'compare':
    case 'differ':
    case 'is-subset':
    case 'set-operation':
      return [node.left, node.right]
    case 'unbridged':
      return node.operator === '' ? [node.right] : [node.left, node.right]
    case 'connective':
      return node.operands
    case 'choice':
      return [node.condition, node.then, node.otherwise]
    case 'case':
      return [node.subject, ...node.arms.map((arm) => arm.value), ...(node.fallback === null ? [] : [node.fallback])]
    case 'quantified':
      return node.count === null ? [node.set, node.body] : [node.count, node.set, node.body]
    case 'is-member':
      return [node.value, node.set]
    case 'set':
      return node.members
  }
}

/** Calls `visit` for the node and everything below it, in the order of {@link children}, and mostly without its list. */
export function walk(node: Checked, visit: (node: Checked) => void): void {
  visit(node)
  switch (node.kind) {
    case 'boolean':
    case 'number':
    case 'string':
    case 'input':
    case 'let':
    case 'variable':
    case 'vocabulary':
      return
    case 'negate':
    case 'convert':
      walk(node.operand, visit)
      return
    case 'arithmetic':
    case 'compare':
    case 'differ':
      walk(node.left, visit)
      walk(node.right, visit)
      return
    case 'is-member':
      walk(node.value, visit)
      walk(node.set, visit)
      return
    case 'choice':
      walk(node.condition, visit)
      walk(node.then, visit)
      walk(node.otherwise, visit)
      return
    default:
      for (const child of children(node)) walk(child, visit)
  }
}
