/**
 * The names of units that claim_schema lists for a claim with `@unit`.
 *
 * Promises: check knows each of them under the library of the ruleset. Those in {@link sameUnit} are the declared unit
 * itself; those in {@link convertibleUnits} convert to it or are it. A product other than the declared unit has too many
 * spellings to be listed.
 */
import type { Input } from '../../language/semantics/checked-ruleset'
import { dimensionKey } from '../../language/units/dimension'
import { reduce, SYMBOLS } from '../../language/units/symbol-table'
import type { Unit } from '../../language/units/unit'

/** The `@unit` of a claim. */
export interface DeclaredUnit {
  readonly unit: Unit
  /** As the author wrote it. */
  readonly spelling: string
}

export function declaredUnitOf({ declaredUnit, unitSpelling }: Input): DeclaredUnit | null {
  return declaredUnit === null || unitSpelling === null ? null : { unit: declaredUnit, spelling: unitSpelling }
}

/** Every spelling of a single unit that the standards have, by what it measures. */
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

/** The declared unit as the author wrote it and as it is printed, and its other spellings. */
export function sameUnit({ unit, spelling }: DeclaredUnit): readonly string[] {
  return [...new Set([spelling, unit.text, ...(SYMBOLS.get(unit.text)?.definition.aliases ?? [])])]
}

/**
 * Single units of the standards that convert to the declared one. Those that a converter of the project joins to it are
 * left out: the bytes of a compiled ruleset then change with a converter only where answers change.
 */
export function convertibleUnits(declared: DeclaredUnit): readonly string[] {
  const standard = SPELLINGS.get(dimensionKey(reduce(declared.unit.factors).dimension)) ?? []
  return [...new Set([...sameUnit(declared), ...standard])]
}

const ELSEWHERE = ['kg', 'm']

/** A unit that is known and not among `listed`, of the same standard where that has one. */
export function unlistedUnit({ unit }: DeclaredUnit, listed: readonly string[]): string {
  const standard = SYMBOLS.get(unit.factors[0]!.symbol)?.standard.symbols.map(({ symbol }) => symbol) ?? []
  return [...standard, ...ELSEWHERE].find((symbol) => !listed.includes(symbol))!
}
