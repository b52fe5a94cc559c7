/** Arithmetic on intervals, with ends that may be open or absent. The results are exact for independent operands. */
import {
  add,
  compareRationals,
  divide,
  floorOf,
  isInteger,
  multiply,
  negate,
  ONE,
  type Rational,
  signOf,
  subtract,
  ZERO,
} from '../../language/numeric/rational'
import { type Bound, type Interval, isHigher } from './elimination'

export function ceilingOf(value: Rational): Rational {
  return negate(floorOf(negate(value)))
}

export function isPositive(value: Rational): boolean {
  return signOf(value) > 0
}

/** @param sign -1, 0 or 1 */
export function hasSign({ from, to }: Interval, sign: number): boolean {
  const [low, high] = [from === null ? -1 : signOf(from.value), to === null ? 1 : signOf(to.value)]
  if (sign !== 0) return sign < 0 ? low < 0 : high > 0
  return (low < 0 || (low === 0 && from?.included === true)) && (high > 0 || (high === 0 && to?.included === true))
}

export function mirrored({ from, to }: Interval): Interval {
  return { from: mirror(to), to: mirror(from) }
}

function mirror(bound: Bound | null): Bound | null {
  return bound === null ? null : { value: negate(bound.value), included: bound.included }
}

export function sum(a: Interval, b: Interval): Interval {
  return { from: sumOfBounds(a.from, b.from), to: sumOfBounds(a.to, b.to) }
}

export function sumOfBounds(a: Bound | null, b: Bound | null): Bound | null {
  if (a === null || b === null) return null
  return { value: add(a.value, b.value), included: a.included && b.included }
}

/** Whole numbers at or below the values. */
export function floorInterval({ from, to }: Interval): Interval {
  const last = (bound: Bound): Rational =>
    !bound.included && isInteger(bound.value) ? subtract(bound.value, ONE) : floorOf(bound.value)
  return {
    from: from === null ? null : { value: floorOf(from.value), included: true },
    to: to === null ? null : { value: last(to), included: true },
  }
}

/** @param side -1 for lower ends, 1 for upper ones */
export function isFarther(one: Bound | null, other: Bound | null, side: -1 | 1): boolean {
  if (one === null || other === null) return other !== null
  const order = compareRationals(one.value, other.value) * side
  return order > 0 || (order === 0 && one.included && !other.included)
}

export function joined(one: Interval | null, other: Interval | null): Interval | null {
  if (one === null || other === null) return one ?? other
  return {
    from: isFarther(other.from, one.from, -1) ? other.from : one.from,
    to: isFarther(other.to, one.to, 1) ? other.to : one.to,
  }
}

/** The interval of the greater of two numbers. */
export function greater(a: Interval, b: Interval): Interval {
  const isBHigher = a.from === null || (b.from !== null && isHigher(b.from, a.from))
  return { from: isBHigher ? b.from : a.from, to: isFarther(b.to, a.to, 1) ? b.to : a.to }
}

type End = Bound | -1 | 1

/** An absent end is infinite on its side. */
export function product(a: Interval, b: Interval): Interval {
  const endsOf = ({ from, to }: Interval): readonly End[] => [from ?? -1, to ?? 1]
  const ends = endsOf(a).flatMap((one) => endsOf(b).map((other) => times(one, other)))
  const isBound = (end: End): end is Bound => typeof end !== 'number'
  const finite = ends.filter(isBound)
  const outermost = (side: -1 | 1): Bound | null =>
    ends.includes(side) || finite.length === 0
      ? null
      : finite.reduce((best, each) => (isFarther(each, best, side) ? each : best))
  return { from: outermost(-1), to: outermost(1) }
}

function times(a: End, b: End): End {
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 1 : -1
  if (typeof a === 'number') return times(b, a)
  const sign = signOf(a.value)
  if (typeof b === 'number') return sign === 0 ? a : sign === b ? 1 : -1
  // Zero times anything is zero.
  const isZero = (sign === 0 && a.included) || (signOf(b.value) === 0 && b.included)
  return { value: multiply(a.value, b.value), included: isZero || (a.included && b.included) }
}

export interface Reciprocal {
  readonly values: Interval
  /** Whether zero is inside, which has no reciprocal. */
  readonly mayLack: boolean
}

/** Null if there are numbers on both sides of zero, or none. */
export function reciprocal({ from, to }: Interval): Reciprocal | null {
  const isAbove = from !== null && signOf(from.value) >= 0
  const isBelow = to !== null && signOf(to.value) <= 0
  if (isAbove === isBelow) return null
  if (isBelow) {
    const negated = reciprocal(mirrored({ from, to }))
    return negated === null ? null : { values: mirrored(negated.values), mayLack: negated.mayLack }
  }
  const mayLack = from !== null && signOf(from.value) === 0 && from.included
  return { values: { from: to === null ? { value: ZERO, included: false } : inverse(to), to: inverse(from) }, mayLack }
}

function inverse(bound: Bound | null): Bound | null {
  const value = bound === null ? null : divide(ONE, bound.value)
  return value === null ? null : { value, included: bound?.included === true }
}
