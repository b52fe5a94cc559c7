import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { childrenOf } from '../../language/semantics/children'

export interface Owner {
  readonly kind: 'assertion' | 'definition'
  readonly index: number
}

export interface Part {
  readonly owner: Owner
  readonly node: Checked
  /** Null for the whole statement. */
  readonly parent: Checked | null
}

/** Definitions, then assertions, outer parts first. A definition is listed once, however often it is used. */
export function partsOf({ lets, assertions }: CheckedRuleset): readonly Part[] {
  return [
    ...lets.flatMap(({ value }, index) => partsBelow({ kind: 'definition', index }, value)),
    ...assertions.flatMap(({ expression }, index) => partsBelow({ kind: 'assertion', index }, expression)),
  ]
}

function partsBelow(owner: Owner, root: Checked): readonly Part[] {
  const all: Part[] = []
  const visit = (node: Checked, parent: Checked | null): void => {
    all.push({ owner, node, parent })
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(root, null)
  return all
}

/** Whether a variable bound around it leaves the node without a value. */
export function isOpen(node: Checked): boolean {
  const bound = new Set<number>()
  const visit = (part: Checked): boolean => {
    if (part.kind === 'variable') return !bound.has(part.variable)
    if (part.kind === 'quantified') bound.add(part.variable)
    return childrenOf(part).some(visit)
  }
  return visit(node)
}

export function isWithin(inner: Part, outer: Part): boolean {
  return (
    inner.owner.kind === outer.owner.kind &&
    inner.owner.index === outer.owner.index &&
    inner.node.start >= outer.node.start &&
    inner.node.end <= outer.node.end
  )
}
