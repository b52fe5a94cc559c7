import { FALSE, TRUE } from '../engine/core/value'
import * as metered from '../engine/evaluate/metered-arithmetic'
import { type BooleanNode, childNodes, type NumericNode, type Run, type ValueNode } from '../engine/evaluate/node'
import { NO_VALUE, requireDefinite } from '../engine/evaluate/quantity'
import { compareRationals, fromInteger, ONE, Rational, ZERO } from '../language/numeric/rational'
import {
  constantForm,
  type Form,
  isFree,
  isSameForm,
  type Opaque,
  openInput,
  otherInput,
  type Quotient,
  type Remainder,
} from './open-form'
import { isConstant, type Polynomial, PolynomialArithmetic, UNIT } from './polynomial'
import { type Bracket, realRoots } from './polynomial-roots'
import { type Difference, projectDifferences } from './project-differences'

const MAX_FORMS = 64
const MAX_DEPTH = 200
const MAX_DEGREE = 12

/** Includes every whole number of periods from `first`. */
export interface Repeated {
  readonly first: Rational
  /** Greater than zero. */
  readonly period: Rational
}

export interface AllBreakpoints {
  /** Without duplicates, in any order. */
  readonly points: readonly Rational[]
  readonly repeated: readonly Repeated[]
  readonly irrational: readonly Bracket[]
}

/** Thrown if some breakpoints may be missing. */
class MissingBreakpointsError extends Error {}

/**
 * Finds the values of one number at which a condition can change, whatever the other unknown inputs are. Returns null
 * if some may be missing, as with the product of two unknown numbers.
 * @param run holds the known values; the value of `input` is null
 */
export function findBreakpoints(roots: readonly BooleanNode[], run: Run, input: number): AllBreakpoints | null {
  if (roots.some((root) => root.deep)) return null
  try {
    return new Breakpoints(run, input).below(roots)
  } catch (error) {
    if (error instanceof MissingBreakpointsError) return null
    throw error
  }
}

class Breakpoints {
  /** Zero at breakpoints. */
  private readonly zeros: Polynomial[] = []
  /** Differences of comparisons that also read other unknown numbers. */
  private readonly differences: Difference[] = []
  /** Other unknown numbers in terms that are not followed. */
  private readonly opaque = new Set<number>()
  private readonly repeated: Repeated[] = []
  private readonly read = new Map<NumericNode, readonly Form[]>()
  private readonly arithmetic: PolynomialArithmetic

