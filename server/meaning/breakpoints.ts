/**
 * The values of one number at which a condition can change while every other input is known.
 *
 * Promises: complete where it answers: between two neighbouring breakpoints the condition has one outcome. A remainder
 * of the number gives breakpoints that repeat. Null where they are not certain to be all, as with the number's square.
 */

import * as metered from '../engine/evaluate/metered-arithmetic'
import { type BooleanNode, childNodes, type NumericNode, type Run, type ValueNode } from '../engine/evaluate/node'
import { definite, NO_VALUE } from '../engine/evaluate/quantity'
import { FALSE, TRUE } from '../engine/value'
import { compare, equals, integer, ONE, Rational, ZERO } from '../language/numeric/rational'

/** Ways that one number can be calculated, as branches make them; more are not followed. */
const MAX_FORMS = 64
/** Nesting that is followed. */
const MAX_DEPTH = 200

/** `constant + slope * x`. */
interface Line {
  readonly constant: Rational
  readonly slope: Rational
}

/** A number as a quotient of two lines in the open input. */
interface Quotient {
  readonly above: Line
  readonly below: Line
  readonly remainder: null
}

/** `scale * (line % modulus) + offset`, with a line that is not constant. */
interface Remainder {
  readonly remainder: { readonly line: Line; readonly modulus: Rational }
  readonly scale: Rational
  readonly offset: Rational
}

type Form = Quotient | Remainder

/** Breakpoints at `first`, and at every whole number of periods from there. */
export interface Repeated {
  readonly first: Rational
  /** Greater than zero. */
  readonly period: Rational
}

export interface AllBreakpoints {
  /** In no order, each once. */
  readonly points: readonly Rational[]
  readonly repeated: readonly Repeated[]
}

/** Thrown where the breakpoints are not certain to be all. */
class Uncertain extends Error {}

/** @param run holds a value for every input that the roots read but one number */
export function breakpoints(roots: readonly BooleanNode[], run: Run): AllBreakpoints | null {
  if (roots.some((root) => root.deep)) return null
  try {
    return new Breakpoints(run).below(roots)
  } catch (error) {
    if (error instanceof Uncertain) return null
    throw error
  }
}

class Breakpoints {
  private readonly points: Rational[] = []
  private readonly repeated: Repeated[] = []
  private readonly read = new Map<NumericNode, readonly Form[]>()

  constructor(private readonly run: Run) {}

