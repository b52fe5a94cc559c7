/**
 * An indefinite has the fields of a small rational, but NaN, so it fails the bounds checks of the fast paths without a
 * separate test.
 */
import { isEqual, Rational } from '../../language/numeric/rational'
import { ANY, NONE, type Outcomes } from '../core/value'
import { EITHER } from './kleene'

export class Indefinite {
  readonly n = Number.NaN
  readonly d = Number.NaN
  readonly big = null
  constructor(
    /** Outcomes of comparing this with any value. */
    readonly compared: Outcomes,
  ) {}
}

/** A value that no claim has fixed yet. */
export const SOME = new Indefinite(EITHER)
/** A value in some completions only: the divisor may be zero. */
export const MAYBE = new Indefinite(ANY)
/** No value in any completion: something is divided by zero. */
export const NO_VALUE = new Indefinite(NONE)

export type Quantity = Rational | Indefinite
export type Member = string | Indefinite

/** @throws Error if the value is indefinite, which definite operands cannot cause */
export function requireDefinite(value: Quantity): Rational {
  if (value instanceof Rational) return value
  throw new Error('arithmetic on definite numbers gave an indefinite one')
}

/** The result of an operation that has at least one indefinite operand. */
export function combineIndefinite(a: Quantity | Member, b: Quantity | Member): Indefinite {
  if (a === NO_VALUE || b === NO_VALUE) return NO_VALUE
  return a === MAYBE || b === MAYBE ? MAYBE : SOME
}

/** The result of an `If` with an open condition. */
export function eitherQuantity(a: Quantity, b: Quantity): Quantity {
  if (a instanceof Rational && b instanceof Rational) return isEqual(a, b) ? a : SOME
  return eitherIndefinite(a, b)
}

export function eitherMember(a: Member, b: Member): Member {
  if (typeof a === 'string' && typeof b === 'string') return a === b ? a : SOME
  return eitherIndefinite(a, b)
}

function eitherIndefinite(a: Quantity | Member, b: Quantity | Member): Indefinite {
  if (a === NO_VALUE && b === NO_VALUE) return NO_VALUE
  return a === NO_VALUE || b === NO_VALUE || a === MAYBE || b === MAYBE ? MAYBE : SOME
}
