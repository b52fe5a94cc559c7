/**
 * The unit of an expression while units of claims are unknown. Terms are flat, so that multiplied lets stay within the
 * number of claims.
 */
import type { Unit } from '../../units/unit'
import type { Checking } from '../checking'
import { productUnit } from './product-unit'

export interface Term {
  /** The known part; null if it is bare. */
  readonly unit: Unit | null
  /** With their powers, never zero. */
  readonly claims: ReadonlyMap<number, number>
}

/** Nobody writes a higher power of a claim. */
const MAX_POWER = 100

export const BARE_TERM: Term = { unit: null, claims: new Map() }

export function unitTerm(unit: Unit): Term {
  return { unit, claims: BARE_TERM.claims }
}

/** @param input index of a claim without `@unit` */
export function claimTerm(input: number): Term {
  return { unit: null, claims: new Map([[input, 1]]) }
}

export function isBare(term: Term): boolean {
  return term.unit === null && term.claims.size === 0
}

/**
 * The claim that takes the unit that this term meets. The term must be only a claim, even after +, -, times or over
 * bare numbers, and in branches (public/docs/language.md, "Units"). Null for other terms.
 */
export function adoptingClaim(term: Term): number | null {
  if (term.unit !== null || term.claims.size !== 1) return null
  for (const [input, power] of term.claims) if (power === 1) return input
  return null
}

/** `sign` -1 divides. Null if a power is too high. */
export function productTerm(c: Checking, left: Term, right: Term, sign: 1 | -1): Term | null {
  if (isBare(right)) return left
  const unit = productUnit(c, left.unit, right.unit, sign)
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

/** Both sides have the same unit. */
export function sumTerm(left: Term, right: Term): Term {
  return isBare(left) ? right : left
}

/**
 * Null while the unit is unknown.
 * @param rest true if unadopted claims in a product count as bare
 */
export function resolveUnit(
  c: Checking,
  term: Term,
  adopted: ReadonlyMap<number, { readonly unit: Unit }>,
  rest: boolean,
): Unit | 'bare' | null {
  const alone = adoptingClaim(term) !== null
  let unit = term.unit
  for (const [input, power] of term.claims) {
    const own = adopted.get(input)?.unit
    if (own === undefined) {
      if (alone || !rest) return null
      continue
    }
    for (let i = Math.abs(power); i > 0; i--) {
      const next = productUnit(c, unit, own, power > 0 ? 1 : -1)
      if (next === 'too complex') return null
      unit = next
    }
  }
  return unit ?? 'bare'
}
