/**
 * How one completion comes to its value: the decisions that it takes, and the value as a quotient of linear forms of
 * the unknown numbers. Every completion that takes the same decisions has the same form.
 */
import { divide, floorOf, isEqual, ONE, Rational, signOf } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-input'
import type { ComparisonOperator } from '../../language/syntax/syntax'
import { FALSE, NONE, type Outcomes, TRUE, type Value } from '../core/value'
import { not } from '../evaluate/kleene'
import { satisfiesOperator } from '../evaluate/metered-arithmetic'
import type { BooleanNode, Case, Choice, MemberNode, NumericNode, Run, ValueNode } from '../evaluate/node'
import { MIRRORED } from '../evaluate/number-comparison'
import { type Member, type Quantity, requireDefinite } from '../evaluate/quantity'
import { constantForm, type Form, type Linear, UNIT } from '../search/linear-form'
import { BeyondLinearError } from './cell'
import { type Constraint, differenceOf, MINUS_ONE, scaleForm, valueAt, variableForm } from './constraint'
import { formOf, orderOf, productOf, quotientOf, scaleQuotient, sumOf } from './forms'
import { hasImage, type Image, imageOf, withoutImages } from './images'
import type { Settled } from './settled'

export type Decision =
  | { readonly kind: 'number'; readonly constraint: Constraint }
  | { readonly kind: 'member'; readonly input: number; readonly values: readonly Value[] }
  /** Defines a variable for the whole part of a quotient, which does not count as a decision. */
  | { readonly kind: 'whole part'; readonly constraints: readonly Constraint[] }

type Of<Node extends ValueNode, Kind extends Node['kind']> = Extract<Node, { kind: Kind }>

export class Trace {
  readonly decisions: Decision[] = []
  /** By their variables, which occur in forms and in no constraint. */
  readonly images = new Map<number, Image>()
  private readonly point = new Map<number, Rational>()
  private readonly truths = new Map<BooleanNode, Outcomes>()
  private readonly numbers = new Map<NumericNode, Form | null>()
  private readonly members = new Map<MemberNode, string | null>()

  /**
   * @param run holds the completion
   * @param extraVariables of divisions and of the calendar, shared by all traces
   */
  constructor(
    private readonly run: Run,
    private readonly inputs: readonly Input[],
    private readonly settled: Settled,
    private readonly extraVariables: Map<NumericNode, number>,
  ) {}

  /** Null if there is no value. */
  number(node: NumericNode): Form | null {
    const known = this.numbers.get(node)
    if (known !== undefined) return known
    const settled = this.settled.get(node)
    const form = settled === undefined ? this.openNumber(node) : settled instanceof Rational ? formOf(settled) : null
    this.numbers.set(node, form)
    return form
  }

  truth(node: BooleanNode): Outcomes {
    const known = this.truths.get(node)
    if (known !== undefined) return known
    const settled = this.settled.get(node)
    const outcome = typeof settled === 'number' ? settled : this.openTruth(node)
    this.truths.set(node, outcome)
    return outcome
  }

  /** Null if there is no value. */
  member(node: MemberNode): string | null {
    const known = this.members.get(node)
    if (known !== undefined) return known
    const settled = this.settled.get(node)
    const member = settled === undefined ? this.openMember(node) : typeof settled === 'string' ? settled : null
    this.members.set(node, member)
    return member
  }

  /** The value of this completion, without its decisions. */
  evaluate(node: ValueNode): Outcomes | Quantity | Member {
    this.run.meter.spend(node.cost)
    return node.evaluate(this.run)
  }

  private openNumber(node: NumericNode): Form | null {
    const { run } = this
    run.meter.spend(1)
    switch (node.kind) {
      case 'constant':
        return formOf(node.value)
      case 'input':
        this.point.set(node.input, requireDefinite(node.evaluate(run)))
        return { above: variableForm(node.input), below: UNIT }
      case 'shared':
        return this.number(node.inner)
      case 'negation': {
        const form = this.number(node.operand)
        return form === null ? null : scaleQuotient(run, form, MINUS_ONE)
      }
      case 'arithmetic':
        return this.arithmetic(node)
      case 'choice':
      case 'case': {
        const branch = this.branch<NumericNode>(node)
        return branch === null ? null : this.number(branch)
      }
      case 'count': {
        const outcomes = node.slots.map((slot) => this.truth(slot))
        return outcomes.includes(NONE) ? null : formOf(requireDefinite(node.evaluate(run)))
      }
      case 'calendar':
        return this.calendar(node)
    }
  }

