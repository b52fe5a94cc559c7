/**
 * Exact intervals of one number in which something holds. Each listed interval holds in full and is inside the range.
 */
import {
  add,
  compareRationals,
  floorOf,
  isEqual,
  isInteger,
  negate,
  ONE,
  type Rational,
  subtract,
  ZERO,
} from '../../language/numeric/rational'
import type { Limit } from '../answer'
import type { AllBreakpoints } from '../breakpoints'
import { elementaryIntervals, type Interval, intersectIntervals } from '../outcomes-along'
import { commonPeriod, pointsBetween } from '../repeated-points'
import { nearestNumber } from './nearest-number'

/** Why the list may be incomplete, or a nearer value was not excluded. */
export type Missing = Limit | 'questions' | 'repeating'

export interface Listed {
  readonly intervals: readonly Interval[]
  /** Null if the list is complete. */
  readonly missing: Missing | null
}

export interface Nearest {
  readonly value: Rational | null
  /** Null if no nearer value holds, except next to an excluded end. */
  readonly missing: Missing | null
}

/** Points in one window. */
const MAX_POINTS = 800
/** Periodic intervals inside a range. */
const MAX_REPEATED_INTERVALS = 16

interface Piece {
  readonly interval: Interval
  /** Contains one irrational breakpoint, and nothing else changes. */
  readonly isSplit: boolean
  readonly sample: Rational
}

interface Window {
  readonly from: Rational
  readonly to: Rational
}

export class ValuesAlong {
  private readonly points: readonly Rational[]
  private readonly period: Rational | null
  private readonly known = new Map<string, boolean | Missing>()

  /**
   * @param holds is the same between two breakpoints
   * @param isWhole only whole numbers can be submitted; the intervals end at such
   */
  constructor(
    private readonly all: AllBreakpoints,
    private readonly range: Interval,
    private readonly isWhole: boolean,
    private readonly holds: (value: Rational) => boolean | Missing,
  ) {
    this.points = [...all.points, ...all.irrational.flatMap(({ low, high }) => [low, high])].sort(compareRationals)
    this.period = all.repeated.length === 0 ? null : all.repeated.map(({ period }) => period).reduce(commonPeriod)
  }

  list(): Listed {
    if (this.period === null) return this.listed(this.pieces(this.points), null)
    const core = this.core(this.period)
    const pieces = this.piecesOf(core)
    if (pieces === null) return { intervals: [], missing: 'questions' }
    const [below, above] = [this.tail(pieces, core.from, -1), this.tail(pieces, core.to, 1)]
    if (below !== 'some' && above !== 'some')
      return this.listed([
        ...(below === 'all' ? [outerPiece(core.from, -1)] : []),
        ...pieces,
        ...(above === 'all' ? [outerPiece(core.to, 1)] : []),
      ])
    return this.inRange() ?? this.unbounded(pieces, core, below, above)
  }

  /** @param value does not hold itself */
  nearest(value: Rational): Nearest {
    if (this.period === null) {
      const { intervals, missing } = this.list()
      return { value: nearestNumber(intervals, value), missing: missing === 'irrational' ? null : missing }
    }
    const around = { from: subtract(value, this.period), to: add(value, this.period) }
    // Farther out, outcomes repeat, except near non-periodic points.
    const near = this.firstHolding(around, value)
    return near.value === null && near.missing === null ? this.firstHolding(this.core(this.period), value) : near
  }

  private listed(pieces: readonly Piece[], missing: Missing | null = null): Listed {
    const held: Interval[] = []
    let why = missing
    pieces.forEach((piece, index) => {
      const inside = this.submittable(piece.interval)
      if (inside === null) return
      const status = this.status(piece)
      if (status === true) held.push(inside)
      else if (piece.isSplit && (this.isHeld(pieces[index - 1]) || this.isHeld(pieces[index + 1]))) why ??= 'irrational'
      else if (status !== false) why ??= status
    })
    return { intervals: joinIntervals(held, this.isWhole), missing: why }
  }

  /** The part of an interval that can be submitted, or null. */
  private submittable(interval: Interval): Interval | null {
    const inside = intersectIntervals(interval, this.range)
    return inside === null || !this.isWhole ? inside : wholeNumbersIn(inside)
  }

  private isHeld(piece: Piece | undefined): boolean {
    return piece !== undefined && this.status(piece) === true
  }

  /** Outside this window and a period on each side, outcomes only repeat. */
  private core(period: Rational): Window {
    return { from: subtract(this.points[0] ?? ZERO, period), to: add(this.points.at(-1) ?? ZERO, period) }
  }

  /** How much of the outermost period holds; everything farther out repeats it. */
  private tail(pieces: readonly Piece[], end: Rational, side: 1 | -1): 'all' | 'some' | 'none' {
    const limit = side > 0 ? subtract(end, this.period!) : add(end, this.period!)
    if (intersectIntervals(this.range, outerPiece(end, side).interval) === null) return 'none'
    const outer = pieces.filter(({ sample }) => compareRationals(sample, limit) * side > 0)
    const held = outer.filter((piece) => this.isHeld(piece)).length
    return held === 0 ? 'none' : held === outer.length ? 'all' : 'some'
  }

  /** Null if the range is open or too long. */
  private inRange(): Listed | null {
    const { from, to } = this.range
    if (from === null || to === null) return null
    const pieces = this.piecesOf({ from: from.value, to: to.value })
    const listed = pieces === null ? null : this.listed(pieces)
    return listed === null || listed.intervals.length > MAX_REPEATED_INTERVALS ? null : listed
  }

