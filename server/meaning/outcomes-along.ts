/** Pieces cover all numbers without gap or overlap; neighbours differ in some outcome. */

import { type Meter, StepsExceededError } from '../engine/core/meter'
import type { Completion, Outcomes, Value } from '../engine/core/value'
import { compileProgram, type Program } from '../engine/evaluate/program'
import { add, compareRationals, divide, fromInteger, ONE, type Rational, subtract } from '../language/numeric/rational'
import { findBreakpoints } from './breakpoints'
import type { Condition, Space } from './condition'
import { conditionsRuleset } from './question-ruleset'

export interface End {
  readonly value: Rational
  readonly included: boolean
}

/** A null end is unbounded. */
export interface Interval {
  readonly from: End | null
  readonly to: End | null
}

export interface Piece extends Interval {
  readonly outcome: Outcomes
}

/** In the order of the conditions. */
export interface SharedPiece extends Interval {
  readonly outcomes: readonly Outcomes[]
}

/**
 * Null if exact intervals are not known (breakpoints.ts) or the steps are spent.
 * @param values that of `input` does not matter
 */
export function outcomesAlong(
  space: Space,
  condition: Condition,
  values: Completion,
  input: number,
  meter: Meter,
): readonly Piece[] | null {
  const pieces = new ConditionLines(compileProgram(conditionsRuleset(space, [condition])), meter).along(values, input)
  return pieces?.map(({ from, to, outcomes }) => ({ from, to, outcome: outcomes[0]! })) ?? null
}

/** Compiled once for several conditions and numbers. */
export class ConditionLines {
  private readonly conditions: readonly number[]

  /** @param program its assertions are the conditions */
  constructor(
    private readonly program: Program,
    private readonly meter: Meter,
  ) {
    this.conditions = program.roots.map((_, index) => index)
  }

  along(values: Completion, input: number): readonly SharedPiece[] | null {
    try {
      return this.pieces([...values], input)
    } catch (error) {
      if (error instanceof StepsExceededError) return null
      throw error
    }
  }

  outcomes(values: Completion): readonly Outcomes[] {
    return this.conditions.map((condition) => this.program.evaluate(condition, values, this.meter))
  }

  private pieces(values: (Value | null)[], input: number): readonly SharedPiece[] | null {
    values[input] = null
    const all = findBreakpoints(this.program.roots, this.program.begin(values, this.meter), input)
    // Periodic or irrational ends cannot be listed.
    if (all === null || all.repeated.length > 0 || all.irrational.length > 0) return null
    const pieces: SharedPiece[] = []
    for (const { interval, sample } of elementaryIntervals([...all.points].sort(compareRationals))) {
      values[input] = sample
      const outcomes = this.outcomes(values)
      const last = pieces.at(-1)
      if (last?.outcomes.every((outcome, index) => outcome === outcomes[index]))
        pieces[pieces.length - 1] = { ...last, to: interval.to }
      else pieces.push({ ...interval, outcomes })
    }
    return pieces
  }
}

export interface Elementary {
  readonly interval: Interval
  /** A number inside. */
  readonly sample: Rational
}

const TWO = fromInteger(2)

/** The points and the open intervals around them, ascending. */
export function elementaryIntervals(points: readonly Rational[]): readonly Elementary[] {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return [{ interval: { from: null, to: null }, sample: ONE }]
  const open = (value: Rational): End => ({ value, included: false })
  const elementary: Elementary[] = [{ interval: { from: null, to: open(first) }, sample: subtract(first, ONE) }]
  points.forEach((point, index) => {
    const end: End = { value: point, included: true }
    elementary.push({ interval: { from: end, to: end }, sample: point })
    const next = points[index + 1]
    if (next !== undefined)
      elementary.push({ interval: { from: open(point), to: open(next) }, sample: divide(add(point, next), TWO)! })
  })
  return [...elementary, { interval: { from: open(last), to: null }, sample: add(last, ONE) }]
}

export function isIn({ from, to }: Interval, value: Rational): boolean {
  const above = from === null ? 1 : compareRationals(value, from.value)
  const below = to === null ? -1 : compareRationals(value, to.value)
  return (above > 0 || (above === 0 && from!.included)) && (below < 0 || (below === 0 && to!.included))
}

export function intersectIntervals(a: Interval, b: Interval): Interval | null {
  const from = a.from === null || (b.from !== null && isTighter(b.from, a.from, 1)) ? b.from : a.from
  const to = a.to === null || (b.to !== null && isTighter(b.to, a.to, -1)) ? b.to : a.to
  if (from === null || to === null) return { from, to }
  const order = compareRationals(from.value, to.value)
  return order < 0 || (order === 0 && from.included && to.included) ? { from, to } : null
}

/** @param side 1 for lower ends, -1 for upper ones */
function isTighter(one: End, other: End, side: 1 | -1): boolean {
  const order = compareRationals(one.value, other.value) * side
  return order > 0 || (order === 0 && !one.included && other.included)
}
