/**
 * The order is fixed (public/docs/language.md, "What an answer means"): False, True; members in order; numbers 0, 1,
 * each constant with its neighbours, then midpoints. With a range, values inside it come first, then its ends.
 */
import { compareRationals, fromInteger, isEqual, ONE, type Rational, ZERO } from '../../language/numeric/rational'
import type { Input, Range } from '../../language/semantics/checked-ruleset'
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
    case 'numeric':
      return numericCandidates(constants, input.range, run)
  }
}

/** The first of {@link candidatesFor} without constants. */
export function firstCandidate({ type, range }: Input): Value {
  if (type.kind === 'boolean') return false
  if (type.kind === 'enum') return type.vocabulary[0]!
  if (range === null || isInside(ZERO, range)) return ZERO
  return isInside(ONE, range) ? ONE : range.min
}

export function isFiniteInput(input: Input): boolean {
  return input.type.kind !== 'numeric'
}

export function isInside(value: Rational, { min, max }: Range): boolean {
  return compareRationals(value, min) >= 0 && compareRationals(value, max) <= 0
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

function distinctNumbers(values: readonly Rational[]): readonly Rational[] {
  const distinctValues: Rational[] = []
  for (const value of values) if (!distinctValues.some((other) => isEqual(other, value))) distinctValues.push(value)
  return distinctValues
}
