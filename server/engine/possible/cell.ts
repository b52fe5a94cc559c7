/**
 * The range of a value over a cell: the points that fulfil linear constraints, some of their variables whole. Branch
 * and bound; every result is proved by a point or by exhausted branches.
 */
import {
  add,
  compareRationals,
  floorOf,
  isEqual,
  isInteger,
  ONE,
  type Rational,
  subtract,
  ZERO,
} from '../../language/numeric/rational'
import type { Run } from '../evaluate/node'
import { addForms, constantForm, type Form, type Linear } from '../search/linear-form'
import {
  atLeast,
  atMost,
  type Constraint,
  differenceOf,
  equals,
  type IsWhole,
  MINUS_ONE,
  prepare,
  scaleForm,
  variableForm,
} from './constraint'
import { type Bound, boundsAt, chooseValues, eliminate, type Interval, isGap, type Values } from './elimination'

/** Its arithmetic is not linear, or its whole numbers are too many to try. */
export class BeyondLinearError extends Error {}

/** The evaluator contradicts the search, which is a fault of the engine. */
export class UnconfirmedError extends Error {}

export interface Cell {
  readonly constraints: readonly Constraint[]
  /** The divisor is above zero in the whole cell. */
  readonly form: Form
}

const NO_VALUES: Values = new Map()
const MAX_BRANCHES = 60
/** The value, and one over the divisor, among the variables. */
const VALUE = Number.MIN_SAFE_INTEGER
const SCALE = VALUE + 1

/** A simple point; null if the cell is empty. */
export function findPoint(
  run: Run,
  constraints: readonly Constraint[],
  isWhole: IsWhole,
  left = MAX_BRANCHES,
): Values | null {
  if (left === 0) throw new BeyondLinearError()
  const stages = eliminate(run, constraints, isWhole)
  if (stages === null) return null
  const found = chooseValues(run, stages, isWhole, NO_VALUES)
  if (!isGap(found)) return found
  for (const side of sidesOf(run, found.variable, found.near)) {
    const point = findPoint(run, [...constraints, side], isWhole, left - 1)
    if (point !== null) return point
  }
  return null
}

function sidesOf(run: Run, variable: number, near: Rational): readonly Constraint[] {
  const below = floorOf(near)
  return [atMost(run, variable, below), atLeast(run, variable, add(below, ONE))]
}

/** Null if the cell is empty. The interval is the smallest that contains every value. */
export function rangeOf(run: Run, cell: Cell, isWhole: IsWhole): Interval | null {
  const range = relaxedRange(run, cell, isWhole)
  if (range === null || !hasWhole(cell, isWhole)) return range
  const to = new Highest(run, isWhole).of(cell)
  if (to === undefined) return null
  const { above, below } = cell.form
  const mirrored = { constraints: cell.constraints, form: { above: scaleForm(run, above, MINUS_ONE), below } }
  const from = new Highest(run, isWhole).of(mirrored)
  if (from === undefined) throw new BeyondLinearError()
  return { from: from === null ? null : { value: subtract(ZERO, from.value), included: from.included }, to }
}

function hasWhole({ constraints, form }: Cell, isWhole: IsWhole): boolean {
  const isAnyWhole = ({ terms }: Linear) => [...terms.keys()].some(isWhole)
  return constraints.some((each) => isAnyWhole(each.form)) || isAnyWhole(form.above) || isAnyWhole(form.below)
}

/** Ignores that numbers are whole, except to tighten constraints. */
function relaxedRange(run: Run, { constraints, form }: Cell, isWhole: IsWhole): Interval | null {
  const { above, below } = form
  if (below.terms.size === 0) {
    const value = { form: differenceOf(run, variableForm(VALUE), above), relation: '=' } as const
    const isWholeValue =
      [above.constant, ...above.terms.values()].every(isInteger) && [...above.terms.keys()].every(isWhole)
    return bounds(run, [...constraints, value], (id) => (id === VALUE ? isWholeValue : isWhole(id)))
  }
  // Every variable is divided by the divisor, which becomes one; its reciprocal is a variable.
  const tight = prepare(run, constraints, isWhole)
  if (tight === null) return null
  const scaled = ({ constant, terms }: Linear): Linear =>
    addForms(run, { constant: ZERO, terms }, scaleForm(run, variableForm(SCALE), constant))
  const homogeneous: Constraint[] = tight.map((each) => ({ form: scaled(each.form), relation: each.relation }))
  homogeneous.push({ form: differenceOf(run, constantForm(ZERO), variableForm(SCALE)), relation: '<' })
  homogeneous.push({ form: differenceOf(run, scaled(below), constantForm(ONE)), relation: '=' })
  homogeneous.push({ form: differenceOf(run, variableForm(VALUE), scaled(above)), relation: '=' })
  return bounds(run, homogeneous, () => false)
}

