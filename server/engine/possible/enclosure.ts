/**
 * Interval arithmetic: an interval that contains every value of a number, seldom the smallest. It proves that values
 * which were found are the outermost, where forms are not linear.
 */
import { CALENDAR_REACH } from '../../language/numeric/calendar'
import { fromInteger, isInteger, negate, Rational, toDouble, ZERO } from '../../language/numeric/rational'
import { FALSE, NONE, type Outcomes, TRUE } from '../core/value'
import { isDefinite } from '../evaluate/kleene'
import { satisfiesOperator } from '../evaluate/metered-arithmetic'
import type { BooleanNode, NumericNode, Run, ValueNode } from '../evaluate/node'
import { BeyondLinearError } from './cell'
import type { Bound, Interval } from './elimination'
import {
  ceilingOf,
  floorInterval,
  greater,
  hasSign,
  isPositive,
  joined,
  mirrored,
  product,
  reciprocal,
  sum,
} from './intervals'
import { limitsOf } from './regions'
import type { Space } from './settled'
import type { Term } from './terms'

/** No interval if there is never a value. */
export interface Enclosure {
  readonly values: Interval | null
  /** False only if there is always a value. */
  readonly mayLack: boolean
}

type Of<Kind extends NumericNode['kind']> = Extract<NumericNode, { kind: Kind }>

const NEVER: Enclosure = { values: null, mayLack: true }

/** @throws BeyondLinearError if some operation has no interval */
export function encloseSum(space: Space, terms: readonly Term[]): Enclosure {
  const encloser = new Encloser(space)
  let all = pointAt(ZERO)
  for (const { factor, node } of terms) {
    const { values, mayLack } = node.domain === 'boolean' ? encloser.count([node]) : encloser.number(node)
    if (values === null || all.values === null) return NEVER
    const scaled = product(values, closedAt(factor))
    all = { values: sum(all.values, scaled), mayLack: all.mayLack || mayLack }
  }
  return all
}

class Encloser {
  private readonly known = new Map<NumericNode, Enclosure>()
  private readonly under: Run

  constructor(private readonly space: Space) {
    this.under = space.program.begin(space.known, space.run.meter)
  }

  number(node: NumericNode): Enclosure {
    const before = this.known.get(node)
    if (before !== undefined) return before
    this.space.run.meter.spend(1)
    const settled = this.space.settled.get(node)
    const found = settled === undefined ? this.open(node) : settled instanceof Rational ? pointAt(settled) : NEVER
    this.known.set(node, found)
    return found
  }

  private open(node: NumericNode): Enclosure {
    switch (node.kind) {
      case 'constant':
        return pointAt(node.value)
      case 'input':
        return this.input(node.input)
      case 'shared':
        return this.number(node.inner)
      case 'negation':
        return mapped(this.number(node.operand), mirrored)
      case 'count':
        return this.count(node.slots)
      case 'choice': {
        const extreme = this.extreme(node)
        if (extreme !== null) return extreme
        const taken = this.outcomes(node.condition)
        const branches = [
          ...((taken & TRUE) === 0 ? [] : [node.whenTrue]),
          ...((taken & FALSE) === 0 ? [] : [node.whenFalse]),
        ]
        return this.either(branches, (taken & NONE) !== 0)
      }
      case 'case': {
        const arms = [...node.arms.values(), ...(node.fallback === null ? [] : [node.fallback])]
        return this.either(arms, node.subject.kind !== 'input')
      }
      case 'calendar':
        return this.calendar(node)
      case 'arithmetic':
        return this.arithmetic(node)
    }
  }

  /** `If(a >= b, a, b)`, as `Max` is lowered, and likewise `Min`. */
  private extreme({ condition, whenTrue, whenFalse }: Of<'choice'>): Enclosure | null {
    if (condition.kind !== 'number-comparison' || condition.left !== whenTrue || condition.right !== whenFalse)
      return null
    const { operator } = condition
    if (operator !== '>=' && operator !== '<=') return null
    const [a, b] = [this.number(whenTrue), this.number(whenFalse)]
    if (a.values === null || b.values === null) return NEVER
    const values =
      operator === '>=' ? greater(a.values, b.values) : mirrored(greater(mirrored(a.values), mirrored(b.values)))
    return { values, mayLack: a.mayLack || b.mayLack }
  }

  private input(index: number): Enclosure {
    const input = this.space.program.ruleset.inputs[index]!
    const limits = limitsOf(input)
    if (limits === null) return { values: { from: null, to: null }, mayLack: false }
    const [from, to] = input.whole === true ? [ceilingOf(limits[0]), negate(ceilingOf(negate(limits[1])))] : limits
    return { values: { from: { value: from, included: true }, to: { value: to, included: true } }, mayLack: false }
  }

  private outcomes(node: BooleanNode): Outcomes {
    this.under.meter.spend(node.cost)
    const outcomes = node.evaluate(this.under)
    return isDefinite(outcomes) || node.kind !== 'number-comparison' ? outcomes : outcomes & this.compared(node)
  }

