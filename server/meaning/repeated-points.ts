import {
  add,
  compare,
  denominator,
  divide,
  floor,
  multiply,
  negate,
  numerator,
  type Rational,
  ratio,
  subtract,
} from '../language/numeric/rational'
import type { Repeated } from './breakpoints'

/** Includes the ends; null for more than `most` points. */
export function pointsBetween(
  { first, period }: Repeated,
  from: Rational,
  to: Rational,
  most: number,
): Rational[] | null {
  const points: Rational[] = []
  // Rounded up.
  const periods = negate(floor(divide(subtract(first, from), period)!))
  for (let point = add(first, multiply(periods, period)); compare(point, to) <= 0; point = add(point, period)) {
    if (points.length >= most) return null
    points.push(point)
  }
  return points
}

/** The least common multiple. */
export function commonPeriod(a: Rational, b: Rational): Rational {
  const [x, y] = [numerator(a) * denominator(b), numerator(b) * denominator(a)]
  return ratio((x / divisor(x, y)) * y, denominator(a) * denominator(b))
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b)
}
