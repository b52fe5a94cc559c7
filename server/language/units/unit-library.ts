/**
 * The built-in standards with a project's converters and a ruleset's own symbols. A bounded cache keeps answers,
 * because every check uses the same few units.
 */

import { type ConverterGraph, converterGraph } from './converter-graph'
import { currentConverters } from './converter-pairs'
import { readUnit } from './read-unit'
import { relateUnits } from './relate-units'
import { type Reduction, reduceFactors, SYMBOLS } from './symbol-table'
import type { Converter, Unit, UnitProblem, UnitRelation } from './unit'
import { asDifference, multiplyUnits } from './unit-product'
import { isSymbolText } from './unit-text'

export interface UnitLibrary {
  /** Oldest first; empty for the built-in library. */
  readonly converters: readonly Converter[]
  /** Empty unless {@link withOwnSymbols} made the library. */
  readonly ownSymbols: readonly string[]
  /** Reads `kg`, `m/s`, `kg.m/s2`, an alias, or an own symbol. */
  parse(text: string): Unit | UnitProblem
  relate(from: Unit, to: Unit): UnitRelation
  /**
   * Null if every symbol cancels: a bare number.
   * @throws UnitTooComplexError (unit-product.ts) beyond 12 different symbols or powers beyond 24
   */
  multiply(left: Unit | null, right: Unit | null): Unit | null
  /**
   * Null if every symbol cancels.
   * @throws UnitTooComplexError
   */
  divide(left: Unit | null, right: Unit | null): Unit | null
  /** The unit of the difference of two values of an affine unit. */
  difference(unit: Unit): Unit
  /**
   * Adds own symbols of a ruleset (an unknown `@unit`), which relate only to themselves, without those of a standard.
   * @throws RangeError for an impossible symbol; the `part` of an `unknown symbol` problem is always possible
   */
  withOwnSymbols(symbols: readonly string[]): UnitLibrary
}

export function isUnit(answer: Unit | UnitProblem): answer is Unit {
  return !('problem' in answer)
}

/** The limit for texts, and for pairs. */
const MAX_CACHED_ENTRIES = 4096

/** The library that `unit_library_hash` null selects. */
export function builtInLibrary(): UnitLibrary {
  return createUnitLibrary([])
}

/**
 * @param converters oldest first; the later one of a pair counts
 * @throws Error if `admitConverter` (proposed-converter.ts) did not admit one
 */
export function createUnitLibrary(converters: readonly Converter[]): UnitLibrary {
  const current = currentConverters(converters)
  return libraryOf(current, [], new Relations(graphOf(current)))
}

function libraryOf(converters: readonly Converter[], ownSymbols: readonly string[], relations: Relations): UnitLibrary {
  const own: ReadonlySet<string> = new Set(ownSymbols)
  const units = new Map<string, Unit>()
  const library: UnitLibrary = {
    converters,
    ownSymbols,
    parse(text: string): Unit | UnitProblem {
      const known = units.get(text)
      if (known !== undefined) return known
      const answer = readUnit(text, own)
      if (isUnit(answer)) {
        if (units.size >= MAX_CACHED_ENTRIES) units.clear()
        units.set(text, answer)
      }
      return answer
    },
    relate: (from, to) => relations.between(from, to),
    multiply: (left, right) => multiplyUnits(left, right, 1),
    divide: (left, right) => multiplyUnits(left, right, -1),
    difference: asDifference,
    withOwnSymbols(symbols: readonly string[]): UnitLibrary {
      const wrong = symbols.find((symbol) => !isSymbolText(symbol))
      if (wrong !== undefined) throw new RangeError(`no symbol can be spelled ${wrong}`)
      const added = symbols.filter((symbol) => !SYMBOLS.has(symbol) && !own.has(symbol))
      return added.length === 0 ? library : libraryOf(converters, [...ownSymbols, ...new Set(added)], relations)
    },
  }
  return library
}

/** Own symbols of a ruleset relate alike in every library. */
class Relations {
  private readonly ofValues = new Map<string, Map<string, UnitRelation>>()
  private readonly ofDifferences = new Map<string, Map<string, UnitRelation>>()
  private size = 0

  constructor(private readonly graph: ConverterGraph) {}

  between(from: Unit, to: Unit): UnitRelation {
    const cache = from.difference || to.difference ? this.ofDifferences : this.ofValues
    const known = cache.get(from.text)?.get(to.text)
    if (known !== undefined) return known
    const relation = relateUnits(this.graph, from, to)
    if (this.size >= MAX_CACHED_ENTRIES) {
      this.ofValues.clear()
      this.ofDifferences.clear()
      this.size = 0
    }
    const row = cache.get(from.text) ?? new Map<string, UnitRelation>()
    row.set(to.text, relation)
    cache.set(from.text, row)
    this.size++
    return relation
  }
}

function graphOf(converters: readonly Converter[]): ConverterGraph {
  return converterGraph(
    converters.map((converter) => ({ converter, from: reductionOf(converter.from), to: reductionOf(converter.to) })),
  )
}

function reductionOf(text: string): Reduction {
  const unit = readUnit(text, new Set())
  if (!isUnit(unit) || unit.text !== text) throw new Error(`a converter names ${text}, which is no canonical unit`)
  return reduceFactors(unit.factors)
}
