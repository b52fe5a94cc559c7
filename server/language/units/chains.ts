/**
 * Shortest chains of converters must agree (public/docs/language.md, "Units"). If two disagree, both are kept to show
 * them; longer chains then disagree too, because maps are invertible. Chains beyond {@link MAX_CHAIN_DIGITS} are not
 * followed, because a few long numerals in a row take seconds.
 */
import { boundDigits, type Rational, raiseTo, ZERO } from '../numeric/rational'
import { type AffineMap, followedBy, IDENTITY, isSameMap } from './affine-map'
import type { Reduction } from './symbol-table'
import type { Converter } from './unit'

/**
 * `apply`: values of simple units; `drop`: differences, which use only the factor; `refuse`: factors of compound units,
 * because an offset has no meaning there.
 */
export type Offsets = 'apply' | 'drop' | 'refuse'

export interface Step {
  readonly converter: Converter
  /** The chain of `USD` has power 2 for `USD2`, -1 for `1/USD`. */
  readonly power: number
  readonly from: Reduction
  readonly to: Reduction
}

type Steps = readonly Step[]

export interface Chain {
  /** In bases. */
  readonly map: AffineMap
  readonly steps: Steps
}

/** The chains agree, or two disagree, or the numbers become too long to print (`other` is null). */
export type Chains =
  | { readonly agree: true; readonly length: number; readonly chain: Chain }
  | { readonly agree: false; readonly length: number; readonly one: Steps; readonly other: Steps | null }

/**
 * Maximum decimal digits of a factor (numerator and denominator together) and of an offset. A single converter may have
 * more.
 */
export const MAX_CHAIN_DIGITS = 4_000

/** From a unit to itself. */
export const NO_STEPS: Chains = { agree: true, length: 0, chain: { map: IDENTITY, steps: [] } }

/** Chains of equal length are combined. */
export function shorterChains(a: Chains | null, b: Chains | null): Chains | null {
  if (a === null || b === null) return a ?? b
  if (a.length !== b.length) return a.length < b.length ? a : b
  if (!a.agree) return a
  if (!b.agree) return b
  if (isSameMap(a.chain.map, b.chain.map)) return a
  return { agree: false, length: a.length, one: a.chain.steps, other: b.chain.steps }
}

export function extendChains(before: Chains, step: Step, map: AffineMap): Chains {
  const length = before.length + 1
  if (!before.agree) return changeDisagreeing(before, length, (steps) => [...steps, step])
  const { chain } = before
  const steps = [...chain.steps, step]
  return chain.steps.length === 0
    ? { agree: true, length, chain: { map, steps } }
    : composeChains(length, chain.map, map, steps)
}

/** The chains between powers of the two units. */
export function raiseChains(chains: Chains, exponent: number): Chains {
  if (exponent === 1) return chains
  const raise = (steps: Steps) => steps.map((step) => ({ ...step, power: step.power * exponent }))
  if (!chains.agree) return changeDisagreeing(chains, chains.length, raise)
  const { map, steps } = chains.chain
  const taken = raise(steps)
  if (Math.abs(exponent) > 1 && boundDigits(map.factor) * Math.abs(exponent) > MAX_CHAIN_DIGITS)
    return { agree: false, length: chains.length, one: taken, other: null }
  const factor = raiseTo(map.factor, exponent)
  return { agree: true, length: chains.length, chain: { map: { factor, offset: ZERO }, steps: taken } }
}

/** The chains between the products of the units of `a` and `b`. */
export function multiplyChains(a: Chains, b: Chains): Chains {
  const length = a.length + b.length
  if (!a.agree) return changeDisagreeing(a, length, (steps) => [...steps, ...someSteps(b)])
  if (!b.agree) return changeDisagreeing(b, length, (steps) => [...a.chain.steps, ...steps])
  return composeChains(length, a.chain.map, b.chain.map, [...a.chain.steps, ...b.chain.steps])
}

function someSteps(chains: Chains): Steps {
  return chains.agree ? chains.chain.steps : chains.one
}

function composeChains(length: number, first: AffineMap, second: AffineMap, steps: Steps): Chains {
  const tooLong = (x: Rational, y: Rational) => boundDigits(x) + boundDigits(y) > MAX_CHAIN_DIGITS
  if (tooLong(first.factor, second.factor) || tooLong(first.offset, second.offset))
    return { agree: false, length, one: steps, other: null }
  return { agree: true, length, chain: { map: followedBy(first, second), steps } }
}

function changeDisagreeing(
  { one, other }: Extract<Chains, { agree: false }>,
  length: number,
  change: (steps: Steps) => Steps,
): Chains {
  return { agree: false, length, one: change(one), other: other === null ? null : change(other) }
}
