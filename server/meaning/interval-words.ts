import type { Value } from '../engine/core/value'
import { numeralInWords, quantityInWords } from '../engine/explain/english/quantities'
import { quoteVisible } from '../engine/explain/english/visible-text'
import { compareRationals, isEqual, Rational } from '../language/numeric/rational'
import type { Input, Range } from '../language/semantics/checked-ruleset'
import type { Unit } from '../language/units/unit'
import type { End, Interval } from './outcomes-along'

/** Null for a bare number. */
export function unitOf({ declaredUnit, adoptedUnit }: Input): Unit | null {
  return declaredUnit ?? adoptedUnit
}

/** "above 350 up to 400 USD", "at least 5", "below 2 hours", "exactly 7 USD", "any number". */
export function intervalInWords({ from, to }: Interval, unit: Unit | null): string {
  if (from === null && to === null) return 'any number'
  if (to === null) return `${from!.included ? 'at least' : 'above'} ${quantityInWords(from!.value, unit)}`
  if (from === null) return `${to.included ? 'at most' : 'below'} ${quantityInWords(to.value, unit)}`
  if (compareRationals(from.value, to.value) === 0) return `exactly ${quantityInWords(to.value, unit)}`
  const upper = quantityInWords(to.value, unit)
  return `${from.included ? 'from' : 'above'} ${numeralInWords(from.value, unit)} ${to.included ? 'up to' : 'to below'} ${upper}`
}

/** Leaves out the ends of the claim's range, because nothing beyond can be submitted. */
export function withoutRangeEnds({ from, to }: Interval, range: Range | null): Interval {
  // A single value stays.
  if (range === null || (from !== null && to !== null && compareRationals(from.value, to.value) === 0))
    return { from, to }
  const isEnd = (end: End | null, limit: Rational) => end?.included === true && isEqual(end.value, limit)
  return { from: isEnd(from, range.min) ? null : from, to: isEnd(to, range.max) ? null : to }
}

/** "360 USD", ""new_york"", "yes". */
export function valueInWords(input: Input, value: Value): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value instanceof Rational) return quantityInWords(value, unitOf(input))
  return quoteVisible(value)
}
