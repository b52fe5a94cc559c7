import type { Checked, CheckedRuleset, WrittenForm } from '../../language/semantics/checked-ruleset'
import { childrenOf } from '../../language/semantics/tree/children'

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
    // The text of a condition, or of what is said about every entry, is elsewhere or there only once. A text is asked as
    // a whole.
    if (node.kind === 'written' && !isWrittenOnce(node.form)) return
    for (const child of writtenChildren(node)) visit(child, node)
  }
  visit(root, null)
  return all
}

/** The children without what the core adds, such as the test that a claim is not a code. */
function writtenChildren(node: Checked): readonly Checked[] {
  if (node.kind !== 'written' || node.form.kind !== 'shown') return childrenOf(node)
  const { core } = node
  if (core.kind === 'connective') return core.operands.slice(-1)
  return core.kind === 'choice' ? [core.then] : [core]
}

/** The core of the date of an instant has numbers that no text has. Exceptions without an order are compared with each other, so the core repeats their conditions. */
function isWrittenOnce(form: WrittenForm): boolean {
  if (form.kind === 'exceptions') return form.exceptions.every(({ isLater }, i) => i === 0 || isLater)
  return (
    form.kind !== 'date-of' &&
    form.kind !== 'condition' &&
    form.kind !== 'entries' &&
    form.kind !== 'first-failed' &&
    form.kind !== 'text'
  )
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
