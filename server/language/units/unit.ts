/**
 * What a unit is, and how two units relate.
 *
 * Promises: plain immutable data. A unit is a product of powers of symbols (public/docs/language.md, "Units"); `text`
 * is its one printed form, so two units are the same unit when their texts are equal and they agree on `difference`.
 */
import type { Rational } from '../numeric/rational'

export interface UnitFactor {
  /** The canonical symbol, never an alias: `h`, not `hour`. */
  readonly symbol: string
  /** A whole number other than zero. */
  readonly power: number
}

export interface Unit {
  /** Canonical print: `mg/kg`, `kg.m/s2`. */
  readonly text: string
  readonly factors: readonly UnitFactor[]
  /** True for a simple unit whose zero is not the zero of its dimension, such as `degC`. */
  readonly affine: boolean
  /** True for the unit of a difference of two affine values: converted by its factor alone. */
  readonly difference: boolean
}

/** Why a text names no unit. `nearest` is the closest known spelling, where one is close enough to offer. */
export interface UnitProblem {
  readonly problem: 'malformed' | 'unknown symbol'
  /** The part of the text that is wrong. */
  readonly part: string
  readonly nearest: string | null
}

/** How a value in one unit becomes a value in another: `to = from * factor + offset`, exactly. */
export type UnitRelation =
  | { readonly status: 'same' }
  | {
      readonly status: 'convertible'
      readonly factor: Rational
      readonly offset: Rational
      /** The definitions used, in order, for a person to check: `1 h = 60 min`. */
      readonly path: readonly string[]
    }
  /** `ambiguous`: definitions disagree or the span varies (a month in days). `no_path`: nothing joins the two. */
  | { readonly status: 'ambiguous'; readonly reason: string }
  | { readonly status: 'no_path' }

/** A rate or conversion that a person supplied: `to = from * factor + offset`. */
export interface Converter {
  readonly from: string
  readonly to: string
  readonly factor: Rational
  readonly offset: Rational
}
