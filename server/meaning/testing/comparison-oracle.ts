/**
 * Checks everything that a comparison says about one pair against all completions, by the reference meaning of the
 * language. If the axes do not hold every point at which an outcome changes, only false statements are reported.
 */

import { createBinder } from '../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../engine/claims/reading'
import { Meter } from '../../engine/core/meter'
import type { Known } from '../../engine/core/value'
import { parseNumeral } from '../../language/numeric/numeral'
import { compareRationals, type Rational, Rational as RationalNumber } from '../../language/numeric/rational'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { builtInLibrary } from '../../language/units/unit-library'
import type { ClaimDictionary } from '../claim-dictionary'
import type { CompleteAnswer } from '../comparison/answers'
import type { AnswerChange, Band, ComparedPair, IntervalEnd, Region } from '../comparison/comparison-result'
import { asReadBy, axesOf, ReferenceAssertion } from './completions'
import { type Axis, dictionaryCells, OutcomeTable } from './outcome-table'
import type { PointsOf } from './small-rules'

const LIBRARY = builtInLibrary()

interface Way {
  readonly before: CompleteAnswer
  readonly after: CompleteAnswer
}

const writeWay = ({ before, after }: Way) => `${before} to ${after}`

export class PairOracle {
  readonly problems: string[] = []
  private readonly names: readonly string[]
  private readonly axes: readonly Axis[]
  private readonly sides: readonly [ReferenceAssertion, ReferenceAssertion]
  private readonly tables: readonly [OutcomeTable, OutcomeTable]

  constructor(
    private readonly before: CheckedRuleset,
    private readonly after: CheckedRuleset,
    private readonly pair: ComparedPair,
    points: PointsOf,
    private readonly isExact: boolean,
  ) {
    const [was, now] = [placeOf(before, pair.before), placeOf(after, pair.after)]
    const read = [
      ...before.assertions[was]!.reads.map((input) => before.inputs[input]!.name),
      ...after.assertions[now]!.reads.map((input) => after.inputs[input]!.name),
    ]
    this.names = after.inputs.flatMap(({ name }) => (read.includes(name) ? [name] : []))
    this.axes = axesOf([before, after], this.names, points)
    this.sides = [
      new ReferenceAssertion(before, was, this.names, after),
      new ReferenceAssertion(after, now, this.names),
    ]
    const [one, other] = this.sides
    this.tables = [
      new OutcomeTable(this.axes, (values) => one.outcome(values)),
      new OutcomeTable(this.axes, (values) => other.outcome(values)),
    ]
  }

  /** Ways in which complete dictionaries are answered differently must be listed or open. */
  checkWays(): void {
    const { pair } = this
    const ways = new Set<string>()
    for (const cell of dictionaryCells(this.axes, false)) {
      const way = this.wayAt(cell)
      if (way.before !== way.after) ways.add(writeWay(way))
    }
    const listed = pair.changes.map(writeWay)
    const missing = [...ways].filter((way) => !listed.includes(way))
    const open = pair.open.map(writeWay)
    for (const way of missing) if (!open.includes(way)) this.problems.push(`${way} happens and is not listed`)
    if (new Set(listed).size < listed.length) this.problems.push('a way is listed twice')
    const directions = new Set(pair.changes.map(({ direction }) => direction))
    const expected = directions.size > 1 ? ['both'] : [...directions, ...(open.length > 0 ? ['differs'] : [])]
    if (directions.size > 0 && !expected.includes(pair.verdict)) this.problems.push(`the verdict is ${pair.verdict}`)
  }

  checkSameness(): void {
    const { verdict } = this.pair
    if (verdict === 'same' && this.firstDifference(true) !== null)
      this.problems.push('it is not the same where claims are unknown')
    if (verdict === 'another policy' || verdict === 'differs outside the ranges') {
      if (this.firstDifference(false) !== null) this.problems.push(`a complete dictionary is answered differently`)
    }
  }

  /** Whether a dictionary with unknown claims shows a difference outside the ranges. */
  get isSeenWhereUnknown(): boolean {
    return this.firstDifference(true) !== null
  }

  checkPartial(): void {
    const { partial } = this.pair
    // An unknown claim can then have values that are not on the axes.
    if (partial === null || !this.isExact) return
    const values = this.bound(partial.after, this.after)
    const answered = this.sides.map((side) => side.answerTo(values, this.axes))
    if (answered.join() !== partial.answers.join() || answered[0] === answered[1])
      this.problems.push(`with unknown claims it is answered ${answered.join(', then ')}`)
  }

  checkChanges(): void {
    for (const change of this.pair.changes) {
      const values = this.bound(change.witness.after, this.after)
      this.checkWitness(change, values)
      for (const region of change.regions) this.checkRegion(change, region, values)
    }
  }

  private wayAt(cell: readonly number[]): Way {
    const [before, after] = this.tables.map((table, side) => this.sides[side]!.answer(table.outcomes(cell)))
    return { before: before!, after: after! }
  }

  private firstDifference(hasUnknown: boolean): readonly number[] | null {
    for (const cell of dictionaryCells(this.axes, hasUnknown)) {
      const { before, after } = this.wayAt(cell)
      if (before !== after) return cell
    }
    return null
  }

