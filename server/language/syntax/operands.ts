import type { Expression } from './syntax'

/** The direct operands of an expression, in the order of the text. */
export function operandsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'negate':
      return [node.operand]
    case 'group':
      return [node.inner]
    case 'arithmetic':
    case 'comparison':
      return [node.left, node.right]
    case 'call':
    case 'apply':
      return node.operands
    case 'set':
      return node.members
    case 'quantifier':
      return node.count === null ? [node.set, node.body] : [node.count, node.set, node.body]
    case 'aggregate':
      return node.filter === null ? [node.set, node.body] : [node.set, node.filter, node.body]
    case 'if':
      return node.otherwise === null ? [node.condition, node.then] : [node.condition, node.then, node.otherwise]
    case 'case': {
      const values = node.arms.map(({ value }) => value)
      return [node.subject, ...values, ...(node.fallback === null ? [] : [node.fallback])]
    }
    case 'first': {
      const arms = node.arms.flatMap(({ condition, value }) => [condition, value])
      return node.fallback === null ? arms : [...arms, node.fallback]
    }
    default:
      return []
  }
}
