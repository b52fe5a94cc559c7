import {
  add,
  compareRationals,
  denominatorOf,
  divide,
  floorOf,
  makeRatio,
  multiply,
  negate,
  numeratorOf,
  type Rational,
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
  const periods = negate(floorOf(divide(subtract(first, from), period)!))
  for (
    let point = add(first, multiply(periods, period));
    compareRationals(point, to) <= 0;
    point = add(point, period)
  ) {
    if (points.length >= most) return null
    points.push(point)
  }
  return points
}

/** The least common multiple. */
export function commonPeriod(a: Rational, b: Rational): Rational {
  const [x, y] = [numeratorOf(a) * denominatorOf(b), numeratorOf(b) * denominatorOf(a)]
  return makeRatio((x / greatestDivisor(x, y)) * y, denominatorOf(a) * denominatorOf(b))
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b)
}
