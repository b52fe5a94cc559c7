import type { Value } from '../engine/core/value'
import { amountInWords, numeralInWords, quantityInWords } from '../engine/explain/english/quantities'
import { worthInWords } from '../engine/explain/english/values'
import { compareRationals, isEqual, type Rational } from '../language/numeric/rational'
import type { Input, Range } from '../language/semantics/checked-input'
import type { Type } from '../language/semantics/checked-type'
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
  if (!from.included && !to.included) return `above ${numeralInWords(from.value, unit)} and below ${upper}`
  return `${from.included ? 'from' : 'above'} ${numeralInWords(from.value, unit)} ${to.included ? 'up to' : 'to below'} ${upper}`
}

/** For dates and timestamps: "31 January 2026", "from 1 March 2026 at 08:30 UTC". */
export function timesInWords({ from, to }: Interval, type: Type): string {
  const words = (end: End) => amountInWords(end.value, type)
  if (from !== null && to !== null && compareRationals(from.value, to.value) === 0) return words(to)
  const ends = [
    ...(from === null ? [] : [`${from.included ? 'from' : 'after'} ${words(from)}`]),
    ...(to === null ? [] : [`${to.included ? 'up to' : 'before'} ${words(to)}`]),
  ]
  return ends.length === 0 ? `any ${type.kind}` : ends.join(' ')
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
  return worthInWords(input, value)
}
