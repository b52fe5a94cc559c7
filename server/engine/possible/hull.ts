/** The smallest interval that contains every value of a number, with a completion for each end. */
import { CALENDAR_REACH } from '../../language/numeric/calendar'
import {
  add,
  compareRationals,
  fromInteger,
  isEqual,
  isInteger,
  multiply,
  ONE,
  Rational,
  signOf,
  toDouble,
  ZERO,
} from '../../language/numeric/rational'
import { type Completion, NONE, TRUE } from '../core/value'
import type { ValueNode } from '../evaluate/node'
import { constantForm, type Form, UNIT } from '../search/linear-form'
import { BeyondLinearError, findPoint, rangeOf, UnconfirmedError, whereValue } from './cell'
import { type Constraint, differenceOf, MINUS_ONE, scaleForm } from './constraint'
import type { Bound, Interval } from './elimination'
import { type Enclosure, encloseSum } from './enclosure'
import { formOf, scaleQuotient, sumOf } from './forms'
import { hasImage, type Images } from './images'
import { isFarther, sumOfBounds } from './intervals'
import { completionAt, exploreRegions, type Region } from './regions'
import { type Space, withValue } from './settled'
import {
  fewValues,
  fewWhole,
  type Group,
  groupsOf,
  openInputs,
  sampleOf,
  splittingInput,
  sumOfTerms,
  type Term,
} from './terms'
import type { Trace } from './trace'

export interface Hull {
  /** Null if there is never a value. */
  readonly values: Values | null
  /** Whether some completion has no value. */
  readonly mayLack: boolean
}

export interface Values extends Interval {
  /** They attain the ends that are included, and have some value otherwise. */
  readonly lowest: Completion
  readonly highest: Completion
  /** All values, ascending; null if they are more than {@link MAX_POINTS}. */
  readonly points: readonly Rational[] | null
}

export const MAX_POINTS = 8

export function hullOf(space: Space, terms: readonly Term[]): Hull {
  if (space.isDate) return hullOfDate(space, terms)
  const { constant, terms: open } = sumOfTerms(space, terms)
  let sum: Hull = { values: fixedValue(space, constant), mayLack: false }
  for (const group of groupsOf(space, open)) sum = sumOfHulls(sum, hullOfGroup(space, group))
  return sum
}

/** Only a whole sum is a day, so it is not taken apart. */
function hullOfDate(space: Space, terms: readonly Term[]): Hull {
  const nodes = nodesOf(terms)
  const [known] = nodes.map((node) => space.settled.get(node))
  if (!(known instanceof Rational)) return hullOfGroup(space, { terms, inputs: openInputs(space, nodes) })
  return isDay(known) ? { values: fixedValue(space, known), mayLack: false } : { values: null, mayLack: true }
}

function isDay(value: Rational): boolean {
  return isInteger(value) && Math.abs(toDouble(value)) <= CALENDAR_REACH
}

function nodesOf(terms: readonly Term[]): readonly ValueNode[] {
  return terms.map(({ node }) => node)
}

function fixedValue({ known }: Space, value: Rational): Values {
  const bound = { value, included: true }
  return { from: bound, to: bound, lowest: known, highest: known, points: [value] }
}

function hullOfGroup(space: Space, group: Group): Hull {
  const input = splittingInput(space, group)
  if (input !== null) return hullByValue(space, group, input)
  try {
    return hullOfCells({ ...space, open: [...group.inputs] }, group.terms)
  } catch (error) {
    if (!(error instanceof BeyondLinearError)) throw error
    const whole = fewWhole(space, group.inputs)
    return whole === null ? hullOfSamples(space, group) : hullByValue(space, group, whole)
  }
}

/** The values for some values of one claim, if interval arithmetic proves that they reach as far as all others. */
function hullOfSamples(space: Space, group: Group): Hull {
  const sample = sampleOf(space, group.inputs)
  if (sample === null || space.isDate) throw new BeyondLinearError()
  const enclosure = encloseSum(space, group.terms)
  const nodes = nodesOf(group.terms)
  let hull: Hull = { values: null, mayLack: false }
  for (const value of sample.values)
    hull = joinedHull(hull, sampledHull(withValue(space, nodes, sample.input, value), group.terms))
  const { values, mayLack } = hull
  const isOutermost = values !== null && enclosure.values !== null && isSameInterval(values, enclosure.values)
  if (!isOutermost || mayLack !== enclosure.mayLack) throw new BeyondLinearError()
  return { values: { ...values, points: null }, mayLack }
}

/** Nothing if that is not decided either. */
function sampledHull(space: Space, terms: readonly Term[]): Hull {
  try {
    return hullOf(space, terms)
  } catch (error) {
    if (error instanceof BeyondLinearError) return { values: null, mayLack: false }
    throw error
  }
}

