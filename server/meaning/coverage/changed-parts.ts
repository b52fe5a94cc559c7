import { quoteVisible } from '../../engine/explain/english/clause'
import type { Checked } from '../../language/semantics/checked-ruleset'
import type { ComparisonOperator } from '../../language/syntax/syntax'
import type { Part } from '../parts/part'
import type { SourceText } from '../parts/source-text'

export interface Replacement {
  /** Lazy, because each dropped operand or member needs a list of all others. */
  readonly make: () => Checked
  /** "75 becomes 76", without a full stop. */
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

export class ChangedMembers {
  /** By vocabulary. */
  private readonly places = new Map<readonly string[], ReadonlyMap<string, number>>()
  /** The members of one set are asked about in turn. */
  private last: FreeMembers | null = null

  constructor(private readonly text: SourceText) {}

  of({ node, parent }: Part): readonly Replacement[] {
    if (node.kind === 'set') return droppedMembers(node, this.text)
    if (node.kind !== 'string' || node.type.kind !== 'enum' || node.type.text !== undefined) return []
    const value = this.other(node.type.vocabulary, node.value, parent)
    if (value === null) return []
    return [{ make: () => ({ ...node, value }), change: `${quoteVisible(node.value)} becomes ${quoteVisible(value)}` }]
  }

  /** The next member, cyclically, that is not in the set around it. */
  private other(vocabulary: readonly string[], value: string, parent: Checked | null): string | null {
    const place = this.placesIn(vocabulary).get(value)
    if (place === undefined) return null
    if (parent?.kind !== 'set') return vocabulary.length < 2 ? null : vocabulary[(place + 1) % vocabulary.length]!
    if (this.last?.set !== parent) this.last = new FreeMembers(parent)
    return this.last.after(vocabulary, place)
  }

  private placesIn(vocabulary: readonly string[]): ReadonlyMap<string, number> {
    const known = this.places.get(vocabulary)
    if (known !== undefined) return known
    const places = new Map(vocabulary.map((member, place) => [member, place]))
    this.places.set(vocabulary, places)
    return places
  }
}

type WrittenSet = Extract<Checked, { kind: 'set' }>

/** Visits each taken member once. */
class FreeMembers {
  private readonly taken: ReadonlySet<string>
  /** From a taken member to the next free one. */
  private readonly next = new Map<string, string>()

  constructor(readonly set: WrittenSet) {
    this.taken = new Set(set.members.flatMap((each) => (each.kind === 'string' ? [each.value] : [])))
  }

  after(vocabulary: readonly string[], place: number): string | null {
    if (this.taken.size >= vocabulary.length) return null
    const passed: string[] = []
    for (let at = place; ; at++) {
      const member = vocabulary[at % vocabulary.length]!
      const free = this.taken.has(member) ? this.next.get(member) : member
      if (free !== undefined) {
        for (const each of passed) this.next.set(each, free)
        return free
      }
      passed.push(member)
    }
  }
}

function droppedMembers(node: WrittenSet, text: SourceText): readonly Replacement[] {
  const { members } = node
  if (members.length < 2) return []
  const quotedNode = text.quoted(node)
  return members.map((member, index) => ({
    make: () => ({ ...node, members: members.toSpliced(index, 1) }),
    change: `${text.quoted(member)} is dropped from the set ${quotedNode}`,
  }))
}
