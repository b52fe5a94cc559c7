import {
  add,
  compareRationals,
  divide,
  fromInteger,
  negate,
  ONE,
  type Rational,
  subtract,
  ZERO,
} from '../../language/numeric/rational'
import { type Interval, isIn } from '../outcomes-along'

/**
 * Next to an excluded end no number is the nearest, so this takes a close one that is nearer than every other interval.
 * Null without intervals.
 */
export function nearestNumber(intervals: readonly Interval[], submitted: Rational): Rational | null {
  if (intervals.some((interval) => isIn(interval, submitted))) return submitted
  const ends = intervals.flatMap((interval) =>
    [interval.from, interval.to].flatMap((end) =>
      end === null ? [] : [{ interval, ...end, distance: distanceBetween(end.value, submitted) }],
    ),
  )
  const ranked = ends.sort(
    (a, b) => compareRationals(a.distance, b.distance) || Number(b.included) - Number(a.included),
  )
  const [first] = ranked
  if (first === undefined) return null
  if (first.included) return first.value
  const { from, to } = first.interval
  const farther = ranked.find((end) => compareRationals(end.distance, first.distance) > 0)
  const steps = [
    ONE,
    ...(from === null || to === null ? [] : [halfOf(subtract(to.value, from.value))]),
    ...(farther === undefined ? [] : [halfOf(subtract(farther.distance, first.distance))]),
  ]
  const step = steps.sort(compareRationals)[0]!
  return from?.value === first.value ? add(first.value, step) : subtract(first.value, step)
}

function halfOf(value: Rational): Rational {
  return divide(value, fromInteger(2))!
}

function distanceBetween(one: Rational, other: Rational): Rational {
  const difference = subtract(one, other)
  return compareRationals(difference, ZERO) < 0 ? negate(difference) : difference
}