  /** Outcomes that the intervals of the sides allow. */
  private compared({ operator, left, right }: Extract<BooleanNode, { kind: 'number-comparison' }>): Outcomes {
    const [a, b] = [this.number(left), this.number(right)]
    if (a.values === null || b.values === null) return NONE
    const none = a.mayLack || b.mayLack ? NONE : 0
    const difference = sum(a.values, mirrored(b.values))
    const signs = [-1, 0, 1].filter((sign) => hasSign(difference, sign))
    return signs.reduce<Outcomes>((all, sign) => all | (satisfiesOperator(operator, sign) ? TRUE : FALSE), none)
  }

  count(slots: readonly BooleanNode[]): Enclosure {
    const outcomes = slots.map((slot) => this.outcomes(slot))
    const from = outcomes.filter((each) => each === TRUE).length
    const to = outcomes.filter((each) => (each & TRUE) !== 0).length
    return { values: { from: closed(from), to: closed(to) }, mayLack: outcomes.some((each) => (each & NONE) !== 0) }
  }

  private either(branches: readonly NumericNode[], mayLack: boolean): Enclosure {
    const found = branches.map((branch) => this.number(branch))
    return {
      values: found.reduce<Interval | null>((all, { values }) => joined(all, values), null),
      mayLack: mayLack || found.some((each) => each.mayLack),
    }
  }

  /** Whole operands within reach have a result, and its ends are at those of the operands. */
  private calendar({ operands, directions, operate }: Of<'calendar'>): Enclosure {
    if (directions === null || !operands.every((operand) => this.isWhole(operand))) throw new BeyondLinearError()
    const low: number[] = []
    const high: number[] = []
    operands.forEach((operand, i) => {
      const { values, mayLack } = this.number(operand)
      const ends = [values?.from, values?.to].map((end) => {
        if (end === null || end === undefined || mayLack) throw new BeyondLinearError()
        return toDouble(end.value)
      })
      if (ends.some((end) => Math.abs(end) > CALENDAR_REACH)) throw new BeyondLinearError()
      const [first = 0, last = 0] = directions[i]! > 0 ? ends : ends.reverse()
      low.push(first)
      high.push(last)
    })
    const at = ([first = 0, second]: readonly number[]) => closed(operate(first, second))
    return { values: { from: at(low), to: at(high) }, mayLack: false }
  }

  private isWhole(node: ValueNode): boolean {
    const settled = this.space.settled.get(node)
    if (settled !== undefined) return settled instanceof Rational && isInteger(settled)
    if (node.kind === 'shared' && node.domain === 'numeric') return this.isWhole(node.inner)
    if (node.kind === 'arithmetic')
      return node.operator !== '/' && node.operator !== '%' && this.isWhole(node.left) && this.isWhole(node.right)
    return node.kind === 'calendar' || (node.kind === 'input' && this.space.isWhole(node.input))
  }

  private arithmetic(node: Of<'arithmetic'>): Enclosure {
    const { operator, left, right } = node
    const a = this.number(left)
    if (isWholePart(node)) return mapped(a, floorInterval)
    if (isCeiling(node)) return mapped(a, (values) => mirrored(floorInterval(mirrored(values))))
    const b = this.number(right)
    if (a.values === null || b.values === null) return NEVER
    const mayLack = a.mayLack || b.mayLack
    switch (operator) {
      case '+':
        return { values: sum(a.values, b.values), mayLack }
      case '-':
        return { values: sum(a.values, mirrored(b.values)), mayLack }
      case '*':
        return { values: product(a.values, b.values), mayLack }
      case '/': {
        const divided = reciprocal(b.values)
        if (divided === null) return { values: { from: null, to: null }, mayLack: true }
        return { values: product(a.values, divided.values), mayLack: mayLack || divided.mayLack }
      }
      case '%': {
        const settled = this.space.settled.get(right)
        if (!(settled instanceof Rational) || !isPositive(settled)) throw new BeyondLinearError()
        return { values: { from: closed(0), to: { value: settled, included: false } }, mayLack }
      }
    }
  }
}

/** `a - a % 1`, as roundings are lowered. */
function isWholePart({ operator, left, right }: Of<'arithmetic'>): boolean {
  return operator === '-' && isFraction(right) && right.left === left
}

/** `a + -a % 1`. */
function isCeiling({ operator, left, right }: Of<'arithmetic'>): boolean {
  return operator === '+' && isFraction(right) && right.left.kind === 'negation' && right.left.operand === left
}

function isFraction(node: NumericNode): node is Of<'arithmetic'> {
  if (node.kind !== 'arithmetic' || node.operator !== '%' || node.right.kind !== 'constant') return false
  return node.right.value.n === 1 && node.right.value.d === 1
}

function mapped({ values, mayLack }: Enclosure, change: (values: Interval) => Interval): Enclosure {
  return { values: values === null ? null : change(values), mayLack }
}

function pointAt(value: Rational): Enclosure {
  return { values: closedAt(value), mayLack: false }
}

function closedAt(value: Rational): Interval {
  return { from: { value, included: true }, to: { value, included: true } }
}

function closed(value: number): Bound {
  return { value: fromInteger(value), included: true }
}
