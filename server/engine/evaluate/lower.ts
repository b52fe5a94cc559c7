/**
 * Expands quantifiers over the slots of their sets and resolves names to cells. The checker guarantees that types
 * agree, that a let names only earlier lets, and that the expanded nodes are within their budget.
 */
import { ZERO } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { isAmount } from '../../language/semantics/checked-type'
import { FALSE, NONE, TRUE } from '../core/value'
import { addMonthsNode, calendarPartNode, dayNode } from './calendar-nodes'
import { booleanBranches, memberBranches, numericBranches } from './choice'
import {
  ALWAYS,
  conjunctionGate,
  disjunctionGate,
  distinctionGate,
  equivalenceGate,
  implicationGate,
  negationGate,
  truthNode,
} from './gate'
import { LiftBranches } from './lift-branches'
import { RoundingLowering } from './lower-rounding'
import { type Matching, SetLowering } from './lower-sets'
import { memberComparison } from './member-comparison'
import { membershipNode } from './membership'
import { type BooleanNode, LEAF, type MemberNode, type NumericNode, type ValueNode } from './node'
import { NO_VALUE } from './quantity'
import { type Landings, shareValue } from './shared-cell'
import { atLeast, atMost, countWhere, justOne } from './tally'
import { arithmeticNode, conversionNode, inputNode, memberNode, negationNode, numberNode } from './value-nodes'

type Of<Kind extends Checked['kind']> = Extract<Checked, { kind: Kind }>

export class Lowering {
  /** By index; sets are in {@link SetLowering}. */
  readonly lets = new Map<number, ValueNode>()
  private readonly sets: SetLowering
  private readonly branches: LiftBranches
  private readonly roundings: RoundingLowering

  constructor(ruleset: CheckedRuleset, landings: Landings, matching: Matching) {
    this.sets = new SetLowering(ruleset, landings, (expression) => this.value(expression), matching)
    this.branches = new LiftBranches(landings)
    this.roundings = new RoundingLowering(landings)
    ruleset.lets.forEach(({ value }, index) => {
      if (value.type.kind === 'set') this.sets.name(index, value)
      else this.lets.set(index, shareValue(this.value(value), landings))
    })
  }

