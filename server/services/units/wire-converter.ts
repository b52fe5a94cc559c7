/**
 * A converter as the contract shows it.
 *
 * Promises: the exact numbers are those that are used; beside them stand the nearest doubles, because JSON numbers in
 * answers are doubles (service.md, "Bytes").
 */

import type { StoredConverter } from '../../database/units/unit-libraries'
import { isRational, parseNumeral } from '../../language/numeric/numeral'
import { toDouble } from '../../language/numeric/rational'

export function wireConverter(converter: StoredConverter) {
  const { fromUnit, toUnit, factor, offset, attribution, addedAt, addedBy } = converter
  return {
    from_unit: fromUnit,
    to_unit: toUnit,
    factor: nearestDouble(factor),
    factor_exact: factor,
    offset: nearestDouble(offset),
    offset_exact: offset,
    attribution,
    added_at: addedAt.toISOString(),
    added_by: addedBy,
  }
}

/** The nearest double, the largest one for what is beyond all. A long decimal costs no more than its length. */
function nearestDouble(numeral: string): number {
  if (!numeral.includes('/')) return Math.max(-Number.MAX_VALUE, Math.min(Number(numeral), Number.MAX_VALUE)) + 0
  const value = parseNumeral(numeral, Number.MAX_SAFE_INTEGER)
  if (!isRational(value)) throw new Error(`a stored converter holds ${numeral}, which is no numeral`)
  return toDouble(value)
}