  below(roots: readonly BooleanNode[]): AllBreakpoints {
    const seen = new Set<ValueNode>()
    const open: ValueNode[] = [...roots]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      this.run.meter.spend(1)
      if (seen.has(node)) continue
      seen.add(node)
      this.visit(node)
      open.push(...childNodes(node))
    }
    return { points: this.points, repeated: this.repeated }
  }

  private visit(node: ValueNode): void {
    switch (node.kind) {
      case 'number-comparison':
        this.meet(node.left, node.right)
        break
      case 'arithmetic':
        // A divisor that passes through zero leaves no value.
        if (node.operator === '/' || node.operator === '%') this.cross(this.forms(node.right, 0), [ZERO_FORM])
        break
      case 'membership':
        for (const { value } of node.set.slots)
          if (node.value.domain === 'numeric' && value.domain === 'numeric') this.meet(node.value, value)
        break
      case 'tally':
        if (node.count !== null) this.cross(this.forms(node.count, 0), counts(node.slots.length))
    }
  }

  private meet(left: NumericNode, right: NumericNode): void {
    this.cross(this.forms(left, 0), this.forms(right, 0))
  }

  private cross(lefts: readonly Form[], rights: readonly Form[]): void {
    for (const left of lefts)
      for (const right of rights) {
        if (left.remainder !== null) this.repeat(left, right)
        else if (right.remainder !== null) this.repeat(right, left)
        else this.note(this.meeting(left, right))
      }
  }

  private note(point: Rational | null): void {
    if (point !== null && !this.points.some((known) => equals(known, point))) this.points.push(point)
  }

  /** Where two forms are equal; null where they are nowhere, or everywhere. */
  private meeting(left: Quotient, right: Quotient): Rational | null {
    const a = this.product(left.above, right.below)
    const b = this.product(right.above, left.below)
    const slope = this.subtract(a.slope, b.slope)
    return slope.n === 0 ? null : this.quotient(this.subtract(b.constant, a.constant), slope)
  }

  /** A remainder jumps where it is zero, and meets the other side once in each period at most. */
  private repeat({ remainder: { line, modulus }, scale, offset }: Remainder, other: Form): void {
    const value = this.constantOf(other)
    const period = this.quotient(modulus, line.slope)
    const at = (remainder: Rational): void => {
      const first = this.quotient(this.subtract(remainder, line.constant), line.slope)
      const positive = compare(period, ZERO) < 0 ? definite(metered.negate(period)) : period
      this.repeated.push({ first, period: positive })
    }
    at(ZERO)
    if (scale.n !== 0) at(this.quotient(this.subtract(value, offset), scale))
  }

  /** @throws Uncertain where the form depends on the open input */
  private constantOf(form: Form): Rational {
    if (form.remainder !== null || form.above.slope.n !== 0 || form.below.slope.n !== 0) throw new Uncertain()
    return this.quotient(form.above.constant, form.below.constant)
  }

  private forms(node: NumericNode, depth: number): readonly Form[] {
    if (depth > MAX_DEPTH || node.deep) throw new Uncertain()
    this.run.meter.spend(node.cost)
    const value = node.evaluate(this.run)
    if (value instanceof Rational) return [constant(value)]
    if (value === NO_VALUE) return []
    const known = this.read.get(node)
    if (known !== undefined) return known
    const forms = distinct(this.openForms(node, depth + 1))
    if (forms.length > MAX_FORMS) throw new Uncertain()
    this.read.set(node, forms)
    return forms
  }

  private openForms(node: NumericNode, depth: number): readonly Form[] {
    switch (node.kind) {
      case 'constant':
        return [constant(node.value)]
      case 'input':
        return [{ above: { constant: ZERO, slope: ONE }, below: UNIT, remainder: null }]
      case 'shared':
        return this.forms(node.inner, depth)
      case 'negation':
        return this.forms(node.operand, depth).map((form) => this.combined('*', MINUS_ONE, form))
      case 'choice': {
        const taken = node.condition.evaluate(this.run)
        if (taken === TRUE) return this.forms(node.whenTrue, depth)
        if (taken === FALSE) return this.forms(node.whenFalse, depth)
        return [...this.forms(node.whenTrue, depth), ...this.forms(node.whenFalse, depth)]
      }
      case 'case':
        return [...node.arms.values(), ...(node.fallback === null ? [] : [node.fallback])].flatMap((arm) =>
          this.forms(arm, depth),
        )
      case 'count':
        return counts(node.slots.length)
      case 'arithmetic':
        return this.forms(node.left, depth).flatMap((left) =>
          this.forms(node.right, depth).map((right) => this.combined(node.operator, left, right)),
        )
    }
  }

  private combined(operator: '+' | '-' | '*' | '/' | '%', left: Form, right: Form): Form {
    if (operator === '%') return this.remainderOf(left, right)
    if (left.remainder !== null || right.remainder !== null) return this.scaled(operator, left, right)
    switch (operator) {
      case '+':
      case '-': {
        const a = this.product(left.above, right.below)
        const b = this.product(right.above, left.below)
        const below = this.product(left.below, right.below)
        const above = operator === '+' ? this.sum(a, b) : this.sum(a, this.negated(b))
        return { above, below, remainder: null }
      }
      case '*':
        return this.over(this.product(left.above, right.above), this.product(left.below, right.below))
      case '/':
        return this.over(this.product(left.above, right.below), this.product(left.below, right.above))
    }
  }

  private over(above: Line, below: Line): Form {
    return { above, below, remainder: null }
  }

  private remainderOf(left: Form, right: Form): Form {
    if (left.remainder !== null || left.below.slope.n !== 0) throw new Uncertain()
    const modulus = this.constantOf(right)
    const divided = (value: Rational) => this.quotient(value, left.below.constant)
    const line: Line = { constant: divided(left.above.constant), slope: divided(left.above.slope) }
    return { remainder: { line, modulus }, scale: ONE, offset: ZERO }
  }

  /** A remainder with a constant on the other side. */
  private scaled(operator: '+' | '-' | '*' | '/', left: Form, right: Form): Form {
    const form = left.remainder === null ? right : left
    if (form.remainder === null) throw new Uncertain()
    const value = this.constantOf(form === left ? right : left)
    const isLeft = form === left
    const { scale, offset } = form
    switch (operator) {
      case '+':
        return { ...form, offset: this.add(offset, value) }
      case '-':
        if (isLeft) return { ...form, offset: this.subtract(offset, value) }
        return { ...form, scale: definite(metered.negate(scale)), offset: this.subtract(value, offset) }
      case '*':
        return { ...form, scale: this.multiply(scale, value), offset: this.multiply(offset, value) }
      case '/':
        if (!isLeft) throw new Uncertain()
        return { ...form, scale: this.quotient(scale, value), offset: this.quotient(offset, value) }
    }
  }

  private product(a: Line, b: Line): Line {
    if (a.slope.n !== 0 && b.slope.n !== 0) throw new Uncertain()
    const [mixed, other] = [this.multiply(a.slope, b.constant), this.multiply(a.constant, b.slope)]
    return { constant: this.multiply(a.constant, b.constant), slope: a.slope.n === 0 ? other : mixed }
  }

  private sum(a: Line, b: Line): Line {
    return { constant: this.add(a.constant, b.constant), slope: this.add(a.slope, b.slope) }
  }

  private negated({ constant, slope }: Line): Line {
    return { constant: definite(metered.negate(constant)), slope: definite(metered.negate(slope)) }
  }

  private add(a: Rational, b: Rational): Rational {
    return definite(metered.add(this.run, a, b))
  }

  private multiply(a: Rational, b: Rational): Rational {
    return definite(metered.multiply(this.run, a, b))
  }

  private subtract(a: Rational, b: Rational): Rational {
    return definite(metered.subtract(this.run, a, b))
  }

  /** @throws Uncertain for a division by zero, which has no value whatever the open input is */
  private quotient(a: Rational, b: Rational): Rational {
    if (b.n === 0) throw new Uncertain()
    return definite(metered.divide(this.run, a, b))
  }
}

const UNIT: Line = { constant: ONE, slope: ZERO }
const ZERO_FORM = constant(ZERO)
const MINUS_ONE = constant(integer(-1))

function constant(value: Rational): Quotient {
  return { above: { constant: value, slope: ZERO }, below: { constant: ONE, slope: ZERO }, remainder: null }
}

function counts(most: number): readonly Quotient[] {
  return Array.from({ length: most + 1 }, (_, count) => constant(integer(count)))
}

function distinct(forms: readonly Form[]): readonly Form[] {
  return forms.filter((form, index) => forms.findIndex((other) => isSameForm(other, form)) === index)
}

function isSameForm(a: Form, b: Form): boolean {
  const isSame = (one: Line, other: Line) => equals(one.constant, other.constant) && equals(one.slope, other.slope)
  if (a.remainder === null || b.remainder === null)
    return a.remainder === null && b.remainder === null && isSame(a.above, b.above) && isSame(a.below, b.below)
  if (!isSame(a.remainder.line, b.remainder.line) || !equals(a.remainder.modulus, b.remainder.modulus)) return false
  return equals(a.scale, b.scale) && equals(a.offset, b.offset)
}
