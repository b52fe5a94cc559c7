/**
 * The unit library: the built-in standards and what a project and a ruleset added to them.
 *
 * Promises: see unit-library.ts. Answers are remembered, because the same few units are parsed and related on every
 * check; what is remembered is bounded and never changes an answer. Trusts that converters were admitted by
 * proposed-converter.ts; one that was not throws.
 */
import { type ConverterGraph, converterGraph } from './converter-graph'
import { currentConverters } from './converter-pairs'
import { readUnit } from './read-unit'
import { relateUnits } from './relate-units'
import { type Reduction, reduce, SYMBOLS } from './symbol-table'
import type { Converter, Unit, UnitProblem, UnitRelation } from './unit'
import { isUnit, type UnitLibrary } from './unit-library'
import { asDifference, product } from './unit-product'
import { isSymbolText } from './unit-text'

/** Most texts, and most pairs, to remember. */
const MAX_REMEMBERED = 4096

/** The six standards and nothing else: what `unit_library_hash` null selects. */
export function builtInLibrary(): UnitLibrary {
  return createUnitLibrary([])
}

/** The built-in standards with a project's converters, oldest first; of two for one pair the later counts. */
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
        if (units.size >= MAX_REMEMBERED) units.clear()
        units.set(text, answer)
      }
      return answer
    },
    relate: (from, to) => relations.between(from, to),
    multiply: (left, right) => product(left, right, 1),
    divide: (left, right) => product(left, right, -1),
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

/** Relations already found, by the texts of both units. A ruleset's own symbols relate alike in every library. */
class Relations {
  private readonly ofValues = new Map<string, Map<string, UnitRelation>>()
  private readonly ofDifferences = new Map<string, Map<string, UnitRelation>>()
  private size = 0

  constructor(private readonly graph: ConverterGraph) {}

  between(from: Unit, to: Unit): UnitRelation {
    const remembered = from.difference || to.difference ? this.ofDifferences : this.ofValues
    const known = remembered.get(from.text)?.get(to.text)
    if (known !== undefined) return known
    const relation = relateUnits(this.graph, from, to)
    if (this.size >= MAX_REMEMBERED) {
      this.ofValues.clear()
      this.ofDifferences.clear()
      this.size = 0
    }
    const row = remembered.get(from.text) ?? new Map<string, UnitRelation>()
    row.set(to.text, relation)
    remembered.set(from.text, row)
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
  return reduce(unit.factors)
}
