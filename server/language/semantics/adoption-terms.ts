/**
 * What the unit of an expression depends on, before it is known which units the claims have.
 *
 * Promises: a term is flat, a known unit times powers of claims without `@unit`, so that however often lets are
 * multiplied with each other no term grows beyond the number of claims.
 */
import type { Unit } from '../units/unit'
import type { UnitLibrary } from '../units/unit-library'
import { compoundUnit } from './arithmetic'

export interface Term {
  /** The known part; null where it is bare. */
  readonly unit: Unit | null
  /** Claims without `@unit` with their powers, none zero. */
  readonly claims: ReadonlyMap<number, number>
}

/** Claims beyond this power are no product that anybody writes. */
const MAX_POWER = 100

export const BARE_TERM: Term = { unit: null, claims: new Map() }

/** The term of a known unit. */
export function unitTerm(unit: Unit): Term {
  return { unit, claims: BARE_TERM.claims }
}

/** The term of a claim without `@unit`, given by its index among the inputs. */
export function claimTerm(input: number): Term {
  return { unit: null, claims: new Map([[input, 1]]) }
}

/** True for the term of a bare number. */
export function isBare(term: Term): boolean {
  return term.unit === null && term.claims.size === 0
}

/**
 * The claim that takes whatever unit this term meets, or null: a claim by itself, followed through +, -, minus signs,
 * times and over bare numbers, and branches (public/docs/language.md, "Units").
 */
export function adopter(term: Term): number | null {
  if (term.unit !== null || term.claims.size !== 1) return null
  for (const [input, power] of term.claims) if (power === 1) return input
  return null
}

/** The term of a product or, with `sign` -1, of a quotient; null where a power passes all reason. */
export function productTerm(left: Term, right: Term, sign: 1 | -1, library: UnitLibrary): Term | null {
  if (isBare(right)) return left
  const unit = compoundUnit(library, left.unit, right.unit, sign)
  if (unit === 'too complex') return null
  const claims = new Map(left.claims)
  for (const [input, power] of right.claims) {
    const sum = (claims.get(input) ?? 0) + sign * power
    if (Math.abs(sum) > MAX_POWER) return null
    if (sum === 0) claims.delete(input)
    else claims.set(input, sum)
  }
  return { unit, claims }
}

/** The term of what two sides make that must have one unit. */
export function sumTerm(left: Term, right: Term): Term {
  return isBare(left) ? right : left
}

/**
 * The unit of a term once `adopted` says what the claims took, `bare`, or null while it is not yet known.
 * @param rest true where a claim that took no unit counts as bare within a product
 */
export function resolve(
  term: Term,
  adopted: ReadonlyMap<number, { readonly unit: Unit }>,
  library: UnitLibrary,
  rest: boolean,
): Unit | 'bare' | null {
  const alone = adopter(term) !== null
  let unit = term.unit
  for (const [input, power] of term.claims) {
    const own = adopted.get(input)?.unit
    if (own === undefined) {
      if (alone || !rest) return null
      continue
    }
    for (let i = Math.abs(power); i > 0; i--) {
      const next = compoundUnit(library, unit, own, power > 0 ? 1 : -1)
      if (next === 'too complex') return null
      unit = next
    }
  }
  return unit ?? 'bare'
}
