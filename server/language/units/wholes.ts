/**
 * Units that are parts of a whole: `%`, `bp`, `ppm`, and products whose dimensions cancel, such as `mg/kg`.
 */
import type { Rational } from '../numeric/rational'
import { reduce } from './symbol-table'
import type { Unit } from './unit'

/** How many wholes one of the unit is, 1/100 for `%`; null for a unit that measures something. */
export function wholesIn(unit: Unit): Rational | null {
  const { coefficient, dimension } = reduce(unit.factors)
  return dimension.size === 0 ? coefficient : null
}
