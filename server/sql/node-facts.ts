/** What follows from a node for every row. */
import { NONE } from '../engine/core/value'
import { childNodes, type ValueNode } from '../engine/evaluate/node'
import { signOf } from '../language/numeric/rational'

const lacking = new WeakMap<ValueNode, boolean>()
const reading = new WeakMap<ValueNode, ReadonlySet<number>>()

/** Whether some dictionary leaves the node without a value, because it divides by zero or leaves the calendar. */
export function mayLackValue(node: ValueNode): boolean {
  const before = lacking.get(node)
  if (before !== undefined) return before
  const answer = lacksItself(node) || childNodes(node).some(mayLackValue)
  lacking.set(node, answer)
  return answer
}

function lacksItself(node: ValueNode): boolean {
  switch (node.kind) {
    case 'constant':
      return node.domain === 'boolean' && node.value === NONE
    case 'arithmetic': {
      if (node.operator !== '/' && node.operator !== '%') return false
      return node.right.kind !== 'constant' || signOf(node.right.value) === 0
    }
    case 'calendar':
      return node.part !== 'day-of' && node.operands.some(({ kind }) => kind !== 'input')
    case 'count':
      return node.slots.length === 0
    case 'input':
      return node.input < 0
    default:
      return false
  }
}

/** The inputs whose values a node uses. */
export function readInputs(node: ValueNode): ReadonlySet<number> {
  const before = reading.get(node)
  if (before !== undefined) return before
  const inputs = new Set<number>()
  if (node.kind === 'input' && node.input >= 0) inputs.add(node.input)
  for (const child of childNodes(node)) for (const input of readInputs(child)) inputs.add(input)
  reading.set(node, inputs)
  return inputs
}