  constructor(
    private readonly run: Run,
    private readonly input: number,
  ) {
    this.arithmetic = new PolynomialArithmetic(run)
  }

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
    const projected = projectDifferences(this.differences, this.opaque, this.run)
    const zeros = projected === null ? null : realRoots([...this.zeros, ...projected], this.run.meter)
    if (zeros === null) throw new MissingBreakpointsError()
    return { points: zeros.rational, repeated: this.repeated, irrational: zeros.irrational }
  }

  private visit(node: ValueNode): void {
    switch (node.kind) {
      case 'number-comparison':
        this.meet(node.left, node.right)
        break
      case 'arithmetic':
        if (node.operator === '/' || node.operator === '%') this.cross(this.forms(node.right, 0), [ZERO_FORM])
        break
      case 'membership':
        for (const { value } of node.set.slots)
          if (node.value.domain === 'numeric' && value.domain === 'numeric') this.meet(node.value, value)
        break
      case 'tally':
        if (node.count !== null) this.cross(this.forms(node.count, 0), possibleCounts(node.slots.length))
    }
  }

  private meet(left: NumericNode, right: NumericNode): void {
    this.cross(this.forms(left, 0), this.forms(right, 0))
  }

  private cross(lefts: readonly Form[], rights: readonly Form[]): void {
    for (const left of lefts)
      for (const right of rights) {
        if (left.kind === 'opaque' || right.kind === 'opaque') this.hide(left, right)
        else if (left.kind === 'remainder') this.repeat(left, right)
        else if (right.kind === 'remainder') this.repeat(right, left)
        else this.differ(left, right)
      }
  }

  private hide(left: Form, right: Form): void {
    for (const input of this.hidden(left, right).inputs) this.opaque.add(input)
  }

  private hidden(...forms: readonly Form[]): Opaque {
    if (!forms.every(isFree)) throw new MissingBreakpointsError()
    return {
      kind: 'opaque',
      inputs: new Set(forms.flatMap((form) => (form.kind === 'remainder' ? [] : [...otherInputs(form)]))),
    }
  }

  private differ(left: Quotient, right: Quotient): void {
    const { above, others } = this.sum(left, this.negated(right))
    if (others.size > 0) this.differences.push({ above, others })
    else if (!isConstant(above)) this.zeros.push(above)
  }

  /** A remainder jumps at zero, and equals the other side at most once in each period. */
  private repeat({ constant, slope, modulus, scale, offset }: Remainder, other: Form): void {
    const value = this.constantOf(other)
    const period = this.quotient(modulus, slope)
    const at = (remainder: Rational): void => {
      const first = this.quotient(this.subtract(remainder, constant), slope)
      const positive = compareRationals(period, ZERO) < 0 ? requireDefinite(metered.negateQuantity(period)) : period
      this.repeated.push({ first, period: positive })
    }
    at(ZERO)
    if (scale.n !== 0) at(this.quotient(this.subtract(value, offset), scale))
  }

  private constantOf(form: Form): Rational {
    if (!isFree(form) || form.kind !== 'quotient' || form.others.size > 0) throw new MissingBreakpointsError()
    return this.quotient(form.above[0] ?? ZERO, form.below[0] ?? ZERO)
  }

  private forms(node: NumericNode, depth: number): readonly Form[] {
    if (depth > MAX_DEPTH || node.deep) throw new MissingBreakpointsError()
    this.run.meter.spend(node.cost)
    const value = node.evaluate(this.run)
    if (value instanceof Rational) return [constantForm(value)]
    if (value === NO_VALUE) return []
    const known = this.read.get(node)
    if (known !== undefined) return known
    const forms = distinctForms(this.openForms(node, depth + 1))
    if (forms.length > MAX_FORMS) throw new MissingBreakpointsError()
    this.read.set(node, forms)
    return forms
  }

  private openForms(node: NumericNode, depth: number): readonly Form[] {
    switch (node.kind) {
      case 'constant':
        return [constantForm(node.value)]
      case 'input':
        return [node.input === this.input ? openInput() : otherInput(node.input)]
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
      case 'calendar':
        throw new MissingBreakpointsError()
      case 'count':
        return possibleCounts(node.slots.length)
      case 'arithmetic':
        return this.forms(node.left, depth).flatMap((left) =>
          this.forms(node.right, depth).map((right) => this.combined(node.operator, left, right)),
        )
    }
  }

  private combined(operator: '+' | '-' | '*' | '/' | '%', left: Form, right: Form): Form {
    if (left.kind === 'opaque' || right.kind === 'opaque') return this.hidden(left, right)
    if (operator === '%') return this.remainderOf(left, right)
    if (left.kind === 'remainder' || right.kind === 'remainder') return this.shifted(operator, left, right)
    switch (operator) {
      case '+':
        return this.sum(left, right)
      case '-':
        return this.sum(left, this.negated(right))
      case '*':
        return this.product(left, right)
      case '/':
        return this.product(left, right, true)
    }
  }

  private sum(left: Quotient, right: Quotient): Quotient {
    const { arithmetic } = this
    const others = new Map(left.others)
    for (const [input, factor] of right.others) {
      const sum = this.add(others.get(input) ?? ZERO, factor)
      if (sum.n === 0) others.delete(input)
      else others.set(input, sum)
    }
    // A quotient of the open number cannot be combined with other unknown numbers.
    if (others.size > 0 && !(isConstant(left.below) && isConstant(right.below))) throw new MissingBreakpointsError()
    const above = arithmetic.sum(
      arithmetic.product(left.above, right.below),
      arithmetic.product(right.above, left.below),
    )
    return this.bounded(above, arithmetic.product(left.below, right.below), others)
  }

  private product(left: Quotient, right: Quotient, isDivided = false): Form {
    const { arithmetic } = this
    if (left.others.size === 0 && right.others.size === 0) {
      const [above, below] = isDivided ? [right.below, right.above] : [right.above, right.below]
      return this.bounded(arithmetic.product(left.above, above), arithmetic.product(left.below, below), new Map())
    }
    const factor = isDivided || right.others.size === 0 ? right : left
    if (factor.others.size > 0 || !isFree(factor)) return this.hidden(left, right)
    const value = this.constantOf(factor)
    if (isDivided) return this.scaled(left, this.quotient(ONE, value))
    return this.scaled(factor === left ? right : left, value)
  }

  private negated(form: Quotient): Quotient {
    return this.scaled(form, MINUS)
  }

  private scaled({ above, below, others }: Quotient, factor: Rational): Quotient {
    const scaled = [...others].map(([input, each]) => [input, this.multiply(each, factor)] as const)
    const factors = new Map(scaled.filter(([, each]) => each.n !== 0))
    return this.bounded(this.arithmetic.scaled(above, factor), below, factors)
  }

  private bounded(above: Polynomial, below: Polynomial, others: ReadonlyMap<number, Rational>): Quotient {
    if (above.length > MAX_DEGREE + 1 || below.length > MAX_DEGREE + 1) throw new MissingBreakpointsError()
    if (!isConstant(below)) return { kind: 'quotient', above, below, others }
    const divided = this.arithmetic.scaled(above, this.quotient(ONE, below[0] ?? ZERO))
    return { kind: 'quotient', above: divided, below: UNIT, others }
  }

  private remainderOf(left: Form, right: Form): Form {
    if (isFree(left) && isFree(right)) return this.hidden(left, right)
    if (left.kind !== 'quotient' || left.others.size > 0) throw new MissingBreakpointsError()
    if (!isConstant(left.below) || left.above.length !== 2) throw new MissingBreakpointsError()
    const modulus = this.constantOf(right)
    return {
      kind: 'remainder',
      constant: left.above[0]!,
      slope: left.above[1]!,
      modulus,
      scale: ONE,
      offset: ZERO,
    }
  }

  private shifted(operator: '+' | '-' | '*' | '/', left: Form, right: Form): Form {
    const form = left.kind === 'remainder' ? left : right
    if (form.kind !== 'remainder') throw new MissingBreakpointsError()
    const value = this.constantOf(form === left ? right : left)
    const isLeft = form === left
    const { scale, offset } = form
    switch (operator) {
      case '+':
        return { ...form, offset: this.add(offset, value) }
      case '-':
        if (isLeft) return { ...form, offset: this.subtract(offset, value) }
        return { ...form, scale: requireDefinite(metered.negateQuantity(scale)), offset: this.subtract(value, offset) }
      case '*':
        return { ...form, scale: this.multiply(scale, value), offset: this.multiply(offset, value) }
      case '/':
        if (!isLeft) throw new MissingBreakpointsError()
        return { ...form, scale: this.quotient(scale, value), offset: this.quotient(offset, value) }
    }
  }

  private add(a: Rational, b: Rational): Rational {
    return requireDefinite(metered.addMetered(this.run, a, b))
  }

  private multiply(a: Rational, b: Rational): Rational {
    return requireDefinite(metered.multiplyMetered(this.run, a, b))
  }

  private subtract(a: Rational, b: Rational): Rational {
    return requireDefinite(metered.subtractMetered(this.run, a, b))
  }

  /** A division by zero never has a value. */
  private quotient(a: Rational, b: Rational): Rational {
    if (b.n === 0) throw new MissingBreakpointsError()
    return requireDefinite(metered.divideMetered(this.run, a, b))
  }
}

const MINUS = fromInteger(-1)
const ZERO_FORM = constantForm(ZERO)
const MINUS_ONE = constantForm(MINUS)

function possibleCounts(most: number): readonly Quotient[] {
  return Array.from({ length: most + 1 }, (_, count) => constantForm(fromInteger(count)))
}

function otherInputs(form: Quotient | Opaque): Iterable<number> {
  return form.kind === 'opaque' ? form.inputs : form.others.keys()
}

function distinctForms(forms: readonly Form[]): readonly Form[] {
  return forms.filter((form, index) => forms.findIndex((other) => isSameForm(other, form)) === index)
}
