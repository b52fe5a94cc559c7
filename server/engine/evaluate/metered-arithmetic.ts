/**
 * Exact arithmetic. The operands' digits are charged before the work, so no operation exceeds the meter. Small numbers
 * are free.
 */
import * as exact from '../../language/numeric/rational'
import { denominatorOf, fromInteger, numeratorOf, Rational, ZERO } from '../../language/numeric/rational'
import type { ArithmeticOperator, ComparisonOperator } from '../../language/syntax/syntax'
import { FALSE, type Outcomes, TRUE } from '../core/value'
import type { Run } from './node'
import { combineIndefinite, type Indefinite, MAYBE, NO_VALUE, type Quantity } from './quantity'

export const SAFE = Number.MAX_SAFE_INTEGER

function hexLength(n: bigint): number {
  // Hexadecimal text takes linear time.
  return n.toString(16).length
}

/**
 * Charges a fraction with this many digits above and below the bar. Reducing it costs the square of the shorter number,
 * a step for ten pairs of digits; the rest is nearly linear.
 */
function chargeFraction(run: Run, above: number, below: number): void {
  const reduced = Math.min(above, below)
  run.meter.spend(2 * (above + below) + Math.ceil((reduced * reduced) / 10))
}

/** Lengths of both numerators and both denominators. */
function partLengths(a: Rational, b: Rational): [number, number, number, number] {
  return [
    hexLength(numeratorOf(a)),
    hexLength(denominatorOf(a)),
    hexLength(numeratorOf(b)),
    hexLength(denominatorOf(b)),
  ]
}

function chargeSum(run: Run, a: Rational, b: Rational): void {
  if (Math.abs(a.n * b.d) + Math.abs(b.n * a.d) <= SAFE && a.d * b.d <= SAFE) return
  const [an, ad, bn, bd] = partLengths(a, b)
  chargeFraction(run, Math.max(an + bd, bn + ad), ad + bd)
}

function chargeProduct(run: Run, a: Rational, b: Rational): void {
  if (Math.abs(a.n * b.n) <= SAFE && a.d * b.d <= SAFE) return
  const [an, ad, bn, bd] = partLengths(a, b)
  chargeFraction(run, an + bn, ad + bd)
}

function chargeQuotient(run: Run, a: Rational, b: Rational): void {
  if (Math.abs(a.n * b.d) <= SAFE && Math.abs(a.d * b.n) <= SAFE) return
  const [an, ad, bn, bd] = partLengths(a, b)
  chargeFraction(run, an + bd, ad + bn)
}

function isZero(a: Quantity): boolean {
  return a.n === 0
}

export function addMetered(run: Run, a: Quantity, b: Quantity): Quantity {
  if (a.d === 1 && b.d === 1) {
    const n = a.n + b.n
    if (n <= SAFE && n >= -SAFE) return fromInteger(n)
  }
  if (!(a instanceof Rational && b instanceof Rational)) return combineIndefinite(a, b)
  chargeSum(run, a, b)
  return exact.add(a, b)
}

export function subtractMetered(run: Run, a: Quantity, b: Quantity): Quantity {
  if (a.d === 1 && b.d === 1) {
    const n = a.n - b.n
    if (n <= SAFE && n >= -SAFE) return fromInteger(n)
  }
  if (!(a instanceof Rational && b instanceof Rational)) return combineIndefinite(a, b)
  chargeSum(run, a, b)
  return exact.subtract(a, b)
}

export function multiplyMetered(run: Run, a: Quantity, b: Quantity): Quantity {
  if (a.d === 1 && b.d === 1) {
    const n = a.n * b.n
    if (n <= SAFE && n >= -SAFE) return fromInteger(n)
  }
  if (!(a instanceof Rational && b instanceof Rational)) {
    const product = combineIndefinite(a, b)
    // Zero times any value is zero.
    return product !== NO_VALUE && product !== MAYBE && (isZero(a) || isZero(b)) ? ZERO : product
  }
  chargeProduct(run, a, b)
  return exact.multiply(a, b)
}

export function divideMetered(run: Run, a: Quantity, b: Quantity): Quantity {
  if (isZero(b)) return NO_VALUE
  if (!(a instanceof Rational && b instanceof Rational)) return quotientOfIndefinite(a, b)
  chargeQuotient(run, a, b)
  return exact.divide(a, b) ?? NO_VALUE
}

/** Floored modulo, `a - b * floor(a / b)` (public/docs/language.md, "Arithmetic"). */
export function moduloMetered(run: Run, a: Quantity, b: Quantity): Quantity {
  if (isZero(b)) return NO_VALUE
  if (!(a instanceof Rational && b instanceof Rational)) return quotientOfIndefinite(a, b)
  chargeQuotient(run, a, b)
  const quotient = exact.divide(a, b)
  if (quotient === null) return NO_VALUE
  const whole = exact.floorOf(quotient)
  chargeProduct(run, b, whole)
  const below = exact.multiply(b, whole)
  chargeSum(run, a, below)
  return exact.subtract(a, below)
}

/** An unknown divisor may be zero. */
function quotientOfIndefinite(a: Quantity, b: Quantity): Indefinite {
  const both = combineIndefinite(a, b)
  return both === NO_VALUE || b instanceof Rational ? both : MAYBE
}

export function negateQuantity(a: Quantity): Quantity {
  return a instanceof Rational ? exact.negate(a) : a
}

export const ARITHMETIC: Readonly<Record<ArithmeticOperator, (run: Run, a: Quantity, b: Quantity) => Quantity>> = {
  '+': addMetered,
  '-': subtractMetered,
  '*': multiplyMetered,
  '/': divideMetered,
  '%': moduloMetered,
}

/** Whether a comparison result with this sign satisfies the operator. */
export function satisfiesOperator(operator: ComparisonOperator, sign: number): boolean {
  switch (operator) {
    case '==':
      return sign === 0
    case '!=':
      return sign !== 0
    case '<':
      return sign < 0
    case '<=':
      return sign <= 0
    case '>':
      return sign > 0
    case '>=':
      return sign >= 0
  }
}

export function compareQuantities(run: Run, operator: ComparisonOperator, a: Quantity, b: Quantity): Outcomes {
  if (!(a instanceof Rational && b instanceof Rational)) return combineIndefinite(a, b).compared
  const p = a.n * b.d
  const q = b.n * a.d
  if (!(Math.abs(p) <= SAFE && Math.abs(q) <= SAFE)) {
    const [an, ad, bn, bd] = partLengths(a, b)
    run.meter.spend(an + ad + bn + bd)
  }
  return satisfiesOperator(operator, exact.compareRationals(a, b)) ? TRUE : FALSE
}
