/**
 * The unit library that a ruleset is compiled and checked under.
 *
 * Promises: immutable and pure; every answer is exact. The library without converters is the six built-in standards.
 */
import type { Converter, Unit, UnitProblem, UnitRelation } from './unit'

export interface UnitLibrary {
  /** What the project added, oldest first; empty for the built-in library. */
  readonly converters: readonly Converter[]
  /** Symbols of one ruleset's own, in the order in which they were added; empty unless {@link withOwnSymbols} made it. */
  readonly ownSymbols: readonly string[]
  /** Reads `kg`, `m/s`, `kg.m/s2`, an alias, or a symbol the ruleset owns. */
  parse(text: string): Unit | UnitProblem
  relate(from: Unit, to: Unit): UnitRelation
  /**
   * The unit of a product, or null where every symbol cancels: a bare number.
   * @throws UnitTooComplex (unit-product.ts) beyond 12 different symbols or powers beyond 24
   */
  multiply(left: Unit | null, right: Unit | null): Unit | null
  /**
   * The unit of a quotient, or null where every symbol cancels.
   * @throws UnitTooComplex as multiply does
   */
  divide(left: Unit | null, right: Unit | null): Unit | null
  /** The unit of a difference of two values of an affine unit. */
  difference(unit: Unit): Unit
  /**
   * The same library with further symbols that belong to one ruleset alone (an `@unit` that no library has). They
   * relate only to themselves. Those that a standard has already are left out.
   * @throws RangeError for a text that no symbol can have; the `part` of an `unknown symbol` problem always can
   */
  withOwnSymbols(symbols: readonly string[]): UnitLibrary
}

/** True for a {@link UnitLibrary.parse} answer that is a unit. */
export function isUnit(answer: Unit | UnitProblem): answer is Unit {
  return !('problem' in answer)
}
