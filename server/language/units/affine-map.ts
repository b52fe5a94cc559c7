/** Maps `x * factor + offset` with exact rationals. The factor is never zero. */
import { add, divide, isEqual, multiply, negate, ONE, type Rational, ZERO } from '../numeric/rational'

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

export function invertMap(map: AffineMap): AffineMap {
  const factor = divideExactly(ONE, map.factor)
  return { factor, offset: negate(multiply(map.offset, factor)) }
}

export function isSameMap(a: AffineMap, b: AffineMap): boolean {
  return isEqual(a.factor, b.factor) && isEqual(a.offset, b.offset)
}

/** @throws RangeError if `b` is zero, which is a bug of the caller */
export function divideExactly(a: Rational, b: Rational): Rational {
  const answer = divide(a, b)
  if (answer === null) throw new RangeError('a conversion factor is zero')
  return answer
}