  /** Keeps only intervals that go on without end. */
  private unbounded(pieces: readonly Piece[], core: Window, below: string, above: string): Listed {
    const { intervals } = this.listed([
      ...(below === 'all' ? [outerPiece(core.from, -1)] : []),
      ...pieces,
      ...(above === 'all' ? [outerPiece(core.to, 1)] : []),
    ])
    const reaches = (interval: Interval) =>
      (below === 'all' && intersectIntervals(interval, outerPiece(core.from, -1).interval) !== null) ||
      (above === 'all' && intersectIntervals(interval, outerPiece(core.to, 1).interval) !== null)
    return { intervals: intervals.filter(reaches), missing: 'repeating' }
  }

  private firstHolding(window: Window, value: Rational): Nearest {
    const pieces = this.piecesOf(window, value)
    if (pieces === null) return { value: null, missing: 'questions' }
    const inside = pieces.flatMap((piece) => {
      const interval = this.submittable(piece.interval)
      return interval === null ? [] : [{ piece, interval, distance: distanceFrom(value, interval) }]
    })
    inside.sort(
      (a, b) => compareRationals(a.distance, b.distance) || Number(isPoint(b.interval)) - Number(isPoint(a.interval)),
    )
    let missing: Missing | null = null
    const held: Interval[] = []
    let farthest: Rational | null = null
    for (const { piece, interval, distance } of inside) {
      if (farthest !== null && compareRationals(distance, farthest) > 0) break
      const status = this.status(piece)
      if (status === true) held.push(interval)
      else if (status !== false) missing ??= status
      // Next to an excluded end, the value is at most one step farther out.
      if (status === true) farthest ??= add(distance, ONE)
    }
    return { value: nearestNumber(held, value), missing }
  }

  /** Null if there are too many. */
  private piecesOf({ from, to }: Window, cut: Rational | null = null): readonly Piece[] | null {
    const isInside = (point: Rational) => compareRationals(point, from) >= 0 && compareRationals(point, to) <= 0
    const points = [from, to, ...this.points.filter(isInside), ...(cut === null ? [] : [cut])]
    for (const repeated of this.all.repeated) {
      const inside = pointsBetween(repeated, from, to, MAX_POINTS - points.length)
      if (inside === null) return null
      points.push(...inside)
    }
    const ascending = points.sort(compareRationals)
    const pieces = this.pieces(
      ascending.filter((point, index) => index === 0 || !isEqual(point, ascending[index - 1]!)),
    )
    return pieces.slice(1, -1)
  }

  private pieces(ascending: readonly Rational[]): readonly Piece[] {
    return elementaryIntervals(ascending).map((each) => ({ ...each, isSplit: this.isSplit(each.interval) }))
  }

  private isSplit({ from, to }: Interval): boolean {
    if (from === null || to === null || from.included) return false
    return this.all.irrational.some(({ low, high }) => isEqual(low, from.value) && isEqual(high, to.value))
  }

  /** Around an irrational breakpoint, the status is that of the two decimals. */
  private status({ sample, isSplit, interval }: Piece): boolean | Missing {
    if (!isSplit) return this.at(sample)
    const [low, high] = [this.at(interval.from!.value), this.at(interval.to!.value)]
    if (low === true && high === true) return true
    return typeof low === 'string' ? low : typeof high === 'string' ? high : false
  }

  private at(value: Rational): boolean | Missing {
    const key = value.big === null ? `${value.n}/${value.d}` : `${value.big.n}/${value.big.d}`
    const status = this.known.get(key) ?? this.holds(value)
    this.known.set(key, status)
    return status
  }
}

function outerPiece(end: Rational, side: 1 | -1): Piece {
  const at = { value: end, included: true }
  return { interval: side < 0 ? { from: null, to: at } : { from: at, to: null }, isSplit: false, sample: end }
}

function isPoint({ from, to }: Interval): boolean {
  return from !== null && to !== null && isEqual(from.value, to.value)
}

function distanceFrom(value: Rational, { from, to }: Interval): Rational {
  const below = from === null ? ZERO : subtract(from.value, value)
  const above = to === null ? ZERO : subtract(value, to.value)
  if (compareRationals(below, ZERO) > 0) return below
  return compareRationals(above, ZERO) > 0 ? above : ZERO
}

function wholeNumbersIn({ from, to }: Interval): Interval | null {
  const least =
    from === null ? null : isInteger(from.value) && !from.included ? add(from.value, ONE) : ceilingOf(from.value)
  const most = to === null ? null : isInteger(to.value) && !to.included ? subtract(to.value, ONE) : floorOf(to.value)
  if (least !== null && most !== null && compareRationals(least, most) > 0) return null
  return { from: least && { value: least, included: true }, to: most && { value: most, included: true } }
}

function ceilingOf(value: Rational): Rational {
  return negate(floorOf(negate(value)))
}

function joinIntervals(intervals: readonly Interval[], isWhole: boolean): readonly Interval[] {
  const result: Interval[] = []
  for (const interval of intervals) {
    const last = result.at(-1)
    if (last?.to && interval.from && areTouching(last.to, interval.from, isWhole))
      result[result.length - 1] = { from: last.from, to: interval.to }
    else result.push(interval)
  }
  return result
}

function areTouching(to: NonNullable<Interval['to']>, from: NonNullable<Interval['from']>, isWhole: boolean): boolean {
  if (isWhole) return compareRationals(from.value, add(to.value, ONE)) <= 0
  const order = compareRationals(from.value, to.value)
  return order < 0 || (order === 0 && (to.included || from.included))
}
