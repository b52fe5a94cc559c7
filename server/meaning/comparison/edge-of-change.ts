/**
 * Moves a witness to the edge of its change, and finds the exact interval of the change along each number. Answers stay
 * the same, and ranges are kept.
 */

import type { Completion, Outcomes, Value } from '../../engine/core/value'
import { not } from '../../engine/evaluate/kleene'
import { printNumeral } from '../../language/numeric/numeral'
import { add, compareRationals, divide, fromInteger, ONE, Rational, subtract } from '../../language/numeric/rational'
import { isWholeInput, type Range } from '../../language/semantics/checked-input'
import type { Space } from '../condition'
import { intervalInWords, unitOf, withoutRangeEnds } from '../interval-words'
import {
  type ConditionLines,
  type End,
  type Interval,
  intersectIntervals,
  isIn,
  type SharedPiece,
} from '../outcomes-along'
import { answerOf, type CompleteAnswer } from './answers'
import type { Band, IntervalEnd, Region } from './comparison-result'
import type { BothRanges } from './joined-rulesets'

type Answers = readonly [before: CompleteAnswer, after: CompleteAnswer]

export class EdgeOfChange {
  /** @param lines of the answer conditions, or of the two conditions if answers follow from them */
  constructor(
    private readonly space: Space,
    private readonly lines: ConditionLines,
    private readonly rangesOf: (claim: number) => BothRanges,
  ) {}

  answers(values: Completion): Answers {
    return answersOf(this.lines.outcomes(values))
  }

  atEdge(values: Completion, claims: readonly number[]): Completion {
    const moved: (Value | null)[] = [...values]
    for (const claim of claims) {
      const along = this.changeAlong(moved, claim)
      if (along !== null)
        moved[claim] = edgeValue(along.interval, this.space.inputs[claim]!.range, moved[claim] as Rational)
    }
    return moved
  }

  /** One for each of these numeric claims along which the change has an end. */
  regions(values: Completion, claims: readonly number[]): readonly Region[] {
    return claims.flatMap((claim) => {
      const along = this.changeAlong(values, claim)
      if (along === null) return []
      const input = this.space.inputs[claim]!
      const { from, to } = withoutRangeEnds(along.interval, input.range)
      if (from === null && to === null) return []
      const ranges = this.rangesOf(claim)
      // Beyond the end of one range, the other ruleset accepts numbers that are not compared.
      const inner = withoutRangeEnds(along.interval, unionOfRanges(ranges))
      const bands = (side: 0 | 1) => bandsOf(along.pieces, asInterval(ranges[side]), side)
      return [
        {
          claim: input.name,
          unit: input.unitSpelling ?? unitOf(input)?.text ?? null,
          from: writeEnd(inner.from),
          to: writeEnd(inner.to),
          value: printNumeral(values[claim] as Rational),
          words: intervalInWords(inner, unitOf(input)),
          before: bands(0),
          after: bands(1),
        },
      ]
    })
  }

  /** Claims without which the change is not certain. */
  decisive(values: Completion, claims: readonly number[]): readonly number[] {
    const [before, after] = this.answers(values)
    const open: (Value | null)[] = [...values]
    const decisive: number[] = []
    for (const claim of claims.toReversed()) {
      open[claim] = null
      const [beforeTrue = 0, beforeFalse = 0, afterTrue = 0, afterFalse = 0] = ofAnswers(this.lines.outcomes(open))
      if (isCertain(before, beforeTrue, beforeFalse) && isCertain(after, afterTrue, afterFalse)) continue
      open[claim] = values[claim]!
      decisive.push(claim)
    }
    return decisive.reverse()
  }

