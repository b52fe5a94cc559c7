/**
 * Chains of converters, and the shortest of several that lead to the same place.
 *
 * Promises: pure. Shortest chains must agree (language.md, "Units"): where two of one length do not, both are kept for a
 * person to see, and nothing that is built upon them agrees again, because every map here can be undone.
 */
import { power, ZERO } from '../exact/rational'
import { type AffineMap, followedBy, IDENTITY, sameMap } from './affine-map'
import type { Reduction } from './symbol-table'
import type { Converter } from './unit'

/**
 * How a chain treats offsets: `apply` for values of simple units; `drop` for differences, which convert by the factor
 * alone; `refuse` for the factors of compound units, where a converter with an offset has no meaning.
 */
export type Offsets = 'apply' | 'drop' | 'refuse'

export interface Step {
  readonly converter: Converter
  /** How often the step is taken: the chain of `USD` serves `USD2` twice and `1/USD` minus once. */
  readonly power: number
  /** The units the step leaves and enters, reduced to bases. */
  readonly from: Reduction
  readonly to: Reduction
}

export interface Chain {
  /** In bases. */
  readonly map: AffineMap
  readonly steps: readonly Step[]
}

/** All shortest chains between two places: they agree, or here are two that do not. */
export type Chains =
  | { readonly agree: true; readonly length: number; readonly chain: Chain }
  | { readonly agree: false; readonly length: number; readonly one: Chain; readonly other: Chain }

/** From a place to itself. */
export const NO_STEPS: Chains = { agree: true, length: 0, chain: { map: IDENTITY, steps: [] } }

/** The shorter of two sets of chains, or both as one set where they are of one length. */
export function shorter(a: Chains | null, b: Chains | null): Chains | null {
  if (a === null || b === null) return a ?? b
  if (a.length !== b.length) return a.length < b.length ? a : b
  if (!a.agree) return a
  if (!b.agree) return b
  return sameMap(a.chain.map, b.chain.map) ? a : { agree: false, length: a.length, one: a.chain, other: b.chain }
}

/** The same chains with every chain changed by `change`, which must keep different chains different. */
export function changed(chains: Chains, length: number, change: (chain: Chain) => Chain): Chains {
  return chains.agree
    ? { agree: true, length, chain: change(chains.chain) }
    : { agree: false, length, one: change(chains.one), other: change(chains.other) }
}

/** Chains between powers of what `chains` go between. */
export function raised(chains: Chains, exponent: number): Chains {
  if (exponent === 1) return chains
  return changed(chains, chains.length, ({ map, steps }) => ({
    map: { factor: power(map.factor, exponent), offset: ZERO },
    steps: steps.map((step) => ({ ...step, power: step.power * exponent })),
  }))
}

/** Chains between the products of what `a` and `b` go between. */
export function beside(a: Chains, b: Chains): Chains {
  const length = a.length + b.length
  const before =
    (x: Chain) =>
    (y: Chain): Chain => ({ map: followedBy(x.map, y.map), steps: [...x.steps, ...y.steps] })
  if (a.agree) return changed(b, length, before(a.chain))
  const some = b.agree ? b.chain : b.one
  return changed(a, length, (x) => before(x)(some))
}
