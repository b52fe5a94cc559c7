/**
 * A unit is a product of powers (public/docs/language.md, "Units"). Two units are the same if `text` and `difference`
 * are equal.
 */
import type { Rational } from '../numeric/rational'

export interface UnitFactor {
  /** Never an alias: `h`, not `hour`. */
  readonly symbol: string
  readonly power: number
}

export interface Unit {
  /** Canonical: `mg/kg`, `kg.m/s2`. */
  readonly text: string
  readonly factors: readonly UnitFactor[]
  /** True if the zero is shifted, as in `degC`. */
  readonly affine: boolean
  /** True for a difference of affine values, which converts by the factor only. */
  readonly difference: boolean
}

/** `nearest` is the closest known spelling, if one is close enough. */
export interface UnitProblem {
  readonly problem: 'malformed' | 'unknown symbol'
  /** The wrong part. */
  readonly part: string
  readonly nearest: string | null
}

/** `to = from * factor + offset`, exactly. */
export type UnitRelation =
  | { readonly status: 'same' }
  | {
      readonly status: 'convertible'
      readonly factor: Rational
      readonly offset: Rational
      /** The definitions used: `1 h = 60 min`. */
      readonly path: readonly string[]
    }
  /** `ambiguous`: definitions disagree or the span varies (a month in days). `no_path`: nothing joins the two. */
  | { readonly status: 'ambiguous'; readonly reason: string }
  | { readonly status: 'no_path' }

/** Supplied by a person: `to = from * factor + offset`. */
export interface Converter {
  readonly from: string
  readonly to: string
  readonly factor: Rational
  readonly offset: Rational
}
