/**
 * Which units a ruleset brings together, and whether another unit library changes what becomes of it.
 *
 * Promises: exact for the compile: it asks a library nothing but how pairs of units relate, so while all pairs that it
 * asked about relate alike, every byte of its answer but the library's hash stays. For the check the units count that
 * claims are measured in, because values may be sent in any other unit (relation-changes.ts says how far it looks).
 */
import { analyse } from '../../language/semantics/analyse'
import type { LanguageLimits } from '../../language/semantics/limits'
import type { RelationChanges } from '../../language/units/relation-changes'
import type { Unit } from '../../language/units/unit'
import type { UnitLibrary } from '../../language/units/unit-library'

export interface UnitUse {
  /** What the compile asked the library, each pair once. */
  readonly pairs: readonly { readonly from: Unit; readonly to: Unit }[]
  /** What values are converted to when they are sent; nothing where the ruleset does not compile. */
  readonly measured: readonly Unit[]
}

export interface UnitFinding {
  readonly use: UnitUse
  /** Whether the compile changes; `use` holds under the other library too where it does not. */
  readonly compile: boolean
  /** Whether compile or check change. */
  readonly affected: boolean
}

/** @param source normalised */
export function unitUse(source: string, library: UnitLibrary, limits: LanguageLimits): UnitUse {
  const pairs = new Map<string, { from: Unit; to: Unit }>()
  const note = (from: Unit, to: Unit) =>
    pairs.set(`${from.text} ${from.difference} ${to.text} ${to.difference}`, { from, to })
  const { ruleset } = analyse(source, observed(library, note), limits)
  const measured = new Map<string, Unit>()
  for (const { declaredUnit } of ruleset?.inputs ?? [])
    if (declaredUnit !== null) measured.set(declaredUnit.text, declaredUnit)
  return { pairs: [...pairs.values()], measured: [...measured.values()] }
}

export function findChange(use: UnitUse, changes: RelationChanges): UnitFinding {
  const compile = use.pairs.some(({ from, to }) => changes.pair(from, to))
  return { use, compile, affected: compile || use.measured.some((unit) => changes.values(unit)) }
}

/** The same library, which calls `note` with each pair that it is asked about. */
function observed(library: UnitLibrary, note: (from: Unit, to: Unit) => void): UnitLibrary {
  return {
    ...library,
    relate: (from, to) => {
      note(from, to)
      return library.relate(from, to)
    },
    withOwnSymbols: (symbols) => observed(library.withOwnSymbols(symbols), note),
  }
}
