/** Maps `x * factor + offset` with exact rationals. The factor is never zero. */
import { add, divide, equals, multiply, negate, ONE, type Rational, ZERO } from '../numeric/rational'

export interface AffineMap {
  readonly factor: Rational
  readonly offset: Rational
}

export const IDENTITY: AffineMap = { factor: ONE, offset: ZERO }

/** Returns the map that applies `first`, then `second`. */
export function followedBy(first: AffineMap, second: AffineMap): AffineMap {
  return {
    factor: multiply(first.factor, second.factor),
    offset: add(multiply(first.offset, second.factor), second.offset),
  }
}

export function inverse(map: AffineMap): AffineMap {
  const factor = quotient(ONE, map.factor)
  return { factor, offset: negate(multiply(map.offset, factor)) }
}

export function sameMap(a: AffineMap, b: AffineMap): boolean {
  return equals(a.factor, b.factor) && equals(a.offset, b.offset)
}

/** @throws RangeError if `b` is zero, which is a bug of the caller */
export function quotient(a: Rational, b: Rational): Rational {
  const answer = divide(a, b)
  if (answer === null) throw new RangeError('a conversion factor is zero')
  return answer
}
