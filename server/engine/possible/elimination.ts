/**
 * Fourier–Motzkin elimination: exact, with strict bounds, and with unbounded variables as they are. It suits the few
 * unknown numbers of a report.
 */
import {
  add,
  compareRationals,
  floorOf,
  multiply,
  negate,
  ONE,
  type Rational,
  signOf,
  smallRatio,
  ZERO,
} from '../../language/numeric/rational'
import { divideMetered } from '../evaluate/metered-arithmetic'
import type { Run } from '../evaluate/node'
import { requireDefinite } from '../evaluate/quantity'
import { addForms } from '../search/linear-form'
import { type Constraint, type IsWhole, prepare, scaleForm, valueAt } from './constraint'

export interface Bound {
  readonly value: Rational
  readonly included: boolean
}

/** Null is unbounded. */
export interface Interval {
  readonly from: Bound | null
  readonly to: Bound | null
}

/** The constraints on a variable and on those of later stages. */
export interface Stage {
  readonly variable: number
  readonly constraints: readonly Constraint[]
}

export type Values = ReadonlyMap<number, Rational>

/**
 * @param kept is eliminated last, so its bounds are those of the whole
 * @returns in the order of elimination; null if no point fulfils the constraints
 */
export function eliminate(
  run: Run,
  constraints: readonly Constraint[],
  isWhole: IsWhole,
  kept: number | null = null,
): readonly Stage[] | null {
  const stages: Stage[] = []
  let open = prepare(run, constraints, isWhole)
  while (open !== null) {
    const variable = nextVariable(open, isWhole, kept)
    if (variable === null) return stages
    const here = open.filter(({ form }) => form.terms.has(variable))
    const others = open.filter(({ form }) => !form.terms.has(variable))
    stages.push({ variable, constraints: here })
    open = prepare(run, [...others, ...withoutVariable(run, here, variable)], isWhole)
  }
  return null
}

/** Numbers before whole numbers, so that whole ones are chosen first; then the fewest combinations. */
function nextVariable(constraints: readonly Constraint[], isWhole: IsWhole, kept: number | null): number | null {
  const counts = new Map<number, { above: number; below: number; equal: number }>()
  for (const { form, relation } of constraints)
    for (const [variable, coefficient] of form.terms) {
      const count = counts.get(variable) ?? { above: 0, below: 0, equal: 0 }
      counts.set(variable, count)
      if (relation === '=') count.equal++
      else if (signOf(coefficient) > 0) count.above++
      else count.below++
    }
  let best: { readonly variable: number; readonly rank: number } | null = null
  for (const [variable, { above, below, equal }] of counts) {
    const last = variable === kept ? 2 * WHOLE_RANK : isWhole(variable) ? WHOLE_RANK : 0
    const rank = last + (equal > 0 ? 0 : above * below)
    if (best === null || rank < best.rank || (rank === best.rank && variable < best.variable)) best = { variable, rank }
  }
  return best === null ? null : best.variable
}

const WHOLE_RANK = 1e9

function withoutVariable(run: Run, constraints: readonly Constraint[], variable: number): readonly Constraint[] {
  const coefficientOf = ({ form }: Constraint) => form.terms.get(variable)!
  const equality = constraints.find(({ relation }) => relation === '=')
  if (equality !== undefined)
    return constraints.flatMap((constraint) => {
      if (constraint === equality) return []
      const factor = negate(requireDefinite(divideMetered(run, coefficientOf(constraint), coefficientOf(equality))))
      const form = addForms(run, constraint.form, scaleForm(run, equality.form, factor))
      return [{ form, relation: constraint.relation }]
    })
  const scaled = constraints.map((constraint) => {
    const coefficient = coefficientOf(constraint)
    const size = signOf(coefficient) < 0 ? negate(coefficient) : coefficient
    const form = scaleForm(run, constraint.form, requireDefinite(divideMetered(run, ONE, size)))
    return { form, relation: constraint.relation, isUpper: signOf(coefficient) > 0 }
  })
  const lowers = scaled.filter(({ isUpper }) => !isUpper)
  return scaled.flatMap((upper) =>
    upper.isUpper
      ? lowers.map((lower): Constraint => {
          const relation = upper.relation === '<' || lower.relation === '<' ? '<' : '<='
          return { form: addForms(run, upper.form, lower.form), relation }
        })
      : [],
  )
}