  /** A variable for the result, if one operand is unknown. */
  private calendar(node: Of<NumericNode, 'calendar'>): Form | null {
    const { run } = this
    const forms = node.operands.map((operand) => this.number(operand))
    if (forms.includes(null)) return null
    const open = forms.findIndex((form) => form!.above.terms.size + form!.below.terms.size > 0)
    const direction = node.directions?.[open]
    const other = forms[1 - open]?.above
    if (direction === undefined || (other !== undefined && other.terms.size > 0)) throw new BeyondLinearError()
    const { above, below } = forms[open]!
    if (below.terms.size > 0) throw new BeyondLinearError()
    const known = other === undefined ? 0 : other.constant.n
    const at = (operand: number) => (open === 0 ? node.operate(operand, known) : node.operate(known, operand))
    const image = imageOf(above, at, direction, this.images, this.inputs)
    const value = node.evaluate(run)
    // The known operand is not a whole number within reach.
    if (!(value instanceof Rational)) return null
    const variable = this.extraVariable(node)
    this.images.set(variable, image)
    this.point.set(variable, value)
    return { above: variableForm(variable), below: UNIT }
  }

  private arithmetic(node: Of<NumericNode, 'arithmetic'>): Form | null {
    const { run } = this
    const a = this.number(node.left)
    const b = this.number(node.right)
    if (a === null || b === null) return null
    switch (node.operator) {
      case '+':
        return sumOf(run, a, b)
      case '-':
        return sumOf(run, a, scaleQuotient(run, b, MINUS_ONE))
      case '*':
        return productOf(run, a, b)
      case '/': {
        const sign = this.signOf(b.above, 'each')
        return sign === 0 ? null : quotientOf(run, a, b, sign)
      }
      case '%':
        return this.remainder(node, a, b)
    }
  }

  /** `a % m` is `a - m * z` with the whole number `z` that is at most `a / m` and above `a / m - 1`. */
  private remainder(node: NumericNode, a: Form, { above, below }: Form): Form | null {
    const { run } = this
    if (above.terms.size > 0 || below.terms.size > 0) throw new BeyondLinearError()
    const modulus = above.constant
    if (modulus.n === 0) return null
    if (a.below.terms.size > 0 || hasImage(a.above, this.images)) throw new BeyondLinearError()
    const quotient = scaleForm(run, a.above, divide(ONE, modulus)!)
    const whole = this.extraVariable(node)
    this.point.set(whole, floorOf(valueAt(run, quotient, this.point)))
    const rest = differenceOf(run, quotient, variableForm(whole))
    this.decisions.push({
      kind: 'whole part',
      constraints: [
        { form: scaleForm(run, rest, MINUS_ONE), relation: '<=' },
        { form: differenceOf(run, rest, constantForm(ONE)), relation: '<' },
      ],
    })
    return { above: differenceOf(run, a.above, scaleForm(run, variableForm(whole), modulus)), below: UNIT }
  }

  private extraVariable(node: NumericNode): number {
    const variable = this.extraVariables.get(node) ?? -1 - this.extraVariables.size
    this.extraVariables.set(node, variable)
    return variable
  }

  private openTruth(node: BooleanNode): Outcomes {
    const { run } = this
    run.meter.spend(1)
    switch (node.kind) {
      case 'constant':
        return node.value
      case 'input':
        this.decisions.push({ kind: 'member', input: node.input, values: [run.known[node.input]!] })
        return node.evaluate(run)
      case 'shared':
        return this.truth(node.inner)
      case 'choice':
      case 'case': {
        const branch = this.branch<BooleanNode>(node)
        return branch === null ? NONE : this.truth(branch)
      }
      case 'gate':
        return this.gate(node)
      case 'number-comparison':
        return this.compare(node.operator, this.number(node.left), this.number(node.right))
      case 'member-comparison':
        return this.memberComparison(node)
      case 'tally': {
        for (const slot of node.slots) this.truth(slot)
        const count = node.count === null ? null : this.number(node.count)
        if (count !== null && count.above.terms.size + count.below.terms.size > 0) throw new BeyondLinearError()
        return node.evaluate(run)
      }
      case 'membership':
        return this.membership(node)
    }
  }

  /** Follows only the slots that suffice for the outcome. */
  private gate(node: Of<BooleanNode, 'gate'>): Outcomes {
    const { run } = this
    const { gate, operands } = node
    const outcome = node.evaluate(run)
    if (gate === 'not') return not(this.truth(operands[0]!))
    if (gate === 'implies' && outcome === TRUE) {
      const isVacuous = operands[0]!.evaluate(run) === FALSE
      this.truth(operands[isVacuous ? 0 : 1]!)
      return outcome
    }
    const settling = gate === 'and' ? FALSE : gate === 'or' ? TRUE : null
    const enough = outcome === settling ? operands.find((operand) => operand.evaluate(run) === settling) : undefined
    for (const operand of enough === undefined ? operands : [enough]) this.truth(operand)
    return outcome
  }

  private compare(operator: ComparisonOperator, a: Form | null, b: Form | null): Outcomes {
    if (a === null || b === null) return NONE
    const sides =
      operator === '<' || operator === '>=' ? 'below' : operator === '<=' || operator === '>' ? 'above' : 'each'
    return satisfiesOperator(operator, this.signOf(orderOf(this.run, a, b), sides)) ? TRUE : FALSE
  }