  /** Null if the interval is not certain. */
  private changeAlong(
    values: Completion,
    claim: number,
  ): { readonly interval: Interval; readonly pieces: readonly SharedPiece[] } | null {
    const value = values[claim]
    // Between two days, or whole numbers, there is no other, so the ends of intervals would mislead.
    const input = this.space.inputs[claim]!
    if (!(value instanceof Rational) || isWholeInput(input) || input.type.kind === 'timestamp') return null
    const pieces = this.lines.along(values, claim)
    const at = pieces?.findIndex((piece) => isIn(piece, value)) ?? -1
    if (pieces === null || at < 0) return null
    const wanted = answersOf(pieces[at]!.outcomes)
    const isAlike = (index: number) => {
      const answers = pieces[index] === undefined ? null : answersOf(pieces[index].outcomes)
      return answers !== null && answers[0] === wanted[0] && answers[1] === wanted[1]
    }
    let [first, last] = [at, at]
    while (isAlike(first - 1)) first--
    while (isAlike(last + 1)) last++
    const range = asInterval(this.space.inputs[claim]!.range)
    const interval = intersectIntervals({ from: pieces[first]!.from, to: pieces[last]!.to }, range)
    return interval === null ? null : { interval, pieces }
  }
}

/** Without locals, an answer is TRUE if the outcome is, and FALSE if the negated outcome is TRUE. */
function ofAnswers(outcomes: readonly Outcomes[]): readonly Outcomes[] {
  return outcomes.length === 2 ? outcomes.flatMap((outcome) => [outcome, not(outcome)]) : outcomes
}

function answersOf(outcomes: readonly Outcomes[]): Answers {
  const [beforeTrue = 0, beforeFalse = 0, afterTrue = 0, afterFalse = 0] = ofAnswers(outcomes)
  return [answerOf(beforeTrue, beforeFalse), answerOf(afterTrue, afterFalse)]
}

/** Whether the answer is certain in every open case. */
function isCertain(answer: CompleteAnswer, isTrue: Outcomes, isFalse: Outcomes): boolean {
  const TRUE_ALONE = 1
  if (answer === 'TRUE') return isTrue === TRUE_ALONE
  if (answer === 'FALSE') return isFalse === TRUE_ALONE
  return ((isTrue | isFalse) & TRUE_ALONE) === 0
}

/** The end itself if it is included, otherwise a step inside. Ends of the range do not count. */
function edgeValue(interval: Interval, range: Range | null, value: Rational): Rational {
  const { from, to } = withoutRangeEnds(interval, range)
  if (from?.included) return from.value
  if (to?.included) return to.value
  const steps = [
    ...(from === null ? [] : [add(from.value, ONE)]),
    ...(to === null ? [] : [subtract(to.value, ONE)]),
    ...(interval.from === null || interval.to === null
      ? []
      : [divide(add(interval.from.value, interval.to.value), fromInteger(2))!]),
  ]
  return from === null && to === null ? value : (steps.find((step) => isIn(interval, step)) ?? value)
}

function asInterval(range: Range | null): Interval {
  if (range === null) return { from: null, to: null }
  return { from: { value: range.min, included: true }, to: { value: range.max, included: true } }
}

/** Includes everything that either ruleset accepts. */
function unionOfRanges([one, other]: BothRanges): Range | null {
  if (one === null || other === null) return null
  const min = compareRationals(one.min, other.min) <= 0 ? one.min : other.min
  const max = compareRationals(one.max, other.max) >= 0 ? one.max : other.max
  return { min, max }
}

function writeEnd(end: End | null): IntervalEnd | null {
  return end === null ? null : { value: printNumeral(end.value), included: end.included }
}

function bandsOf(pieces: readonly SharedPiece[], range: Interval, side: 0 | 1): readonly Band[] {
  const bands: Band[] = []
  for (const piece of pieces) {
    const inside = intersectIntervals(piece, range)
    if (inside === null) continue
    const answer = answersOf(piece.outcomes)[side]
    const last = bands.at(-1)
    if (last?.answer === answer) bands[bands.length - 1] = { ...last, to: writeEnd(inside.to) }
    else bands.push({ from: writeEnd(inside.from), to: writeEnd(inside.to), answer })
  }
  return bands
}
