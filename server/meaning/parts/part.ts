/**
 * Parts of a ruleset: the expressions that stand in its assertions and definitions, each at one place of the text.
 *
 * Promises: definitions, then assertions, each in the order of writing, outer parts first. Definitions are not entered
 * where they are named, so that a part is listed once however often its definition is used.
 */
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { children } from '../../language/semantics/children'

/** The statement in which a part stands: an assertion or a definition, by its index in the ruleset. */
export interface Owner {
  readonly kind: 'assertion' | 'definition'
  readonly index: number
}

export interface Part {
  readonly owner: Owner
  readonly node: Checked
  /** The node directly around it; null for the whole of the statement. */
  readonly parent: Checked | null
}

/** Every part of the definitions and of the assertions, in this order. */
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
    for (const child of children(node)) visit(child, node)
  }
  visit(root, null)
  return all
}

/** Whether the node names the variable of a quantifier that stands around it, and so has no value by itself. */
export function isOpen(node: Checked): boolean {
  const bound = new Set<number>()
  const visit = (part: Checked): boolean => {
    if (part.kind === 'variable') return !bound.has(part.variable)
    if (part.kind === 'quantified') bound.add(part.variable)
    return children(part).some(visit)
  }
  return visit(node)
}

/** Whether the place of `inner` lies within that of `outer`. */
export function isWithin(inner: Part, outer: Part): boolean {
  return (
    inner.owner.kind === outer.owner.kind &&
    inner.owner.index === outer.owner.index &&
    inner.node.start >= outer.node.start &&
    inner.node.end <= outer.node.end
  )
}
