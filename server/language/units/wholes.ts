import type { Rational } from '../numeric/rational'
import { reduceFactors } from './symbol-table'
import type { Unit } from './unit'

/** Returns how many wholes one of the unit is: 1/100 for `%`, and null if its dimensions do not cancel. */
export function wholesIn(unit: Unit): Rational | null {
  const { coefficient, dimension } = reduceFactors(unit.factors)
  return dimension.size === 0 ? coefficient : null
}
