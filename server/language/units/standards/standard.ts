/**
 * The shape of a built-in unit standard.
 *
 * Promises: a standard is pure data that a person can check against the public definition it cites: amounts are decimal
 * or fraction strings, never binary floats (public/docs/language.md, "Units"). A definition uses symbols that stand
 * before it.
 *
 * Spelling: symbols and aliases are matched in their exact case, because case carries meaning (`mg` and `Mg`, `b` and
 * `B`). Symbols are the field's own; aliases are the English words, singular and plural, in lower case (`hour`,
 * `hours`), and other customary signs (`l`, `mcg`, `lbs`). Currencies have their ISO 4217 code and no words, because
 * `dollars` and `pounds` name many. No spelling holds a digit: digits are powers.
 */
export interface Standard {
  readonly name: string
  /**
   * Raised with every change of the standard, because stored rulesets refer to it; part of the engine's version. The
   * test of the built-in standards records a digest of the content of each version.
   */
  readonly version: string
  readonly symbols: readonly SymbolDefinition[]
}

export interface Described {
  readonly symbol: string
  /** The words, singular and plural, that a review says for the symbol; without them it prints the symbol. */
  readonly spoken?: readonly [one: string, several: string]
  readonly aliases: readonly string[]
  /** For hover and completion. */
  readonly about: string
}

/** A unit that no other defines. */
export interface BaseSymbol extends Described {
  readonly base: true
  /** For a span that varies: what it is roughly like, and why it does not convert to that. */
  readonly varies?: { readonly like: string; readonly because: string }
}

/** `is: '12 in'`: one of this is that many of the other. The number alone (`'0.01'`) makes it dimensionless. */
export interface MultipleSymbol extends Described {
  readonly is: string
}

/** A scale whose zero lies elsewhere: `of = symbol + plus`, with degrees of the same size. */
export interface ShiftedSymbol extends Described {
  readonly of: string
  readonly plus: string
}

/** A word that two or more definitions claim: known, but it converts to none of them by itself. */
export interface AmbiguousSymbol extends Described {
  readonly readings: readonly string[]
}

export type SymbolDefinition = BaseSymbol | MultipleSymbol | ShiftedSymbol | AmbiguousSymbol
