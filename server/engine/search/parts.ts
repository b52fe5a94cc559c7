/**
 * The parts of a node.
 */
import type { ValueNode } from '../evaluate/node'

/** Every node that an evaluation of `node` may evaluate next. */
export function parts(node: ValueNode): readonly ValueNode[] {
  switch (node.kind) {
    case 'constant':
    case 'input':
      return []
    case 'shared':
      return [node.inner]
    case 'choice':
      return [node.condition, node.whenTrue, node.whenFalse]
    case 'case':
      return [node.subject, ...node.arms.values(), ...(node.fallback === null ? [] : [node.fallback])]
    case 'gate':
      return node.operands
    case 'number-comparison':
    case 'member-comparison':
    case 'arithmetic':
      return [node.left, node.right]
    case 'negation':
      return [node.operand]
    case 'tally':
      return node.count === null ? node.slots : [node.count, ...node.slots]
    case 'count':
      return node.slots
    case 'membership':
      return [node.value, ...node.set.slots.flatMap(({ presence, value }) => [presence, value])]
  }
}