function bounds(run: Run, constraints: readonly Constraint[], isWhole: IsWhole): Interval | null {
  const stages = eliminate(run, constraints, isWhole, VALUE)
  if (stages === null) return null
  const last = stages.at(-1)
  return last?.variable === VALUE ? boundsAt(run, last, NO_VALUES) : { from: null, to: null }
}

/** The constraint that holds at points with this value of the form. */
export function whereValue(run: Run, { above, below }: Form, value: Rational): Constraint {
  return { form: differenceOf(run, above, scaleForm(run, below, value)), relation: '=' }
}

class Highest {
  /** Undefined until a point is found; null is unbounded. */
  private best: Bound | null | undefined = undefined

  constructor(
    private readonly run: Run,
    private readonly isWhole: IsWhole,
  ) {}

  of(cell: Cell): Bound | null | undefined {
    this.search(cell, MAX_BRANCHES)
    return this.best
  }

  private search(cell: Cell, left: number): void {
    const { run, isWhole } = this
    const range = relaxedRange(run, cell, isWhole)
    if (range === null || this.best === null) return
    const { to } = range
    if (to === null) {
      this.unbounded(cell)
      return
    }
    if (this.best !== undefined && !isHigherEnd(to, this.best)) return
    if (left === 0) throw new BeyondLinearError()
    const closed = cell.constraints.map(
      ({ form, relation }): Constraint => ({ form, relation: relation === '<' ? '<=' : relation }),
    )
    const stages = eliminate(run, [...closed, whereValue(run, cell.form, to.value)], isWhole)
    // Whole numbers alone exclude the end.
    if (stages === null) {
      this.split(cell, this.anyWhole(cell), left)
      return
    }
    const top = chooseValues(run, stages, isWhole, NO_VALUES)
    if (isGap(top)) {
      for (const side of sidesOf(run, top.variable, top.near)) this.search(within(cell, side), left - 1)
      return
    }
    const fixed = [...top].filter(([variable]) => isWhole(variable))
    const there = fixed.map(([variable, value]) => equals(run, variable, value))
    const reached = relaxedRange(run, within(cell, ...there), isWhole)
    if (reached !== null) this.note(reached.to)
    if (reached?.to != null && isEqual(reached.to.value, to.value) && reached.to.included === to.included) return
    this.split(cell, top, left)
  }

  /** A point and a direction without an end give points without an end. */
  private unbounded(cell: Cell): void {
    if (cell.form.below.terms.size > 0) throw new BeyondLinearError()
    if (findPoint(this.run, cell.constraints, this.isWhole) !== null) this.best = null
  }

  private note(end: Bound | null): void {
    if (end === null) this.best = null
    else if (this.best === undefined || (this.best !== null && isHigherEnd(end, this.best))) this.best = end
  }

  private anyWhole(cell: Cell): Values {
    const point = findPoint(this.run, cell.constraints, this.isWhole)
    return point ?? NO_VALUES
  }

  /** Three cells around the first whole variable that is not fixed. */
  private split(cell: Cell, around: Values, left: number): void {
    const { run } = this
    const fixed = new Set(cell.constraints.flatMap(fixedVariable))
    const next = [...around]
      .sort(([a], [b]) => a - b)
      .find(([variable]) => this.isWhole(variable) && !fixed.has(variable))
    if (next === undefined) return
    const [variable, value] = next
    this.search(within(cell, equals(run, variable, value)), left - 1)
    this.search(within(cell, atMost(run, variable, subtract(value, ONE))), left - 1)
    this.search(within(cell, atLeast(run, variable, add(value, ONE))), left - 1)
  }
}

function within({ constraints, form }: Cell, ...more: readonly Constraint[]): Cell {
  return { constraints: [...constraints, ...more], form }
}

function fixedVariable({ form, relation }: Constraint): readonly number[] {
  return relation === '=' && form.terms.size === 1 ? [...form.terms.keys()] : []
}

function isHigherEnd(one: Bound, other: Bound): boolean {
  const order = compareRationals(one.value, other.value)
  return order > 0 || (order === 0 && one.included && !other.included)
}
