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
  readonly node: Checked
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
  return [{ node: { ...node, operator }, change: `${node.operator} becomes ${operator} in ${text.quoted(node)}` }]
}

export function changedConnective(node: Checked, text: SourceText): readonly Replacement[] {
  if (node.kind === 'quantified') {
    if (node.quantifier !== 'ForAll' && node.quantifier !== 'Exists') return []
    const quantifier = node.quantifier === 'ForAll' ? 'Exists' : 'ForAll'
    const change = `${node.quantifier} becomes ${quantifier} in ${text.quoted(node)}`
    return [{ node: { ...node, quantifier }, change }]
  }
  if (node.kind !== 'connective') return []
  const { connective, operands } = node
  const [first, second] = operands
  switch (connective) {
    case 'Not':
      return [{ node: first!, change: `Not is removed from ${text.quoted(node)}` }]
    case 'And':
    case 'Or': {
      const other = connective === 'And' ? 'Or' : 'And'
      const change = `${connective} becomes ${other} in ${text.quoted(node)}`
      return [{ node: { ...node, connective: other }, change }, ...droppedOperands(node, text)]
    }
    case 'Implies':
      return [{ node: second!, change: `the condition ${text.quoted(first!)} is dropped` }]
    case 'Xor':
      return [{ node: { ...node, connective: 'Or' }, change: `Xor becomes Or in ${text.quoted(node)}` }]
  }
}

function droppedOperands(node: Extract<Checked, { kind: 'connective' }>, text: SourceText): readonly Replacement[] {
  return node.operands.flatMap((operand) => {
    const others = node.operands.filter((other) => other !== operand)
    const [only, ...rest] = others
    if (only === undefined) return []
    const without = rest.length === 0 ? only : { ...node, operands: others }
    return [{ node: without, change: `${text.quoted(operand)} is dropped from ${text.quoted(node)}` }]
  })
}

export function changedMember({ node, parent }: Part, text: SourceText): readonly Replacement[] {
  if (node.kind === 'set') return droppedMembers(node, text)
  if (node.kind !== 'string' || node.type.kind !== 'enum') return []
  const { vocabulary } = node.type
  const taken =
    parent?.kind === 'set' ? parent.members.flatMap((each) => (each.kind === 'string' ? [each.value] : [])) : []
  const at = vocabulary.indexOf(node.value)
  const others = [...vocabulary.slice(at + 1), ...vocabulary.slice(0, at)]
  const other = others.find((member) => member !== node.value && !taken.includes(member))
  if (other === undefined) return []
  return [{ node: { ...node, value: other }, change: `${quoted(node.value)} becomes ${quoted(other)}` }]
}

function droppedMembers(node: Extract<Checked, { kind: 'set' }>, text: SourceText): readonly Replacement[] {
  if (node.members.length < 2) return []
  return node.members.map((member) => ({
    node: { ...node, members: node.members.filter((other) => other !== member) },
    change: `${text.quoted(member)} is dropped from the set ${text.quoted(node)}`,
  }))
}
