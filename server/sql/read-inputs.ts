import { childNodes, type ValueNode } from '../engine/evaluate/node'

const known = new WeakMap<ValueNode, ReadonlySet<number>>()

/** The inputs whose values a node uses. */
export function readInputs(node: ValueNode): ReadonlySet<number> {
  const before = known.get(node)
  if (before !== undefined) return before
  const inputs = new Set<number>()
  if (node.kind === 'input' && node.input >= 0) inputs.add(node.input)
  for (const child of childNodes(node)) for (const input of readInputs(child)) inputs.add(input)
  known.set(node, inputs)
  return inputs
}
