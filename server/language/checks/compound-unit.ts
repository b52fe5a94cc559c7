/**
 * Units of products and quotients.
 *
 * Promises: a unit with more symbols or higher powers than the unit library bears is an answer here, not an exception.
 */

import type { Unit } from '../../units/unit'
import type { UnitLibrary } from '../../units/unit-library'
import { UnitTooComplex } from '../../units/unit-product'

/** The unit of `a * b`, or of `a / b` with `sign` -1; null where it is bare. */
export function compoundUnit(
  library: UnitLibrary,
  a: Unit | null,
  b: Unit | null,
  sign: 1 | -1,
): Unit | null | 'too complex' {
  if (b === null) return a
  try {
    return sign === 1 ? library.multiply(a, b) : library.divide(a, b)
  } catch (error) {
    if (error instanceof UnitTooComplex) return 'too complex'
    throw error
  }
}
