/**
 * From the checked tree to nodes: quantifiers expanded over the slots of their sets, names resolved to cells.
 *
 * Promises: one node per expanded expression node, each `let` and each slot's value made once. Sets are lists of slots
 * by slot key (language.md, "Names and types"): Union keeps a slot that is present in either, Intersect and Difference
 * keep the slots of the first set whose value is, or is not, in the second.
 * Trusts the checked tree: types agree, lets name earlier lets alone, and the budget on expanded nodes holds.
 */
import type { Checked, CheckedRuleset } from '../../language/checked-ruleset'
import { SlotKeys } from '../../language/slot-key'
import { FALSE, NONE, TRUE } from '../outcome'
import { arithmeticNode, conversionNode, negationNode, numberNode } from './arithmetic-node'
import { booleanBranches, memberBranches, numericBranches } from './choice'
import { ALWAYS, conjunction, disjunction, equivalence, implication, negation, truth } from './gate'
import { inputNode, memberNode } from './input-node'
import { LiftBranches } from './lift-branches'
import { memberComparison } from './member-comparison'
import { membership, setNode } from './membership'
import {
  type BooleanNode,
  LEAF,
  type MemberNode,
  type NumericNode,
  type SetNode,
  type Slot,
  type ValueNode,
} from './node'
import { NO_VALUE } from './quantity'
import { type Landings, share, shareBoolean } from './shared-cell'
import { atLeast, atMost, countWhere, justOne } from './tally'

type Of<Kind extends Checked['kind']> = Extract<Checked, { kind: Kind }>

/** A slot with the expression that names it, from which the key of a converted slot is made. */
interface NamedSlot extends Slot {
  readonly expression: Checked
}

type Named = { readonly value: ValueNode } | { readonly slots: readonly NamedSlot[] }

export class Lowering {
  private readonly lets: Named[] = []
  /** Made when first looked into: most are only gone through. */
  private readonly namedSets = new Map<number, SetNode>()
  /** Slots that the enclosing quantifiers have reached, by variable number. */
  private readonly scope = new Map<number, NamedSlot>()
  private readonly slotKeys: SlotKeys
  private readonly branches: LiftBranches

  constructor(
    ruleset: CheckedRuleset,
    private readonly landings: Landings,
  ) {
    this.slotKeys = new SlotKeys(ruleset.lets)
    this.branches = new LiftBranches(landings)
    for (const { value } of ruleset.lets) this.lets.push(this.named(value))
  }

  private named(value: Checked): Named {
    if (value.type.kind !== 'set') return { value: share(this.value(value), this.landings) }
    return { slots: this.slots(value) }
  }

  value(expression: Checked): ValueNode {
    switch (expression.type.kind) {
      case 'boolean':
        return this.boolean(expression)
      case 'numeric':
        return this.numeric(expression)
      case 'enum':
      case 'text':
        return this.member(expression)
      case 'set':
        throw new Error('a set stands where a value is needed')
    }
  }

  boolean(expression: Checked): BooleanNode {
    switch (expression.kind) {
      case 'boolean':
        return truth(expression.value ? TRUE : FALSE)
      case 'connective':
        return this.connective(expression)
      case 'compare':
        return this.comparison(expression)
      case 'choice':
        return booleanBranches({
          kind: 'choice',
          condition: this.boolean(expression.condition),
          whenTrue: this.boolean(expression.then),
          whenFalse: this.boolean(expression.otherwise),
        })
      case 'case':
        return booleanBranches({
          kind: 'case',
          subject: this.member(expression.subject),
          arms: new Map(expression.arms.map(({ label, value }) => [label, this.boolean(value)])),
          fallback: expression.fallback === null ? null : this.boolean(expression.fallback),
        })
      case 'quantified':
        return this.quantified(expression)
      case 'is-member':
        return membership(this.value(expression.value), this.set(expression.set))
      case 'is-subset': {
        const right = this.set(expression.right)
        return conjunction(
          this.slots(expression.left).map(({ presence, value }) => implication(presence, membership(value, right))),
        )
      }
      default: {
        const node = this.reference(expression)
        if (node.domain !== 'boolean') throw mistyped(expression)
        return node
      }
    }
  }