/** @param values the values of the variables of later stages */
export function boundsAt(run: Run, { variable, constraints }: Stage, values: Values): Interval {
  let [from, to]: [Bound | null, Bound | null] = [null, null]
  for (const { form, relation } of constraints) {
    const coefficient = form.terms.get(variable)!
    const terms = new Map(form.terms)
    terms.delete(variable)
    const rest = valueAt(run, { constant: form.constant, terms }, values)
    const bound = { value: requireDefinite(divideMetered(run, negate(rest), coefficient)), included: relation !== '<' }
    const isUpper = signOf(coefficient) > 0
    if ((isUpper || relation === '=') && (to === null || isLower(bound, to))) to = bound
    if ((!isUpper || relation === '=') && (from === null || isHigher(bound, from))) from = bound
  }
  return { from, to }
}

export function isLower(one: Bound, other: Bound): boolean {
  const order = compareRationals(one.value, other.value)
  return order < 0 || (order === 0 && !one.included && other.included)
}

export function isHigher(one: Bound, other: Bound): boolean {
  const order = compareRationals(one.value, other.value)
  return order > 0 || (order === 0 && !one.included && other.included)
}

/** A variable that no whole number fits, and the value near which whole numbers were tried. */
export interface Gap {
  readonly variable: number
  readonly near: Rational
}

/** Simple values for all variables. @param given for variables that are not in the stages */
export function chooseValues(run: Run, stages: readonly Stage[], isWhole: IsWhole, given: Values): Values | Gap {
  const values = new Map(given)
  for (let i = stages.length - 1; i >= 0; i--) {
    const stage = stages[i]!
    const interval = boundsAt(run, stage, values)
    const value = simplestIn(interval, isWhole(stage.variable))
    if (value === null) return { variable: stage.variable, near: (interval.from ?? interval.to)!.value }
    values.set(stage.variable, value)
  }
  return values
}

export function isGap(found: Values | Gap): found is Gap {
  return 'variable' in found
}

const HALF = smallRatio(1, 2)

/** Null if no value is inside. */
function simplestIn({ from, to }: Interval, whole: boolean): Rational | null {
  const isAbove = from !== null && (signOf(from.value) > 0 || (signOf(from.value) === 0 && !from.included))
  const isBelow = to !== null && (signOf(to.value) < 0 || (signOf(to.value) === 0 && !to.included))
  if (!isAbove && !isBelow) return ZERO
  if (!isAbove) {
    const mirrored = simplestIn({ from: mirror(to), to: mirror(from) }, whole)
    return mirrored === null ? null : negate(mirrored)
  }
  const { value, included } = from
  const below = floorOf(value)
  const nearest = compareRationals(below, value) === 0 && included ? value : add(below, ONE)
  if (isUnder(nearest, to)) return nearest
  if (whole || to === null) return null
  if (included && isUnder(value, to)) return value
  if (compareRationals(value, to.value) >= 0) return null
  return to.included ? to.value : middleOf(value, to.value)
}

function mirror(bound: Bound | null): Bound | null {
  return bound === null ? null : { value: negate(bound.value), included: bound.included }
}

function isUnder(value: Rational, to: Bound | null): boolean {
  if (to === null) return true
  const order = compareRationals(value, to.value)
  return order < 0 || (order === 0 && to.included)
}

function middleOf(a: Rational, b: Rational): Rational {
  return multiply(add(a, b), HALF)
}
