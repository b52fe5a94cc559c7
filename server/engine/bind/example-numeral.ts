/**
 * A numeral that a claim would accept, for people and models to copy the form of.
 *
 * Promises: inside the claim's range, whatever that is; the same for the same claim.
 */
import { printNumeral } from '../../exact/numeral'
import { add, compare, divide, integer, type Rational } from '../../exact/rational'
import type { Input, Range } from '../../language/checked-ruleset'

const EVERYDAY = [integer(12), integer(1)]
const LONGEST = 8

/** A plain decimal, as {@link printNumeral} writes it. */
export function exampleNumeral(input: Input): string {
  return printNumeral(exampleValue(input.range))
}

/** The value of {@link exampleNumeral}: a small whole number where the range allows one. */
export function exampleValue(range: Range | null): Rational {
  if (range === null) return EVERYDAY[0]!
  const everyday = EVERYDAY.find((value) => compare(value, range.min) >= 0 && compare(value, range.max) <= 0)
  if (everyday !== undefined) return everyday
  const middle = divide(add(range.min, range.max), integer(2))!
  return printNumeral(middle).length <= LONGEST ? middle : range.min
}