  private numeric(expression: Checked): NumericNode {
    switch (expression.kind) {
      case 'number':
        return numberNode(expression.value)
      case 'negate':
        return negationNode(this.numeric(expression.operand))
      case 'arithmetic':
        return arithmeticNode(expression.operator, this.numeric(expression.left), this.numeric(expression.right))
      case 'convert':
        return conversionNode(this.numeric(expression.operand), expression.factor, expression.offset)
      case 'choice':
        return numericBranches({
          kind: 'choice',
          condition: this.boolean(expression.condition),
          whenTrue: this.numeric(expression.then),
          whenFalse: this.numeric(expression.otherwise),
        })
      case 'case':
        return numericBranches({
          kind: 'case',
          subject: this.member(expression.subject),
          arms: new Map(expression.arms.map(({ label, value }) => [label, this.numeric(value)])),
          fallback: expression.fallback === null ? null : this.numeric(expression.fallback),
        })
      case 'quantified':
        return countWhere(this.eachSlot(expression, (presence, body) => conjunction([presence, body])))
      default: {
        const node = this.reference(expression)
        if (node.domain !== 'numeric') throw mistyped(expression)
        return node
      }
    }
  }

  private member(expression: Checked): MemberNode {
    switch (expression.kind) {
      case 'string':
        return memberNode(expression.value)
      case 'choice':
        return memberBranches({
          kind: 'choice',
          condition: this.boolean(expression.condition),
          whenTrue: this.member(expression.then),
          whenFalse: this.member(expression.otherwise),
        })
      case 'case':
        return memberBranches({
          kind: 'case',
          subject: this.member(expression.subject),
          arms: new Map(expression.arms.map(({ label, value }) => [label, this.member(value)])),
          fallback: expression.fallback === null ? null : this.member(expression.fallback),
        })
      default: {
        const node = this.reference(expression)
        if (node.domain !== 'member') throw mistyped(expression)
        return node
      }
    }
  }

  /** Inputs, lets and variables, of any type; and pairs of units that do not bridge, which are never evaluated. */
  private reference(expression: Checked): ValueNode {
    switch (expression.kind) {
      case 'input':
        return inputNode(expression.input, domainOf(expression))
      case 'let': {
        const named = this.lets[expression.let]
        if (named === undefined || !('value' in named)) throw mistyped(expression)
        return named.value
      }
      case 'variable': {
        const slot = this.scope.get(expression.variable)
        if (slot === undefined) throw new Error(`the variable ${expression.name} stands outside its quantifier`)
        return slot.value
      }
      case 'unbridged':
        return unbridged(domainOf(expression))
      default:
        throw mistyped(expression)
    }
  }

  private connective({ connective, operands }: Of<'connective'>): BooleanNode {
    const nodes = operands.map((operand) => this.boolean(operand))
    const [first = ALWAYS, second = ALWAYS] = nodes
    switch (connective) {
      case 'And':
        return conjunction(nodes)
      case 'Or':
        return disjunction(nodes)
      case 'Not':
        return negation(first)
      case 'Xor':
        return negation(equivalence(first, second))
      case 'Implies':
        return implication(first, second)
    }
  }

  private comparison({ domain, operator, left, right, order }: Of<'compare'>): BooleanNode {
    switch (domain) {
      case 'numeric':
        return this.branches.comparison(operator, this.numeric(left), this.numeric(right))
      case 'member':
        return memberComparison(operator, this.member(left), this.member(right), order)
      case 'boolean': {
        const same = equivalence(this.boolean(left), this.boolean(right))
        return operator === '==' ? same : negation(same)
      }
    }
  }

  private quantified(expression: Of<'quantified'>): BooleanNode {
    const both = (presence: BooleanNode, body: BooleanNode) => conjunction([presence, body])
    switch (expression.quantifier) {
      case 'ForAll':
        return conjunction(this.eachSlot(expression, implication))
      case 'Exists':
        return disjunction(this.eachSlot(expression, both))
      case 'ExactlyOne':
        return justOne(this.eachSlot(expression, both))
      case 'AtLeast':
        return atLeast(this.bound(expression), this.eachSlot(expression, both))
      case 'AtMost':
        return atMost(this.bound(expression), this.eachSlot(expression, both))
      case 'CountWhere':
        throw mistyped(expression)
    }
  }