  value(expression: Checked): ValueNode {
    switch (expression.type.kind) {
      case 'boolean':
        return this.boolean(expression)
      case 'numeric':
      case 'date':
      case 'timestamp':
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
        return truthNode(expression.value ? TRUE : FALSE)
      case 'connective':
        return this.connective(expression)
      case 'compare':
        return this.comparison(expression)
      case 'differ':
        return distinctionGate(this.boolean(expression.left), this.boolean(expression.right))
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
        return membershipNode(this.value(expression.value), this.sets.set(expression.set))
      case 'is-subset': {
        const right = this.sets.set(expression.right)
        return conjunctionGate(
          this.sets
            .slots(expression.left)
            .map(({ presence, value }) => implicationGate(presence, membershipNode(value, right))),
        )
      }
      default: {
        const node = this.reference(expression)
        if (node.domain !== 'boolean') throw mistypedError(expression)
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
      case 'extreme':
        return this.roundings.extreme(
          expression.extreme,
          expression.operands.map((operand) => this.numeric(operand)),
        )
      case 'add-months':
        return addMonthsNode(this.numeric(expression.operand), this.numeric(expression.months), expression.rule)
      case 'calendar': {
        const dates = expression.operands.map((operand) => this.numeric(operand))
        return calendarPartNode(expression.part, dates, expression.rule)
      }
      case 'absolute':
        return this.roundings.absolute(this.numeric(expression.operand))
      case 'round':
        if (expression.type.kind === 'date') return dayNode(this.numeric(expression.operand))
        return this.roundings.round(this.numeric(expression.operand), expression.step, expression.mode)
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
        return countWhere(this.eachSlot(expression, (presence, body) => conjunctionGate([presence, body])))
      default: {
        const node = this.reference(expression)
        if (node.domain !== 'numeric') throw mistypedError(expression)
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
        if (node.domain !== 'member') throw mistypedError(expression)
        return node
      }
    }
  }

  /** Inputs, lets, variables, and units that do not bridge. */
  private reference(expression: Checked): ValueNode {
    switch (expression.kind) {
      case 'input':
        return inputNode(expression.input, domainOf(expression))
      case 'let': {
        const named = this.lets.get(expression.let)
        if (named === undefined) throw mistypedError(expression)
        return named
      }
      case 'variable':
        return this.sets.slotOf(expression).value
      case 'unbridged':
        return unbridgedNode(domainOf(expression))
      case 'nothing':
        return valuelessNode(domainOf(expression))
      case 'written':
        return this.value(expression.core)
      default:
        throw mistypedError(expression)
    }
  }

  private connective({ connective, operands }: Of<'connective'>): BooleanNode {
    const nodes = operands.map((operand) => this.boolean(operand))
    const [first = ALWAYS, second = ALWAYS] = nodes
    switch (connective) {
      case 'And':
        return conjunctionGate(nodes)
      case 'Or':
        return disjunctionGate(nodes)
      case 'Not':
        return negationGate(first)
      case 'Xor':
        return negationGate(equivalenceGate(first, second))
      case 'Implies':
        return implicationGate(first, second)
    }
  }

  private comparison({ domain, operator, left, right, order }: Of<'compare'>): BooleanNode {
    switch (domain) {
      case 'numeric':
        return this.branches.comparison(operator, this.numeric(left), this.numeric(right))
      case 'member':
        return memberComparison(operator, this.member(left), this.member(right), order)
      case 'boolean': {
        const same = equivalenceGate(this.boolean(left), this.boolean(right))
        return operator === '==' ? same : negationGate(same)
      }
    }
  }

  private quantified(expression: Of<'quantified'>): BooleanNode {
    const both = (presence: BooleanNode, body: BooleanNode) => conjunctionGate([presence, body])
    switch (expression.quantifier) {
      case 'ForAll':
        return conjunctionGate(this.eachSlot(expression, implicationGate))
      case 'Exists':
        return disjunctionGate(this.eachSlot(expression, both))
      case 'ExactlyOne':
        return justOne(this.eachSlot(expression, both))
      case 'AtLeast':
        return atLeast(this.bound(expression), this.eachSlot(expression, both))
      case 'AtMost':
        return atMost(this.bound(expression), this.eachSlot(expression, both))
      case 'CountWhere':
        throw mistypedError(expression)
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
    return this.sets.each(set, variable, ({ presence }) => combine(presence, this.boolean(body)))
  }
}

function domainOf({ type }: Checked): ValueNode['domain'] {
  if (type.kind === 'set') throw new Error('a set stands where a value is needed')
  if (isAmount(type)) return 'numeric'
  return type.kind === 'boolean' ? type.kind : 'member'
}

/** A division by zero, or a branch that depends on one: the searches know both. */
function valuelessNode(domain: ValueNode['domain']): ValueNode {
  switch (domain) {
    case 'boolean':
      return truthNode(NONE)
    case 'numeric':
      return arithmeticNode('/', numberNode(ZERO), numberNode(ZERO))
    case 'member': {
      const member = memberNode('')
      return memberBranches({ kind: 'choice', condition: truthNode(NONE), whenTrue: member, whenFalse: member })
    }
  }
}

/** A placeholder. Its assertion is answered without evaluation, but a landing may still evaluate it. */
function unbridgedNode(domain: ValueNode['domain']): ValueNode {
  switch (domain) {
    case 'boolean':
      return truthNode(NONE)
    case 'numeric':
      return { domain, kind: 'count', slots: [], evaluate: () => NO_VALUE, ...LEAF }
    case 'member':
      return { domain, kind: 'input', input: -1, evaluate: () => NO_VALUE, ...LEAF }
  }
}

function mistypedError(expression: Checked): Error {
  return new Error(`an expression of kind ${expression.kind} stands where its type does not fit`)
}
