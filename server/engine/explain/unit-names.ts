/**
 * The unit names that claim_schema lists; check knows them all. Products other than the declared unit have too many
 * spellings.
 */
import type { Input } from '../../language/semantics/checked-input'
import { dimensionKey } from '../../language/units/dimension'
import { reduceFactors, SYMBOLS } from '../../language/units/symbol-table'
import type { Unit } from '../../language/units/unit'

export interface DeclaredUnit {
  readonly unit: Unit
  /** As the author wrote it. */
  readonly spelling: string
}

export function declaredUnitOf({ declaredUnit, unitSpelling }: Input): DeclaredUnit | null {
  return declaredUnit === null || unitSpelling === null ? null : { unit: declaredUnit, spelling: unitSpelling }
}

const SPELLINGS = spellingsByDimension()

function spellingsByDimension(): ReadonlyMap<string, readonly string[]> {
  const spellings = new Map<string, string[]>()
  for (const [spelling, { reduction }] of SYMBOLS) {
    const key = dimensionKey(reduction.dimension)
    const alike = spellings.get(key)
    if (alike === undefined) spellings.set(key, [spelling])
    else alike.push(spelling)
  }
  return spellings
}

export function sameUnit({ unit, spelling }: DeclaredUnit): readonly string[] {
  return [...new Set([spelling, unit.text, ...(SYMBOLS.get(unit.text)?.definition.aliases ?? [])])]
}

/**
 * Single standard units that convert to the declared one. Units of a project's converters are omitted, so that a
 * converter changes a compiled ruleset only if it changes answers.
 */
export function convertibleUnits(declared: DeclaredUnit): readonly string[] {
  const standard = SPELLINGS.get(dimensionKey(reduceFactors(declared.unit.factors).dimension)) ?? []
  return [...new Set([...sameUnit(declared), ...standard])]
}

const ELSEWHERE = ['kg', 'm']

/** A known unit that is not listed, of the same standard if possible. */
export function unlistedUnit({ unit }: DeclaredUnit, listed: readonly string[]): string {
  const standard = SYMBOLS.get(unit.factors[0]!.symbol)?.standard.symbols.map(({ symbol }) => symbol) ?? []
  return [...standard, ...ELSEWHERE].find((symbol) => !listed.includes(symbol))!
}
