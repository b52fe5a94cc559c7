/**
 * What is known of a number or a member (an enum member or a plain string) during an evaluation.
 *
 * Promises: a definite value stands for itself; an indefinite one says whether there is a value in every completion, in
 * some, or in none. An indefinite has the fields of a small rational filled with NaN: the bounds checks of the fast
 * paths of arithmetic and comparison fail on it, so they need no separate test.
 */
import { equals, Rational } from '../../language/numeric/rational'
import { ANY, NONE, type Outcomes } from '../value'
import { EITHER } from './kleene'

export class Indefinite {
  readonly n = Number.NaN
  readonly d = Number.NaN
  readonly big = null
  constructor(
    /** The outcomes of comparing this with anything that has a value. */
    readonly compared: Outcomes,
  ) {}
}

/** Some value that no claim has fixed yet. */
export const SOME = new Indefinite(EITHER)
/** A value in some completions, none in others: the divisor may be zero. */
export const MAYBE = new Indefinite(ANY)
/** No value in any completion: something is divided by zero. */
export const NO_VALUE = new Indefinite(NONE)

export type Quantity = Rational | Indefinite
export type Member = string | Indefinite

/** The number itself, where arithmetic on definite numbers cannot have given anything else. */
export function definite(value: Quantity): Rational {
  if (value instanceof Rational) return value
  throw new Error('arithmetic on definite numbers gave an indefinite one')
}

/** What an operation that needs both of its parts can give where at least one of them is not definite. */
export function combine(a: Quantity | Member, b: Quantity | Member): Indefinite {
  if (a === NO_VALUE || b === NO_VALUE) return NO_VALUE
  return a === MAYBE || b === MAYBE ? MAYBE : SOME
}

/** Either of two, as the branches of an `If` whose condition is open. */
export function eitherQuantity(a: Quantity, b: Quantity): Quantity {
  if (a instanceof Rational && b instanceof Rational) return equals(a, b) ? a : SOME
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
