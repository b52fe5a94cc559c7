/**
 * Returns the direct operands, once each, in the order of the text. Does not enter lets. The `left` of a branch or set
 * that does not convert is elsewhere in the tree, so it is left out.
 */
import type { Checked } from './checked-ruleset'

export function childrenOf(node: Checked): readonly Checked[] {
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

/** Visits the node and everything below it, in the order of {@link children}. */
export function walkTree(node: Checked, visit: (node: Checked) => void): void {
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
      walkTree(node.operand, visit)
      return
    case 'arithmetic':
    case 'compare':
    case 'differ':
      walkTree(node.left, visit)
      walkTree(node.right, visit)
      return
    case 'is-member':
      walkTree(node.value, visit)
      walkTree(node.set, visit)
      return
    case 'choice':
      walkTree(node.condition, visit)
      walkTree(node.then, visit)
      walkTree(node.otherwise, visit)
      return
    default:
      for (const child of childrenOf(node)) walkTree(child, visit)
  }
}