function isSameInterval(one: Interval, other: Interval): boolean {
  return [-1 as const, 1 as const].every((side) => {
    const [a, b] = side < 0 ? [one.from, other.from] : [one.to, other.to]
    return !isFarther(a, b, side) && !isFarther(b, a, side)
  })
}

function hullByValue(space: Space, group: Group, input: number): Hull {
  let hull: Hull | null = null
  const nodes = nodesOf(group.terms)
  for (const value of fewValues(space.program.ruleset.inputs[input]!) ?? []) {
    const each = hullOf(withValue(space, nodes, input, value), group.terms)
    hull = hull === null ? each : joinedHull(hull, each)
  }
  return hull ?? { values: null, mayLack: false }
}

/** An end that is attained at a completion, or that a cell approaches as closely as one likes. */
interface End extends Reached {
  readonly region: Region
  readonly completion: Completion
}

function hullOfCells(space: Space, terms: readonly Term[]): Hull {
  const enclosure = enclosureOf(space, terms)
  let from: End | null = null
  let to: End | null = null
  let mayLack = false
  let points: readonly Rational[] | null = []
  exploreRegions(
    space,
    (trace) => ({ form: readSum(space, trace, terms), images: trace.images }),
    ({ region, completion, result: { form, images } }) => {
      const isFull = () => points === null && isReached({ from, to, mayLack }, enclosure)
      if (form === null) {
        mayLack = true
        return !isFull()
      }
      const range = space.isDate
        ? reachOfDays(space, region.constraints, form, images)
        : reachOf(space, region.constraints, form, images)
      if (range === null || range.isCut === true) mayLack = true
      if (range === null) return !isFull()
      points = joinedPoints(points, onlyPoint(range))
      if (from === null || isFarther(range.from.bound, from.bound, -1)) from = { ...range.from, region, completion }
      if (to === null || isFarther(range.to.bound, to.bound, 1)) to = { ...range.to, region, completion }
      return !isFull()
    },
  )
  const [least, greatest] = [from as End | null, to as End | null]
  if (least === null || greatest === null) return { values: null, mayLack }
  const [lowest, highest] = [completionOf(space, least), completionOf(space, greatest)]
  return { values: { from: least.bound, to: greatest.bound, lowest, highest, points }, mayLack }
}

/** Null if some operation has no interval. The limits of dates are not in it. */
function enclosureOf(space: Space, terms: readonly Term[]): Enclosure | null {
  try {
    return space.isDate ? null : encloseSum(space, terms)
  } catch (error) {
    if (error instanceof BeyondLinearError) return null
    throw error
  }
}

/** Whether the ends reach those of the enclosure, so that nothing can be found beyond them. */
function isReached(
  { from, to, mayLack }: { readonly from: End | null; readonly to: End | null; readonly mayLack: boolean },
  enclosure: Enclosure | null,
): boolean {
  if (from === null || to === null || enclosure === null || enclosure.values === null) return false
  return mayLack === enclosure.mayLack && isSameInterval({ from: from.bound, to: to.bound }, enclosure.values)
}

/** An end, and a constraint that leads to it if it is attained. */
interface Reached {
  readonly bound: Bound | null
  readonly where: Constraint | null
}

interface Reach {
  readonly from: Reached
  readonly to: Reached
  /** Whether some values are not days that the calendar reaches, and left out. */
  readonly isCut?: boolean
}

/** Null if no point fulfils the constraints. */
function reachOf(space: Space, constraints: readonly Constraint[], form: Form, images: Images): Reach | null {
  const { run, isWhole } = space
  if (hasImage(form.below, images)) throw new BeyondLinearError()
  if (hasImage(form.above, images)) return reachOfImage(space, constraints, form, images)
  const range = rangeOf(run, { constraints, form }, isWhole)
  if (range === null) return null
  const reached = (bound: Bound | null): Reached => ({
    bound,
    where: bound?.included === true ? whereValue(run, form, bound.value) : null,
  })
  return { from: reached(range.from), to: reached(range.to) }
}

/** The result is at its ends when the operand is at its own. */
function reachOfImage(space: Space, constraints: readonly Constraint[], form: Form, images: Images): Reach | null {
  const [[variable, coefficient] = [0, ONE], second] = [...form.above.terms]
  const image = images.get(variable)
  if (image === undefined || second !== undefined || form.below.terms.size > 0) throw new BeyondLinearError()
  const operand = reachOf(space, constraints, { above: image.operand, below: UNIT }, images)
  if (operand === null) return null
  const ends = [operand.from, operand.to].map(({ bound, where }): Reached => {
    if (bound === null || !bound.included) throw new BeyondLinearError()
    const result = fromInteger(image.at(toDouble(bound.value)))
    return { bound: { value: add(multiply(coefficient, result), form.above.constant), included: true }, where }
  })
  const [from, to] = signOf(coefficient) * image.direction > 0 ? ends : ends.reverse()
  return { from: from!, to: to! }
}