  /** @param sides whether only being below zero, or above it, makes a difference */
  private signOf(form: Linear, sides: 'below' | 'above' | 'each'): -1 | 0 | 1 {
    const { run } = this
    const sign = signOf(valueAt(run, form, this.point))
    if (form.terms.size === 0) return sign
    const negated = scaleForm(run, form, MINUS_ONE)
    const isLess = sign < 0
    const isMore = sign > 0
    let constraint: Constraint = { form, relation: '=' }
    if (sides === 'each' ? isLess : isLess && sides === 'below') constraint = { form, relation: '<' }
    else if (sides === 'each' ? isMore : isMore && sides === 'above') constraint = { form: negated, relation: '<' }
    else if (sides === 'below') constraint = { form: negated, relation: '<=' }
    else if (sides === 'above') constraint = { form, relation: '<=' }
    for (const each of withoutImages(run, constraint, this.images))
      this.decisions.push({ kind: 'number', constraint: each })
    return sign
  }

  private memberComparison(node: Of<BooleanNode, 'member-comparison'>): Outcomes {
    const { left, right, operator, order } = node
    if (left.kind === 'input' && right.kind === 'constant')
      return this.decideAlike(left.input, memberTest(operator, right.value, order, 'right'))
    if (right.kind === 'input' && left.kind === 'constant')
      return this.decideAlike(right.input, memberTest(operator, left.value, order, 'left'))
    this.member(left)
    this.member(right)
    return node.evaluate(this.run)
  }

  /** All members that fare alike stay together. */
  private decideAlike(input: number, test: (member: string) => string | boolean): Outcomes {
    const taken = test(String(this.run.known[input]))
    const { type } = this.inputs[input]!
    const values = type.kind === 'enum' ? type.vocabulary.filter((member) => test(member) === taken) : []
    this.decisions.push({ kind: 'member', input, values })
    return taken === true ? TRUE : FALSE
  }

  private membership(node: Of<BooleanNode, 'membership'>): Outcomes {
    const { run } = this
    const { value, set } = node
    const { written } = set
    if (value.domain === 'member' && value.kind === 'input' && written !== null)
      return this.decideAlike(value.input, (member) => written.has(member))
    for (const slot of set.slots)
      if (slot.presence.evaluate(run) === TRUE && isSameValue(run, value, slot.value)) {
        this.truth(slot.presence)
        this.equal(value, slot.value)
        return node.evaluate(run)
      }
    for (const slot of set.slots) if (this.truth(slot.presence) !== FALSE) this.equal(value, slot.value)
    return node.evaluate(run)
  }

  private equal(a: ValueNode, b: ValueNode): void {
    if (a.domain === 'numeric' && b.domain === 'numeric') this.compare('==', this.number(a), this.number(b))
    for (const each of [a, b]) {
      if (each.domain === 'member') this.member(each)
      if (each.domain === 'boolean') this.truth(each)
    }
  }

  private openMember(node: MemberNode): string | null {
    const { run } = this
    run.meter.spend(1)
    switch (node.kind) {
      case 'constant':
        return node.value
      case 'input': {
        const member = String(run.known[node.input])
        this.decisions.push({ kind: 'member', input: node.input, values: [member] })
        return member
      }
      case 'shared':
        return this.member(node.inner)
      case 'choice':
      case 'case': {
        const branch = this.branch<MemberNode>(node)
        return branch === null ? null : this.member(branch)
      }
    }
  }

  /** Null if the condition has no value. */
  private branch<Branch>(node: Choice<Branch> | Case<Branch>): Branch | null {
    if (node.kind === 'choice') {
      const taken = this.truth(node.condition)
      return taken === NONE ? null : taken === TRUE ? node.whenTrue : node.whenFalse
    }
    const { subject, arms, fallback } = node
    if (subject.kind !== 'input' || this.settled.has(subject)) {
      const label = this.member(subject)
      return label === null ? null : (arms.get(label) ?? fallback)
    }
    const label = String(this.run.known[subject.input])
    this.decideAlike(subject.input, (member) => (arms.has(member) ? member : false))
    return arms.get(label) ?? fallback
  }
}

function isSameValue(run: Run, a: ValueNode, b: ValueNode): boolean {
  const [one, other] = [a.evaluate(run), b.evaluate(run)]
  return one instanceof Rational && other instanceof Rational ? isEqual(one, other) : one === other
}

/**
 * Whether a member fulfils a comparison with a constant.
 * @param order the vocabulary, lowest first, for order operators
 * @param side of the constant
 */
function memberTest(
  operator: ComparisonOperator,
  constant: string,
  order: readonly string[] | null,
  side: 'left' | 'right',
): (member: string) => boolean {
  if (order === null) return (member) => (member === constant) === (operator === '==')
  const facing = side === 'right' ? operator : MIRRORED[operator]
  const rank = order.indexOf(constant)
  return (member) => satisfiesOperator(facing, order.indexOf(member) - rank)
}
