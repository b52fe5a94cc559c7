import { isEqual, ONE, type Rational, ZERO } from '../language/numeric/rational'
import { constantPolynomial, isConstant, NOTHING, type Polynomial, UNIT, VARIABLE } from './polynomial'

/** A quotient of polynomials in the open input, plus multiples of other unknown numbers. */
export interface Quotient {
  readonly kind: 'quotient'
  readonly above: Polynomial
  /** The constant 1 if the form is a polynomial. */
  readonly below: Polynomial
  /** Nonzero. */
  readonly others: ReadonlyMap<number, Rational>
}

/** `scale * ((constant + slope * x) % modulus) + offset`; the slope is not zero. */
export interface Remainder {
  readonly kind: 'remainder'
  readonly constant: Rational
  readonly slope: Rational
  readonly modulus: Rational
  readonly scale: Rational
  readonly offset: Rational
}

/** Depends only on these unknown inputs. */
export interface Opaque {
  readonly kind: 'opaque'
  readonly inputs: ReadonlySet<number>
}

export type Form = Quotient | Remainder | Opaque

const NO_OTHERS: ReadonlyMap<number, Rational> = new Map()

export function constantForm(value: Rational): Quotient {
  return { kind: 'quotient', above: constantPolynomial(value), below: UNIT, others: NO_OTHERS }
}

export function openInput(): Quotient {
  return { kind: 'quotient', above: VARIABLE, below: UNIT, others: NO_OTHERS }
}

export function otherInput(input: number): Quotient {
  return { kind: 'quotient', above: NOTHING, below: UNIT, others: new Map([[input, ONE]]) }
}

export function isFree(form: Form): boolean {
  return form.kind === 'opaque' || (form.kind === 'quotient' && isConstant(form.above) && isConstant(form.below))
}

export function isSameForm(a: Form, b: Form): boolean {
  if (a.kind === 'quotient' && b.kind === 'quotient')
    return isSame(a.above, b.above) && isSame(a.below, b.below) && isSameFactors(a.others, b.others)
  if (a.kind === 'remainder' && b.kind === 'remainder') {
    const numbers = ({ constant, slope, modulus, scale, offset }: Remainder) => [
      constant,
      slope,
      modulus,
      scale,
      offset,
    ]
    return isSame(numbers(a), numbers(b))
  }
  if (a.kind !== 'opaque' || b.kind !== 'opaque') return false
  return a.inputs.size === b.inputs.size && [...a.inputs].every((input) => b.inputs.has(input))
}

function isSame(a: readonly Rational[], b: readonly Rational[]): boolean {
  return a.length === b.length && a.every((one, index) => isEqual(one, b[index]!))
}

function isSameFactors(a: ReadonlyMap<number, Rational>, b: ReadonlyMap<number, Rational>): boolean {
  return a.size === b.size && [...a].every(([input, factor]) => isEqual(factor, b.get(input) ?? ZERO))
}
