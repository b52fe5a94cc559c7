/** Linear conditions on unknown numbers. Whole numbers make them tighter, which no whole point notices. */
import {
  compareRationals,
  denominatorOf,
  floorOf,
  isEqual,
  isInteger,
  makeRatio,
  negate,
  numeratorOf,
  ONE,
  type Rational,
  signOf,
  subtract,
  ZERO,
} from '../../language/numeric/rational'
import { multiplyMetered } from '../evaluate/metered-arithmetic'
import type { Run } from '../evaluate/node'
import { requireDefinite } from '../evaluate/quantity'
import { addForms, constantForm, type Linear, scaleForm as scaleTerms } from '../search/linear-form'

export const MINUS_ONE = negate(ONE)

/** The form is at most, below or equal to zero. */
export interface Constraint {
  readonly form: Linear
  readonly relation: '<=' | '<' | '='
}

/** Whether a variable has only whole values. */
export type IsWhole = (variable: number) => boolean

/** No coefficient of a form is zero. */
export function scaleForm(run: Run, form: Linear, factor: Rational): Linear {
  return factor.n === 0 ? constantForm(ZERO) : scaleTerms(run, form, factor)
}

/** Null if both factors have variables. */
export function multiplyForms(run: Run, a: Linear, b: Linear): Linear | null {
  if (a.terms.size === 0) return scaleForm(run, b, a.constant)
  return b.terms.size === 0 ? scaleForm(run, a, b.constant) : null
}

export function variableForm(variable: number): Linear {
  return { constant: ZERO, terms: new Map([[variable, ONE]]) }
}

export function differenceOf(run: Run, left: Linear, right: Linear): Linear {
  return addForms(run, left, scaleForm(run, right, MINUS_ONE))
}

export function atMost(run: Run, variable: number, limit: Rational): Constraint {
  return { form: differenceOf(run, variableForm(variable), constantForm(limit)), relation: '<=' }
}

export function atLeast(run: Run, variable: number, limit: Rational): Constraint {
  return { form: differenceOf(run, constantForm(limit), variableForm(variable)), relation: '<=' }
}

export function equals(run: Run, variable: number, value: Rational): Constraint {
  return { form: differenceOf(run, variableForm(variable), constantForm(value)), relation: '=' }
}

/** Disjoint constraints that hold together exactly where this one does not. */
export function negationsOf(run: Run, { form, relation }: Constraint): readonly Constraint[] {
  const negated = scaleForm(run, form, MINUS_ONE)
  if (relation === '<=') return [{ form: negated, relation: '<' }]
  if (relation === '<') return [{ form: negated, relation: '<=' }]
  return [
    { form, relation: '<' },
    { form: negated, relation: '<' },
  ]
}

/** Every variable of the form has a value. */
export function valueAt(run: Run, { constant, terms }: Linear, values: ReadonlyMap<number, Rational>): Rational {
  let sum = constantForm(constant)
  for (const [variable, coefficient] of terms) {
    const product = requireDefinite(multiplyMetered(run, coefficient, values.get(variable) ?? ZERO))
    sum = addForms(run, sum, constantForm(product))
  }
  return sum.constant
}

/**
 * Distinct constraints with a variable, the tightest of each direction.
 * @returns null if they contradict each other at once
 */
export function prepare(run: Run, constraints: readonly Constraint[], isWhole: IsWhole): readonly Constraint[] | null {
  const tightest = new Map<string, Prepared>()
  for (const constraint of constraints) {
    run.meter.spend(1 + 2 * constraint.form.terms.size)
    if (constraint.form.terms.size === 0) {
      if (!holds(constraint)) return null
      continue
    }
    const prepared = isPrepared(constraint) ? constraint : normalise(run, constraint, isWhole)
    if (prepared === null) return null
    const other = tightest.get(prepared.key)
    if (other === undefined || isTighter(prepared, other)) tightest.set(prepared.key, prepared)
  }
  return [...tightest.values()]
}

/** In its normal form; equal keys have equal directions. */
interface Prepared extends Constraint {
  readonly key: string
}

function isPrepared(constraint: Constraint): constraint is Prepared {
  return 'key' in constraint
}

function prepared(form: Linear, relation: Constraint['relation']): Prepared {
  return { form, relation, key: keyOf({ form, relation }) }
}

function holds({ form: { constant }, relation }: Constraint): boolean {
  const sign = signOf(constant)
  return relation === '=' ? sign === 0 : relation === '<' ? sign < 0 : sign <= 0
}

/** Null if no whole number fulfils it. */
function normalise(run: Run, { form, relation }: Constraint, isWhole: IsWhole): Prepared | null {
  const ids = [...form.terms.keys()]
  const isSorted = ids.every((id, i) => i === 0 || id > ids[i - 1]!)
  if (!isSorted) ids.sort((a, b) => a - b)
  const terms = isSorted ? form.terms : new Map(ids.map((id) => [id, form.terms.get(id)!]))
  const sorted = { constant: form.constant, terms }
  if (!ids.every(isWhole)) {
    const first = sorted.terms.get(ids[0]!)!
    const factor = relation !== '=' && signOf(first) < 0 ? negate(first) : first
    return prepared(isEqual(factor, ONE) ? sorted : scaleForm(run, sorted, inverse(factor)), relation)
  }
  const coefficients = [...terms.values()]
  const isUnit = coefficients.every(({ d }) => d === 1) && coefficients.some(({ n }) => n === 1 || n === -1)
  const whole = isUnit ? sorted : scaleForm(run, sorted, wholeFactor(coefficients))
  if (relation === '=') return isInteger(whole.constant) ? prepared(whole, relation) : null
  // a·x < -c is a·x <= ceil(-c) - 1, and a·x <= -c is a·x <= floor(-c).
  const limit = negate(whole.constant)
  const below = floorOf(limit)
  const last = relation === '<' && compareRationals(below, limit) === 0 ? subtract(below, ONE) : below
  return prepared({ constant: negate(last), terms: whole.terms }, '<=')
}

function inverse(value: Rational): Rational {
  return makeRatio(denominatorOf(value), numeratorOf(value))
}

/** Makes the coefficients whole numbers without a common divisor. */
function wholeFactor(coefficients: readonly Rational[]): Rational {
  let multiple = 1n
  let divisor = 0n
  for (const each of coefficients) multiple = (multiple / gcd(multiple, denominatorOf(each))) * denominatorOf(each)
  for (const each of coefficients) divisor = gcd(divisor, (numeratorOf(each) * multiple) / denominatorOf(each))
  return makeRatio(multiple, divisor)
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

function keyOf({ form, relation }: Constraint): string {
  let key = relation === '=' ? `=${textOf(form.constant)}` : ''
  for (const [variable, coefficient] of form.terms) key += ` ${variable}:${textOf(coefficient)}`
  return key
}

function textOf(value: Rational): string {
  return value.big === null ? `${value.n}/${value.d}` : `${value.big.n.toString(16)}|${value.big.d.toString(16)}`
}

function isTighter(one: Constraint, other: Constraint): boolean {
  const order = compareRationals(one.form.constant, other.form.constant)
  return order > 0 || (order === 0 && one.relation === '<' && other.relation === '<=')
}
