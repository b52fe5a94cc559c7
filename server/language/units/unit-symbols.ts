/**
 * The symbols of a library as a list for people: completion, hover and GET /v1/units.
 */
import { BUILT_IN_STANDARDS } from './standards/built-in-standards'
import { SYMBOLS } from './symbol-table'
import type { UnitLibrary } from './unit-library'

export interface UnitSymbol {
  /** The standard it belongs to; `ruleset` for a symbol of a ruleset's own. */
  readonly standard: string
  readonly version: string
  readonly symbol: string
  readonly aliases: readonly string[]
  /** As a person checks it: `1 ft = 12 in`. */
  readonly definition: string
  /** What it is: `international foot`. */
  readonly about: string
}

/** Standard by standard in their own order, then the ruleset's own symbols. */
export function unitSymbols(library: UnitLibrary): readonly UnitSymbol[] {
  const listed: UnitSymbol[] = []
  for (const { name, version, symbols } of BUILT_IN_STANDARDS) {
    for (const { symbol, aliases, about } of symbols) {
      const definition = SYMBOLS.get(symbol)?.text ?? ''
      listed.push({ standard: name, version, symbol, aliases, definition, about })
    }
  }
  for (const symbol of library.ownSymbols) {
    const definition = `${symbol} relates only to itself`
    listed.push({
      standard: 'ruleset',
      version: '',
      symbol,
      aliases: [],
      definition,
      about: "a unit of this ruleset's own",
    })
  }
  return listed
}