  /** Binds a dictionary by place among the names; a local is unknown. */
  private bound(claims: ClaimDictionary, ruleset: CheckedRuleset): Known {
    const binding = createBinder(ruleset, LIBRARY, DEFAULT_BIND_LIMITS).bind(claims, new Meter(1_000_000))
    if (!binding.ok) throw new Error(`rejected: ${JSON.stringify(binding)}`)
    return this.names.map((name) => binding.known[ruleset.inputs.findIndex((input) => input.name === name)]!)
  }

  private answersAt(values: Known): Way {
    const [before, after] = this.sides.map((side) => side.answerTo(values, this.axes))
    return { before: before!, after: after! }
  }

  private checkWitness(change: AnswerChange, values: Known): void {
    const was = this.bound(change.witness.before, this.before)
    const isOneDictionary = values.every((value, place) => {
      if (value === null || was[place] === null) return value === was[place]
      const [from, to] = [this.before, this.after].map(
        (ruleset) => ruleset.inputs.find(({ name }) => name === this.names[place])!,
      )
      const read = asReadBy(to!, from!, was[place]!)
      return value instanceof RationalNumber ? compareRationals(value, read as Rational) === 0 : value === read
    })
    if (!isOneDictionary) this.problems.push(`the two dictionaries of “${change.witness.words}” differ`)
    if (writeWay(this.answersAt(values)) !== writeWay(change)) this.problems.push(`“${change.witness.words}” is wrong`)
    const others = this.axes.map(({ values: all, stated }, place) =>
      change.witness.decisive.includes(this.names[place]!) || stated.length === 0 ? null : all,
    )
    if (!this.isEverywhere(writeWay(change), values, others, 0))
      this.problems.push(`“${change.witness.words}” turns on a claim that it does not name`)
  }

  private isEverywhere(way: string, values: Known, others: readonly (Axis['values'] | null)[], from: number): boolean {
    const open = others.findIndex((axis, place) => place >= from && axis !== null)
    if (open < 0) return writeWay(this.answersAt(values)) === way
    return others[open]!.every((value) => this.isEverywhere(way, values.with(open, value), others, open + 1))
  }

  private checkRegion(change: AnswerChange, region: Region, values: Known): void {
    const place = this.names.indexOf(region.claim)
    const value = values[place]
    if (!(value instanceof RationalNumber)) return
    if (compareRationals(numberOf(region.value), value) !== 0) this.problems.push(`${region.claim} has another value`)
    const { stated, values: all } = this.axes[place]!
    const accepted = stated.map((at) => all[at] as Rational)
    const isAlike = (number: Rational) => writeWay(this.answersAt(values.with(place, number))) === writeWay(change)
    const inside = accepted.filter((number) => isIn(region, number))
    if (!inside.every(isAlike)) this.problems.push(`the answers are others inside “${region.words}”`)
    const beyond = [
      accepted.findLast((number) => isBelow(region, number)),
      accepted.find((number) => isAbove(region, number)),
    ]
    if (this.isExact && beyond.some((number) => number !== undefined && isAlike(number)))
      this.problems.push(`“${region.words}” ends too early`)
    const bands = [region.before, region.after]
    bands.forEach((list, side) => {
      this.checkBands(list, side, place, values)
    })
  }

  /** The bands must cover the range of their ruleset, each number once, with the right answers. */
  private checkBands(bands: readonly Band[], side: number, place: number, values: Known): void {
    const name = this.names[place]!
    const [own, last] = [this.before, this.after].map((ruleset) => ruleset.inputs.find((input) => input.name === name)!)
    const input = side === 0 ? own! : last!
    const numbers = this.axes[place]!.values as readonly Rational[]
    for (const number of numbers) {
      const { range } = input
      const read = asReadBy(input, last!, number) as Rational
      const isAccepted =
        range === null || (compareRationals(read, range.min) >= 0 && compareRationals(read, range.max) <= 0)
      const around = bands.filter((band) => isIn(band, number))
      if (around.length !== (isAccepted ? 1 : 0)) this.problems.push(`${around.length} bands of ${name} hold a number`)
      const answer = this.sides[side]!.answerTo(values.with(place, number), this.axes)
      if (around.some((band) => band.answer !== answer)) this.problems.push(`a band of ${name} is wrong`)
    }
  }
}

function placeOf({ assertions }: CheckedRuleset, name: string): number {
  return assertions.findIndex((assertion) => assertion.name === name)
}

interface Ends {
  readonly from: IntervalEnd | null
  readonly to: IntervalEnd | null
}

function numberOf(text: string): Rational {
  const number = parseNumeral(text, 1000)
  if (!(number instanceof RationalNumber)) throw new Error(`${text} is not a number`)
  return number
}

function isBelow({ from }: Ends, number: Rational): boolean {
  if (from === null) return false
  const order = compareRationals(number, numberOf(from.value))
  return order < 0 || (order === 0 && !from.included)
}

function isAbove({ to }: Ends, number: Rational): boolean {
  if (to === null) return false
  const order = compareRationals(number, numberOf(to.value))
  return order > 0 || (order === 0 && !to.included)
}

function isIn(ends: Ends, number: Rational): boolean {
  return !isBelow(ends, number) && !isAbove(ends, number)
}