  private bound({ count }: Of<'quantified'>): NumericNode {
    if (count === null) throw new Error('AtLeast and AtMost need a number')
    return this.numeric(count)
  }

  private eachSlot(
    { variable, set, body }: Of<'quantified'>,
    combine: (presence: BooleanNode, body: BooleanNode) => BooleanNode,
  ): BooleanNode[] {
    return this.slots(set).map((slot) => {
      this.scope.set(variable, slot)
      return combine(slot.presence, this.boolean(body))
    })
  }

  private set(expression: Checked): SetNode {
    if (expression.kind !== 'let') return setNode(this.slots(expression))
    let made = this.namedSets.get(expression.let)
    if (made === undefined) {
      made = setNode(this.slots(expression))
      this.namedSets.set(expression.let, made)
    }
    return made
  }

  private slots(expression: Checked): readonly NamedSlot[] {
    switch (expression.kind) {
      case 'set':
        return distinct(expression.members.map((member) => this.slot(member, ALWAYS, () => this.value(member))))
      case 'vocabulary': {
        const { type, start, end } = expression
        const element = type.kind === 'set' ? type.element : type
        return expression.members.map((value) => {
          const member: Checked = { kind: 'string', value, type: element, start, end }
          return this.slot(member, ALWAYS, () => memberNode(value))
        })
      }
      case 'let': {
        const named = this.lets[expression.let]
        if (named === undefined || !('slots' in named)) throw mistyped(expression)
        return named.slots
      }
      case 'convert':
        return distinct(
          this.slots(expression.operand).map(({ expression: operand, presence, value }) => {
            if (value.domain !== 'numeric') throw mistyped(expression)
            const type = expression.type.kind === 'set' ? expression.type.element : expression.type
            const { factor, offset } = expression
            return this.slot({ ...expression, type, operand }, presence, () => conversionNode(value, factor, offset))
          }),
        )
      case 'set-operation':
        return this.setOperation(expression)
      default:
        throw mistyped(expression)
    }
  }

  private setOperation({ operation, left, right }: Of<'set-operation'>): readonly NamedSlot[] {
    const first = this.slots(left)
    if (operation === 'Union') return distinct([...first, ...this.slots(right)])
    const second = this.set(right)
    const kept: NamedSlot[] = []
    for (const slot of first) {
      const found = membership(slot.value, second)
      const presence = conjunction([slot.presence, operation === 'Intersect' ? found : negation(found)])
      if (presence.kind === 'constant' && presence.value === FALSE) continue
      kept.push({ ...slot, presence: shareBoolean(presence, this.landings) })
    }
    return kept
  }

  private slot(expression: Checked, presence: BooleanNode, value: () => ValueNode): NamedSlot {
    return {
      key: this.slotKeys.key(expression, (variable) => this.scope.get(variable)?.key),
      expression,
      presence,
      value: share(value(), this.landings),
    }
  }
}

/** One slot for each key, in the order of first appearance, present where any of its appearances is. */
function distinct(slots: readonly NamedSlot[]): readonly NamedSlot[] {
  const byKey = new Map<string, NamedSlot>()
  for (const slot of slots) {
    const earlier = byKey.get(slot.key)
    if (earlier === undefined) byKey.set(slot.key, slot)
    else byKey.set(slot.key, { ...earlier, presence: disjunction([earlier.presence, slot.presence]) })
  }
  return [...byKey.values()]
}

function domainOf({ type }: Checked): ValueNode['domain'] {
  if (type.kind === 'set') throw new Error('a set stands where a value is needed')
  return type.kind === 'boolean' || type.kind === 'numeric' ? type.kind : 'member'
}

/** Stands where units do not bridge. Its assertion is answered without evaluation; a landing may still pass over it. */
function unbridged(domain: ValueNode['domain']): ValueNode {
  switch (domain) {
    case 'boolean':
      return truth(NONE)
    case 'numeric':
      return { domain, kind: 'count', slots: [], evaluate: () => NO_VALUE, ...LEAF }
    case 'member':
      return { domain, kind: 'input', input: -1, evaluate: () => NO_VALUE, ...LEAF }
  }
}

function mistyped(expression: Checked): Error {
  return new Error(`an expression of kind ${expression.kind} stands where its type does not fit`)
}