/** Null if no value is a day. @throws BeyondLinearError if some may be whole and others not */
function reachOfDays(space: Space, constraints: readonly Constraint[], form: Form, images: Images): Reach | null {
  const { run, isWhole } = space
  const { above, below } = form
  if (below.terms.size === 0 && above.terms.size === 0 && !isDay(above.constant)) return null
  const isWholeForm = below.terms.size === 0 && [above.constant, ...above.terms.values()].every(isInteger)
  if (!isWholeForm || ![...above.terms.keys()].every(isWhole)) throw new BeyondLinearError()
  const reach = reachOf(space, constraints, form, images)
  if (reach === null) return null
  if ([reach.from, reach.to].every(({ bound }) => bound !== null && isDay(bound.value)))
    return { ...reach, isCut: false }
  if (hasImage(above, images)) throw new BeyondLinearError()
  const limit = constantForm(fromInteger(CALENDAR_REACH))
  const cut: readonly Constraint[] = [
    { form: differenceOf(run, above, limit), relation: '<=' },
    { form: differenceOf(run, scaleForm(run, limit, MINUS_ONE), above), relation: '<=' },
  ]
  const inside = reachOf(space, [...constraints, ...cut], form, images)
  return inside === null ? null : { ...inside, isCut: true }
}

function readSum({ run }: Space, trace: Trace, terms: readonly Term[]): Form | null {
  let sum: Form | null = formOf(ZERO)
  for (const { factor, node } of terms) {
    const form = node.domain === 'boolean' ? countOf(trace.truth(node)) : trace.number(node)
    sum = form === null || sum === null ? null : sumOf(run, sum, scaleQuotient(run, form, factor))
  }
  return sum
}

function countOf(outcome: number): Form | null {
  return outcome === NONE ? null : formOf(outcome === TRUE ? ONE : ZERO)
}

function completionOf(space: Space, { where, region, completion }: End): Completion {
  if (where === null) return completion
  const point = findPoint(space.run, [...region.constraints, where], space.isWhole)
  if (point === null) throw new UnconfirmedError()
  return completionAt(space, region, point)
}

function joinedHull(one: Hull, other: Hull): Hull {
  const mayLack = one.mayLack || other.mayLack
  if (one.values === null || other.values === null) return { values: one.values ?? other.values, mayLack }
  const [a, b] = [one.values, other.values]
  const lower = isFarther(b.from, a.from, -1) ? b : a
  const upper = isFarther(b.to, a.to, 1) ? b : a
  const points = joinedPoints(a.points, b.points)
  return { values: { from: lower.from, to: upper.to, lowest: lower.lowest, highest: upper.highest, points }, mayLack }
}

/** The hull of a sum of independent numbers: it has a value if both have one. */
function sumOfHulls(one: Hull, other: Hull): Hull {
  const mayLack = one.mayLack || other.mayLack
  if (one.values === null || other.values === null) return { values: null, mayLack }
  const [a, b] = [one.values, other.values]
  return {
    values: {
      from: sumOfBounds(a.from, b.from),
      to: sumOfBounds(a.to, b.to),
      lowest: joinedCompletion(a.lowest, b.lowest),
      highest: joinedCompletion(a.highest, b.highest),
      points: sumOfPoints(a.points, b.points),
    },
    mayLack,
  }
}

function joinedCompletion(one: Completion, other: Completion): Completion {
  return one.map((value, input) => value ?? other[input] ?? null)
}

function onlyPoint({ from, to }: Reach): readonly Rational[] | null {
  const [least, most] = [from.bound, to.bound]
  return least !== null && most !== null && isEqual(least.value, most.value) ? [least.value] : null
}

function joinedPoints(one: readonly Rational[] | null, other: readonly Rational[] | null): readonly Rational[] | null {
  return one === null || other === null ? null : fewPoints([...one, ...other])
}

function sumOfPoints(one: readonly Rational[] | null, other: readonly Rational[] | null): readonly Rational[] | null {
  return one === null || other === null ? null : fewPoints(one.flatMap((a) => other.map((b) => add(a, b))))
}

function fewPoints(points: readonly Rational[]): readonly Rational[] | null {
  const ascending = [...points].sort(compareRationals)
  const distinct = ascending.filter((each, i) => i === 0 || !isEqual(each, ascending[i - 1]!))
  return distinct.length > MAX_POINTS ? null : distinct
}
