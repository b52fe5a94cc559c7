/** Exact arithmetic on quotients of linear forms with divisors above zero. A constant divisor is one. */
import { isEqual, ONE, type Rational } from '../../language/numeric/rational'
import { divideMetered } from '../evaluate/metered-arithmetic'
import type { Run } from '../evaluate/node'
import { requireDefinite } from '../evaluate/quantity'
import { addForms, constantForm, type Form, type Linear, UNIT } from '../search/linear-form'
import { BeyondLinearError } from './cell'
import { differenceOf, MINUS_ONE, multiplyForms, scaleForm } from './constraint'

export function formOf(value: Rational): Form {
  return { above: constantForm(value), below: UNIT }
}

/** @throws BeyondLinearError as the others here */
export function sumOf(run: Run, a: Form, b: Form): Form {
  if (isSame(a.below, b.below)) return { above: addForms(run, a.above, b.above), below: a.below }
  const sum = addForms(run, multiply(run, a.above, b.below), multiply(run, b.above, a.below))
  return reduce(run, sum, multiply(run, a.below, b.below))
}

export function scaleQuotient(run: Run, { above, below }: Form, factor: Rational): Form {
  return { above: scaleForm(run, above, factor), below }
}

export function productOf(run: Run, a: Form, b: Form): Form {
  if (isSame(a.above, b.below)) return reduce(run, b.above, a.below)
  if (isSame(a.below, b.above)) return reduce(run, a.above, b.below)
  return reduce(run, multiply(run, a.above, b.above), multiply(run, a.below, b.below))
}

/** @param sign of the divisor's numerator, not zero */
export function quotientOf(run: Run, a: Form, { above, below }: Form, sign: number): Form {
  const factor = sign < 0 ? MINUS_ONE : ONE
  return productOf(run, a, reduce(run, scaleForm(run, below, factor), scaleForm(run, above, factor)))
}

/** Has the sign of `a - b`. */
export function orderOf(run: Run, a: Form, b: Form): Linear {
  if (isSame(a.below, b.below)) return differenceOf(run, a.above, b.above)
  return differenceOf(run, multiply(run, a.above, b.below), multiply(run, b.above, a.below))
}

function multiply(run: Run, a: Linear, b: Linear): Linear {
  const product = multiplyForms(run, a, b)
  if (product === null) throw new BeyondLinearError()
  return product
}

/** @param below above zero */
function reduce(run: Run, above: Linear, below: Linear): Form {
  if (below.terms.size > 0) return { above, below }
  return { above: scaleForm(run, above, requireDefinite(divideMetered(run, ONE, below.constant))), below: UNIT }
}

function isSame(a: Linear, b: Linear): boolean {
  if (a.terms.size !== b.terms.size || !isEqual(a.constant, b.constant)) return false
  for (const [variable, coefficient] of a.terms) {
    const other = b.terms.get(variable)
    if (other === undefined || !isEqual(coefficient, other)) return false
  }
  return true
}
