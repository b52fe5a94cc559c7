import { SYMBOLS, unitSymbols } from '../../server/language/units/symbol-table'
import { builtInLibrary } from '../../server/language/units/unit-library'

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
    standard,
    symbol,
    about,
    aliases,
    definition,
    dimension: dimensionOf(symbol),
  }))
}

/** Returns units that contain every word of the search, exact spellings first. */
export function matchingUnits(units: readonly ListedUnit[], search: string): readonly ListedUnit[] {
  const typed = search.trim()
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return units
  const matches = units.filter((unit) => {
    const text = textOf(unit)
    return words.every((word) => text.includes(word))
  })
  return [...matches.filter((unit) => isSpelt(unit, typed)), ...matches.filter((unit) => !isSpelt(unit, typed))]
}

function textOf({ standard, symbol, about, dimension, aliases }: ListedUnit): string {
  return [symbol, about, dimension, standard, ...aliases].join('\n').toLowerCase()
}

function isSpelt({ symbol, aliases }: ListedUnit, typed: string): boolean {
  return [symbol, ...aliases].some((spelling) => spelling.toLowerCase() === typed.toLowerCase())
}

const BY_BASES: Readonly<Record<string, string>> = {
  '': 'plain number',
  m1: 'length',
  m2: 'area',
  m3: 'volume',
  kg1: 'mass',
  s1: 'time',
  mo1: 'calendar months',
  K1: 'temperature',
  bit1: 'information',
}

/** Returns an empty text for a symbol outside the standards. */
function dimensionOf(symbol: string): string {
  const known = SYMBOLS.get(symbol)
  if (known === undefined) return ''
  if ('readings' in known.definition) return 'ambiguous word'
  const bases = [...known.reduction.dimension].map(([base, power]) => `${base}${power}`).join('.')
  return BY_BASES[bases] ?? (known.standard.name === 'currency' ? 'currency' : bases)
}
