/**
 * Trees with another meaning but the same words in the same order, as careless English would render them.
 *
 * Includes every rotation of an edge, `a over (b over c)` to `(a over b) over c`, and every swap of two operands of one
 * kind.
 */
import type { Checked } from '../../../../language/semantics/checked-ruleset'
import { childrenOf } from '../../../../language/semantics/tree/children'

/** @param operands in the order of children.ts */
function withChildren(node: Checked, operands: readonly Checked[]): Checked {
  const part = (index: number): Checked => {
    const operand = operands[index]
    if (operand === undefined) throw new Error(`${node.kind} lacks operand ${index}`)
    return operand
  }
  switch (node.kind) {
    case 'negate':
    case 'absolute':
    case 'round':
    case 'convert':
      return { ...node, operand: part(0) }
    case 'arithmetic':
    case 'compare':
    case 'is-subset':
    case 'set-operation':
      return { ...node, left: part(0), right: part(1) }
    case 'connective':
    case 'extreme':
      return { ...node, operands }
    case 'choice': {
      const then = part(1)
      return { ...node, condition: part(0), then, otherwise: part(2) }
    }
    case 'case':
      return {
        ...node,
        subject: part(0),
        arms: node.arms.map((arm, i) => ({ ...arm, value: part(i + 1) })),
        fallback: node.fallback === null ? null : part(operands.length - 1),
      }
    case 'quantified': {
      const shift = node.count === null ? 0 : 1
      return { ...node, count: shift === 0 ? null : part(0), set: part(shift), body: part(shift + 1) }
    }
    case 'is-member':
      return { ...node, value: part(0), set: part(1) }
    case 'set':
      return { ...node, members: operands }
    default:
      return node
  }
}

/** Number of last parts that may move; the implied `otherwise` of an IF without ELSE may not. */
function countMovable(node: Checked): number {
  return node.kind === 'choice' && node.partial ? 2 : childrenOf(node).length
}

function haveSameKind(a: Checked, b: Checked): boolean {
  return a.type.kind === b.type.kind && a.type.kind !== 'set'
}

/** Trees that differ by one rotation or swap. */
export function rotationsOf(node: Checked): Checked[] {
  const operands = childrenOf(node)
  const trees: Checked[] = []
  const put = (index: number, part: Checked): Checked => withChildren(node, operands.with(index, part))
  for (let i = 0; i < countMovable(node); i++) {
    const child = operands[i] as Checked
    for (const turned of rotationsOf(child)) trees.push(put(i, turned))
    for (let j = i + 1; j < countMovable(node); j++) {
      const other = operands[j] as Checked
      if (haveSameKind(child, other)) trees.push(withChildren(node, operands.with(i, other).with(j, child)))
    }
    if (!haveSameKind(child, node)) continue
    const inner = childrenOf(child)
    for (let j = 0; j < countMovable(child); j++) {
      const grandchild = inner[j] as Checked
      if (haveSameKind(grandchild, node)) trees.push(withChildren(child, inner.with(j, put(i, grandchild))))
    }
  }
  return trees
}
