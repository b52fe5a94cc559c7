/**
 * Changes of comparisons, connectives, quantifiers and members.
 */

import { quoted } from '../../engine/explain/english/visible-text'
import type { Checked } from '../../language/semantics/checked-ruleset'
import type { ComparisonOperator } from '../../language/syntax/syntax'
import type { Part } from '../parts/part'
import type { SourceText } from '../parts/source-text'

/** One node in place of another, and what changed in words. */
export interface Replacement {
  /** Made when it is looked at: of n operands or members each one dropped alone leaves n - 1 others. */
  readonly make: () => Checked
  /** "75 becomes 76": no full stop. */
  readonly change: string
}

const OPPOSITE_AT_THE_EDGE: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '<=': '<',
  '<': '<=',
  '>=': '>',
  '>': '>=',
  '==': '!=',
  '!=': '==',
}

export function changedComparison(node: Checked, text: SourceText): readonly Replacement[] {
  if (node.kind !== 'compare') return []
  const operator = OPPOSITE_AT_THE_EDGE[node.operator]
  const change = `${node.operator} becomes ${operator} in ${text.quoted(node)}`
  return [{ make: () => ({ ...node, operator }), change }]
}

export function changedConnective(node: Checked, text: SourceText): readonly Replacement[] {
  if (node.kind === 'quantified') {
    if (node.quantifier !== 'ForAll' && node.quantifier !== 'Exists') return []
    const quantifier = node.quantifier === 'ForAll' ? 'Exists' : 'ForAll'
    const change = `${node.quantifier} becomes ${quantifier} in ${text.quoted(node)}`
    return [{ make: () => ({ ...node, quantifier }), change }]
  }
  if (node.kind !== 'connective') return []
  const { connective, operands } = node
  const [first, second] = operands
  switch (connective) {
    case 'Not':
      return [{ make: () => first!, change: `Not is removed from ${text.quoted(node)}` }]
    case 'And':
    case 'Or': {
      const other = connective === 'And' ? 'Or' : 'And'
      const quotedNode = text.quoted(node)
      const change = `${connective} becomes ${other} in ${quotedNode}`
      return [{ make: () => ({ ...node, connective: other }), change }, ...droppedOperands(node, quotedNode, text)]
    }
    case 'Implies':
      return [{ make: () => second!, change: `the condition ${text.quoted(first!)} is dropped` }]
    case 'Xor':
      return [{ make: () => ({ ...node, connective: 'Or' }), change: `Xor becomes Or in ${text.quoted(node)}` }]
  }
}

function droppedOperands(
  node: Extract<Checked, { kind: 'connective' }>,
  quotedNode: string,
  text: SourceText,
): readonly Replacement[] {
  const { operands } = node
  if (operands.length < 2) return []
  return operands.map((operand, index) => ({
    make: () => (operands.length === 2 ? operands[1 - index]! : { ...node, operands: operands.toSpliced(index, 1) }),
    change: `${text.quoted(operand)} is dropped from ${quotedNode}`,
  }))
}

/** The members that literals become, and where sets drop one. One for all parts of a ruleset. */
export class ChangedMembers {
  /** Of the set or the vocabulary that was looked at last, because the members of one are looked at in turn. */
  private last: { readonly of: object; readonly next: ReadonlyMap<string, string> } | null = null

  constructor(private readonly text: SourceText) {}

  of({ node, parent }: Part): readonly Replacement[] {
    if (node.kind === 'set') return droppedMembers(node, this.text)
    if (node.kind !== 'string' || node.type.kind !== 'enum') return []
    const { vocabulary } = node.type
    const of = parent?.kind === 'set' ? parent : vocabulary
    if (this.last?.of !== of) this.last = { of, next: nextFree(vocabulary, parent) }
    const value = this.last.next.get(node.value)
    if (value === undefined) return []
    return [{ make: () => ({ ...node, value }), change: `${quoted(node.value)} becomes ${quoted(value)}` }]
  }
}

/** By member of the vocabulary the one that follows it, round about, and that a set around does not hold yet. */
function nextFree(vocabulary: readonly string[], parent: Checked | null): ReadonlyMap<string, string> {
  const members = parent?.kind === 'set' ? parent.members : []
  const taken = new Set(members.flatMap((each) => (each.kind === 'string' ? [each.value] : [])))
  const next = new Map<string, string>()
  let free = vocabulary.find((member) => !taken.has(member))
  for (const member of vocabulary.toReversed()) {
    if (free !== undefined && free !== member) next.set(member, free)
    if (!taken.has(member)) free = member
  }
  return next
}

function droppedMembers(node: Extract<Checked, { kind: 'set' }>, text: SourceText): readonly Replacement[] {
  const { members } = node
  if (members.length < 2) return []
  const quotedNode = text.quoted(node)
  return members.map((member, index) => ({
    make: () => ({ ...node, members: members.toSpliced(index, 1) }),
    change: `${text.quoted(member)} is dropped from the set ${quotedNode}`,
  }))
}
