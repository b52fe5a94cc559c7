/** The units of the standards as rows of a table, and which of them a search finds. */

import { builtInLibrary } from '../../server/language/units/library'
import { unitSymbols } from '../../server/language/units/unit-symbols'
import { dimensionOf } from './dimension-words'

export interface ListedUnit {
  readonly standard: string
  readonly symbol: string
  readonly about: string
  readonly dimension: string
  readonly aliases: readonly string[]
  readonly definition: string
}

export function listedUnits(): readonly ListedUnit[] {
  return unitSymbols(builtInLibrary()).map(({ standard, symbol, about, aliases, definition }) => ({
    ...{ standard, symbol, about, aliases, definition },
    dimension: dimensionOf(symbol),
  }))
}

/** Those that have every word of the search somewhere; what is spelt so comes first. */
export function matchingUnits(units: readonly ListedUnit[], search: string): readonly ListedUnit[] {
  const typed = search.trim()
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return units
  const found = units.filter((unit) => {
    const text = textOf(unit)
    return words.every((word) => text.includes(word))
  })
  return [...found.filter((unit) => isSpelt(unit, typed)), ...found.filter((unit) => !isSpelt(unit, typed))]
}

function textOf({ standard, symbol, about, dimension, aliases }: ListedUnit): string {
  return [symbol, about, dimension, standard, ...aliases].join('\n').toLowerCase()
}

function isSpelt({ symbol, aliases }: ListedUnit, typed: string): boolean {
  return [symbol, ...aliases].some((spelling) => spelling.toLowerCase() === typed.toLowerCase())
}
