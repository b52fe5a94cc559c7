/**
 * Reduces every spelling of the built-in units to base symbols, exactly. A repeated spelling or a use before the
 * definition is a bug and throws while the module loads.
 */
import { isRational, parseNumeral } from '../numeric/numeral'
import { multiply, ONE, type Rational, raiseTo, ZERO } from '../numeric/rational'
import { BARE, type Dimension, multiplyDimensions } from './dimension'
import { BUILT_IN_STANDARDS, PRINT_ORDER } from './standards/built-in-standards'
import type { Standard, SymbolDefinition } from './standards/standard'
import type { Unit, UnitFactor } from './unit'
import { readUnitText } from './unit-text'

/** `base = unit * coefficient + offset` */
export interface Reduction {
  readonly coefficient: Rational
  /** Zero except for a simple affine unit. */
  readonly offset: Rational
  readonly dimension: Dimension
  /** The symbols whose definitions were used, with their powers. */
  readonly uses: ReadonlyMap<string, number>
}

export interface KnownSymbol {
  readonly symbol: string
  readonly standard: Standard
  readonly definition: SymbolDefinition
  /** The definition for people: `1 h = 60 min`, `K = degC + 273.15`. */
  readonly text: string
  /** Position of its standard in the print order. */
  readonly rank: number
  readonly reduction: Reduction
}

export type SymbolTable = ReadonlyMap<string, KnownSymbol>

/** By every spelling, aliases included. */
export const SYMBOLS: SymbolTable = buildTable(BUILT_IN_STANDARDS)

const OWN_RANK = PRINT_ORDER.indexOf(null)

/** A symbol that no standard has is a ruleset's own. */
export function printRank(symbol: string): number {
  return SYMBOLS.get(symbol)?.rank ?? OWN_RANK
}

/** A symbol that no standard has is a base. */
export function reduceFactors(factors: readonly UnitFactor[]): Reduction {
  return reduceBy(SYMBOLS, factors)
}

function reduceBy(table: SymbolTable, factors: readonly UnitFactor[]): Reduction {
  const first = factors[0]
  if (factors.length === 1 && first?.power === 1) return reductionOf(table, first.symbol)
  let coefficient = ONE
  let dimension = BARE
  let uses: Dimension = BARE
  for (const factor of factors) {
    const one = reductionOf(table, factor.symbol)
    coefficient = multiply(coefficient, raiseTo(one.coefficient, factor.power))
    dimension = multiplyDimensions(dimension, one.dimension, factor.power)
    uses = multiplyDimensions(uses, one.uses, factor.power)
  }
  return { coefficient, offset: ZERO, dimension, uses }
}

function reductionOf(table: SymbolTable, symbol: string): Reduction {
  return table.get(symbol)?.reduction ?? baseReduction(symbol)
}

function baseReduction(symbol: string): Reduction {
  return { coefficient: ONE, offset: ZERO, dimension: new Map([[symbol, 1]]), uses: BARE }
}

function buildTable(standards: readonly Standard[]): SymbolTable {
  const table = new Map<string, KnownSymbol>()
  for (const standard of standards) {
    for (const definition of standard.symbols) {
      const { symbol } = definition
      const rank = PRINT_ORDER.indexOf(standard.name)
      const known = { symbol, standard, definition, rank, text: definitionText(definition) }
      const entry: KnownSymbol = { ...known, reduction: reductionFrom(table, definition) }
      for (const spelling of [symbol, ...definition.aliases]) {
        if (table.has(spelling)) throw new Error(`two units are spelled ${spelling}`)
        table.set(spelling, entry)
      }
    }
  }
  return table
}

function reductionFrom(table: SymbolTable, definition: SymbolDefinition): Reduction {
  const { symbol } = definition
  if ('is' in definition) {
    const [amount, of] = splitAmount(definition.is)
    const factors = of === '' ? [] : knownFactors(table, of)
    const whole = reduceBy(table, factors)
    return {
      coefficient: multiply(readExact(amount), whole.coefficient),
      offset: ZERO,
      dimension: whole.dimension,
      uses: multiplyDimensions(whole.uses, new Map([[symbol, 1]]), 1),
    }
  }
  if ('of' in definition) {
    const target = reduceBy(table, knownFactors(table, definition.of))
    return {
      coefficient: target.coefficient,
      offset: multiply(readExact(definition.plus), target.coefficient),
      dimension: target.dimension,
      uses: multiplyDimensions(target.uses, new Map([[symbol, 1]]), 1),
    }
  }
  return baseReduction(symbol)
}

function definitionText(definition: SymbolDefinition): string {
  const { symbol } = definition
  if ('is' in definition) return `1 ${symbol} = ${definition.is}`
  if ('of' in definition) return `${definition.of} = ${symbol} + ${definition.plus}`
  if ('readings' in definition) return `${symbol} may be ${listWords(definition.readings)}`
  return definition.varies === undefined
    ? `${symbol} is a base unit`
    : `${symbol} is a base unit: ${definition.varies.because}`
}

/** Lists at most four words. */
function listWords(words: readonly string[]): string {
  const shown = words.length > 4 ? [...words.slice(0, 4), 'another'] : words
  return `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
}

function splitAmount(text: string): readonly [string, string] {
  const blank = text.indexOf(' ')
  return blank === -1 ? [text, ''] : [text.slice(0, blank), text.slice(blank + 1)]
}

function knownFactors(table: SymbolTable, text: string): readonly UnitFactor[] {
  const factors = readUnitText(text)
  if ('problem' in factors) throw new Error(`a definition has a malformed unit: ${text}`)
  for (const { symbol } of factors)
    if (table.get(symbol)?.symbol !== symbol) throw new Error(`a definition uses ${symbol} before it is defined`)
  return factors
}

function readExact(text: string): Rational {
  const value = parseNumeral(text, 100)
  if (!isRational(value)) throw new Error(`a definition has no exact number: ${text}`)
  return value
}

export interface UnitSymbol {
  /** Its standard, or `ruleset` for a ruleset's own symbol. */
  readonly standard: string
  readonly version: string
  readonly symbol: string
  readonly aliases: readonly string[]
  /** For people: `1 ft = 12 in`. */
  readonly definition: string
  /** Its name: `international foot`. */
  readonly about: string
}

/** Lists symbols for completion, hover and GET /v1/units: by standard, then the ruleset's own. */
export function unitSymbols(library: { readonly ownSymbols: readonly string[] }): readonly UnitSymbol[] {
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

/** Returns how many wholes one of the unit is: 1/100 for `%`, and null if its dimensions do not cancel. */
export function wholesIn(unit: Unit): Rational | null {
  const { coefficient, dimension } = reduceFactors(unit.factors)
  return dimension.size === 0 ? coefficient : null
}
