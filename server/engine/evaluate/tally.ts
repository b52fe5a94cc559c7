/**
 * A boolean quantifier decides as soon as its defined slots do; a slot without a value matters only if it could change
 * the answer. CountWhere needs every slot (public/docs/language.md, "What an answer means").
 */
import { floorOf, fromInteger, isInteger, Rational, toDouble } from '../../language/numeric/rational'
import { FALSE, NONE, type Outcomes, TRUE } from '../core/value'
import { not } from './kleene'
import { type BooleanNode, type Bounds, extentAbove, type NumericNode, type Run } from './node'
import { MAYBE, NO_VALUE, type Quantity, SOME } from './quantity'

/** Counts the slots by their possible outcomes. */
interface Tally {
  /** True in every completion. */
  certain: number
  /** True or false, and always with a value. */
  open: number
  /** Without a value in some completion, by their other outcomes. */
  none: number
  noneOrTrue: number
  noneOrFalse: number
  noneOrEither: number
}

function tallySlots(run: Run, slots: readonly ((run: Run) => Outcomes)[]): Tally {
  const counts: Tally = { certain: 0, open: 0, none: 0, noneOrTrue: 0, noneOrFalse: 0, noneOrEither: 0 }
  for (const slot of slots) {
    const mask = slot(run)
    if (mask === TRUE) counts.certain++
    else if (mask === (TRUE | FALSE)) counts.open++
    else if (mask === NONE) counts.none++
    else if (mask === (NONE | TRUE)) counts.noneOrTrue++
    else if (mask === (NONE | FALSE)) counts.noneOrFalse++
    else if (mask !== FALSE) counts.noneOrEither++
  }
  return counts
}

/** Outcomes of "at least `bound` slots are true", `bound` whole. */
function reachesBound(counts: Tally, bound: number): Outcomes {
  const voidable = counts.none + counts.noneOrTrue + counts.noneOrFalse + counts.noneOrEither
  const mostTrue = counts.certain + counts.open + counts.noneOrTrue + counts.noneOrEither
  // Even if every slot that only lacks a value were true.
  const fewest = counts.certain + counts.none + counts.noneOrTrue
  let mask = 0
  if (mostTrue >= bound) mask |= TRUE
  if (fewest < bound) mask |= FALSE
  // The true slots are too few, but those without a value could complete them.
  const lowest = Math.max(0, bound - counts.certain - voidable)
  const highest = Math.min(counts.open, bound - counts.certain - 1)
  if (voidable > 0 && lowest <= highest) mask |= NONE
  return mask
}

function exactlyOne(counts: Tally): Outcomes {
  const voidable = counts.none + counts.noneOrTrue + counts.noneOrFalse + counts.noneOrEither
  const mostTrue = counts.certain + counts.open + counts.noneOrTrue + counts.noneOrEither
  // True requires a value in every slot; these must then be true.
  const forced = counts.certain + counts.noneOrTrue
  let mask = 0
  if (counts.none === 0 && (forced === 1 || (forced === 0 && counts.open + counts.noneOrEither > 0))) mask |= TRUE
  if (mostTrue >= 2 || forced + counts.none === 0) mask |= FALSE
  if (voidable > 0 && counts.certain <= 1) mask |= NONE
  return mask
}

/** Smallest whole number at or above (`above` 0), or above (1), the bound. */
function wholeBound(bound: Rational, above: 0 | 1): number {
  const whole = toDouble(floorOf(bound))
  return isInteger(bound) ? whole + above : whole + 1
}

function unknownBound(bound: Quantity, slots: readonly ((run: Run) => Outcomes)[], run: Run): Outcomes {
  if (bound === NO_VALUE) return NONE
  const someLack = bound === MAYBE || slots.some((slot) => (slot(run) & NONE) !== 0)
  return someLack ? TRUE | FALSE | NONE : TRUE | FALSE
}

/** @param slots each combines presence and condition */
export function atLeast(count: NumericNode, slots: readonly BooleanNode[]): BooleanNode {
  const bounds = count.kind === 'constant' ? { least: wholeBound(count.value, 0), most: slots.length } : null
  return boundedTally(count, slots, bounds, 'least', (run, bound, closures) =>
    reachesBound(tallySlots(run, closures), wholeBound(bound, 0)),
  )
}

export function atMost(count: NumericNode, slots: readonly BooleanNode[]): BooleanNode {
  const bounds = count.kind === 'constant' ? { least: 0, most: wholeBound(count.value, 1) - 1 } : null
  return boundedTally(count, slots, bounds, 'most', (run, bound, closures) =>
    not(reachesBound(tallySlots(run, closures), wholeBound(bound, 1))),
  )
}

function boundedTally(
  count: NumericNode,
  slots: readonly BooleanNode[],
  bounds: Bounds | null,
  side: 'least' | 'most',
  decide: (run: Run, bound: Rational, closures: readonly ((run: Run) => Outcomes)[]) => Outcomes,
): BooleanNode {
  const boundOf = count.evaluate
  const closures = slots.map((slot) => slot.evaluate)
  const evaluate = (run: Run): Outcomes => {
    const bound = boundOf(run)
    return bound instanceof Rational ? decide(run, bound, closures) : unknownBound(bound, closures, run)
  }
  return { domain: 'boolean', kind: 'tally', count, side, bounds, slots, evaluate, ...extentAbove([count, ...slots]) }
}

export function justOne(slots: readonly BooleanNode[]): BooleanNode {
  const closures = slots.map((slot) => slot.evaluate)
  const evaluate = (run: Run): Outcomes => exactlyOne(tallySlots(run, closures))
  return {
    domain: 'boolean',
    kind: 'tally',
    count: null,
    side: null,
    bounds: { least: 1, most: 1 },
    slots,
    evaluate,
    ...extentAbove(slots),
  }
}

/** Has a value only if every slot has one. */
export function countWhere(slots: readonly BooleanNode[]): NumericNode {
  const closures = slots.map((slot) => slot.evaluate)
  const evaluate = (run: Run): Quantity => {
    const counts = tallySlots(run, closures)
    if (counts.none > 0) return NO_VALUE
    if (counts.noneOrTrue + counts.noneOrFalse + counts.noneOrEither > 0) return MAYBE
    return counts.open > 0 ? SOME : fromInteger(counts.certain)
  }
  return { domain: 'numeric', kind: 'count', slots, evaluate, ...extentAbove(slots) }
}
