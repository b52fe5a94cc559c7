/**
 * The order is fixed (public/docs/language.md, "What an answer means"): False, True; members in order; numbers 0, 1,
 * each constant with its neighbours, then midpoints. With a range, values inside it come first, then its ends.
 */
import { dayNumber, FIRST_DAY, LAST_DAY } from '../../language/numeric/calendar'
import { INSTANTS, isSubmittable } from '../../language/numeric/instant'
import {
  add,
  compareRationals,
  floorOf,
  fromInteger,
  isEqual,
  multiply,
  negate,
  ONE,
  type Rational,
  smallRatio,
  subtract,
  toDouble,
  ZERO,
} from '../../language/numeric/rational'
import type { Input, Range } from '../../language/semantics/checked-input'
import type { Value } from '../core/value'
import { addMetered, divideMetered, subtractMetered } from '../evaluate/metered-arithmetic'
import type { Run } from '../evaluate/node'
import { requireDefinite } from '../evaluate/quantity'

const TRUTH_VALUES: readonly Value[] = [false, true]

/** @param run pays for arithmetic on long constants */
export function candidatesFor(input: Input, constants: readonly Rational[], run: Run): readonly Value[] {
  switch (input.type.kind) {
    case 'boolean':
      return TRUTH_VALUES
    case 'enum':
      return input.type.vocabulary
    case 'date':
      return dateCandidates(constants)
    case 'timestamp':
      return instantCandidates(constants)
    case 'numeric':
      return input.whole ? wholeCandidates(constants, input.range) : numericCandidates(constants, input.range, run)
  }
}

/** The first of {@link candidatesFor} without constants. */
export function firstCandidate({ type, range, whole }: Input): Value {
  if (type.kind === 'boolean') return false
  if (type.kind === 'enum') return type.vocabulary[0]!
  if (type.kind === 'date') return FIRST_DATE
  if (type.kind === 'timestamp') return FIRST_TIME
  if (range === null || isInside(ZERO, range)) return ZERO
  if (isInside(ONE, range)) return ONE
  return whole ? ceilingOf(range.min) : range.min
}

/** Whether all values can be tried; dates and timestamps are too many. */
export function isFiniteInput({ type }: Input): boolean {
  return type.kind === 'boolean' || type.kind === 'enum'
}

export function isInside(value: Rational, { min, max }: Range): boolean {
  return compareRationals(value, min) >= 0 && compareRationals(value, max) <= 0
}

/** 1 January 2000. */
const FIRST_DATE = fromInteger(dayNumber({ year: 2000, month: 1, day: 1 }))

/** They decide most comparisons one way or the other. */
const EXTREME_DATES = [FIRST_DAY, LAST_DAY].map(fromInteger)

/** Candidates of a date: only days that a claim can hold. */
function dateCandidates(constants: readonly Rational[]): readonly Rational[] {
  const near = [...constants].sort(compareRationals).flatMap(daysNear)
  return distinctNumbers([FIRST_DATE, ...near, ...EXTREME_DATES])
}

/** The day of a number and the two around it, as far as a claim can hold them. */
function daysNear(value: Rational): readonly Rational[] {
  const day = toDouble(floorOf(value))
  return [day, day - 1, day + 1].filter((each) => each >= FIRST_DAY && each <= LAST_DAY).map(fromInteger)
}

/**
 * The values that the input can have at and around a number: whole numbers, days, or instants; `null` if any number is
 * possible.
 */
export function wholesNear({ type, whole }: Input, value: Rational): readonly Rational[] | null {
  if (type.kind === 'date') return daysNear(value)
  if (type.kind === 'timestamp') return [value, add(value, ONE), subtract(value, ONE)].filter(isSubmittable)
  if (!whole) return null
  const below = floorOf(value)
  return [below, subtract(below, ONE), add(below, ONE)]
}

/** The first instant of 2000 in UTC. */
const FIRST_TIME = ZERO
/** A time that is already on the next day at another offset. */
const LATE_TIME = fromInteger(23)
const STEPS = [fromInteger(1), smallRatio(1, 3600), fromInteger(24)]

/**
 * Only instants that a claim can hold. Instants a whole hour, second or day from a constant are easy to read; between
 * two constants that are nearer to each other there is only their middle.
 */
function instantCandidates(constants: readonly Rational[]): readonly Rational[] {
  const ascending = [...constants].sort(compareRationals)
  const near = ascending.flatMap((constant) => [
    constant,
    ...STEPS.flatMap((step) => [subtract(constant, step), add(constant, step)]),
  ])
  const between = ascending.slice(1).map((constant, i) => multiply(add(ascending[i]!, constant), HALF))
  return distinctNumbers([FIRST_TIME, ...near, ...between, LATE_TIME, INSTANTS.min, INSTANTS.max].filter(isSubmittable))
}

function wholeCandidates(constants: readonly Rational[], range: Range | null): readonly Rational[] {
  const near = [...constants].sort(compareRationals).flatMap((constant) => {
    const below = floorOf(constant)
    return [below, subtract(below, ONE), add(below, ONE)]
  })
  const listed = [ZERO, ONE, ...near]
  if (range === null) return distinctNumbers(listed)
  const inside = listed.filter((value) => isInside(value, range))
  const outside = listed.filter((value) => !isInside(value, range))
  return distinctNumbers([...inside, ceilingOf(range.min), floorOf(range.max), ...outside])
}

function ceilingOf(value: Rational): Rational {
  return negate(floorOf(negate(value)))
}

function numericCandidates(constants: readonly Rational[], range: Range | null, run: Run): readonly Rational[] {
  const ascending = [...constants].sort(compareRationals)
  const listed: Rational[] = [ZERO, ONE]
  for (const constant of ascending)
    listed.push(
      constant,
      requireDefinite(subtractMetered(run, constant, ONE)),
      requireDefinite(addMetered(run, constant, ONE)),
    )
  for (let i = 1; i < ascending.length; i++)
    listed.push(requireDefinite(divideMetered(run, addMetered(run, ascending[i - 1]!, ascending[i]!), TWO)))
  if (range === null) return distinctNumbers(listed)
  const inside = listed.filter((value) => isInside(value, range))
  const outside = listed.filter((value) => !isInside(value, range))
  return distinctNumbers([...inside, range.min, range.max, ...outside])
}

const TWO = fromInteger(2)
const HALF = smallRatio(1, 2)

function distinctNumbers(values: readonly Rational[]): readonly Rational[] {
  const distinctValues: Rational[] = []
  for (const value of values) if (!distinctValues.some((other) => isEqual(other, value))) distinctValues.push(value)
  return distinctValues
}
