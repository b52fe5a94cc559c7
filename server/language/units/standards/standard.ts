import { SPOKEN_UNITS } from './spoken-units'

/**
 * A person can check a standard against the cited public definition: amounts are decimal or fraction strings, not
 * binary floats (public/docs/language.md, "Units"). A definition uses only earlier symbols.
 *
 * Spelling is case-sensitive (`mg` and `Mg`, `b` and `B`). Aliases are English words in lower case, singular and
 * plural, and customary signs (`l`, `mcg`, `lbs`). Currencies have only their ISO 4217 code, because `dollars` and
 * `pounds` name many. No spelling contains a digit: digits are powers.
 */
export interface Standard {
  readonly name: string
  /**
   * Increases with every change, because stored rulesets refer to it; part of the engine's version. A test records a
   * digest of each version.
   */
  readonly version: string
  readonly symbols: readonly SymbolDefinition[]
}

export interface Described {
  readonly symbol: string
  /** Words for reviews, singular and plural; without them the symbol is printed. */
  readonly spoken?: readonly [one: string, several: string]
  readonly aliases: readonly string[]
  /** For hover and completion. */
  readonly about: string
}

export interface BaseSymbol extends Described {
  readonly base: true
  /** For a span that varies: the similar unit, and why it does not convert. */
  readonly varies?: { readonly like: string; readonly because: string }
}

/** `is: '12 in'`: one of this is 12 inches. A number only (`'0.01'`) is dimensionless. */
export interface MultipleSymbol extends Described {
  readonly is: string
}

/** Has another zero and degrees of the same size: `of = symbol + plus`. */
export interface ShiftedSymbol extends Described {
  readonly of: string
  readonly plus: string
}

/** Has two or more meanings, and converts to no unit. */
export interface AmbiguousSymbol extends Described {
  readonly readings: readonly string[]
}

export type SymbolDefinition = BaseSymbol | MultipleSymbol | ShiftedSymbol | AmbiguousSymbol

/**
 * Parts of a whole, in every library besides the six standards (public/docs/language.md, "Units"). A number without a
 * unit is the whole.
 */
export const DIMENSIONLESS: Standard = {
  name: 'dimensionless',
  version: '1.0.0',
  symbols: [
    { symbol: '%', spoken: SPOKEN_UNITS['%'], is: '0.01', aliases: ['percent', 'pct'], about: 'per cent' },
    { symbol: 'bp', is: '0.01 %', aliases: ['bps', 'basis_point', 'basis_points'], about: 'basis point' },
    { symbol: 'ppm', is: '0.0001 %', aliases: [], about: 'parts per million' },
  ],
}
