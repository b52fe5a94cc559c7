/**
 * The compile asks a library only how pairs of units relate. If these relations stay, only the library's hash changes.
 * For checks, the units of claims count, because values may be sent in any other unit (relation-changes.ts).
 */
import { analyseRuleset } from '../../language/semantics/analyse'
import type { LanguageLimits } from '../../language/text/limits'
import type { RelationChanges } from '../../language/units/relation-changes'
import type { Unit } from '../../language/units/unit'
import type { UnitLibrary } from '../../language/units/unit-library'

export interface UnitUse {
  /** Pairs that the compile asked for, each once. */
  readonly pairs: readonly { readonly from: Unit; readonly to: Unit }[]
  /** Units that sent values are converted to. */
  readonly measured: readonly Unit[]
}

export interface UnitFinding {
  readonly use: UnitUse
  /** If false, `use` is valid for the other library too. */
  readonly compile: boolean
  /** Whether compile or check change. */
  readonly affected: boolean
}

/** @param source normalised */
export function findUnitUse(source: string, library: UnitLibrary, limits: LanguageLimits): UnitUse {
  const pairs = new Map<string, { from: Unit; to: Unit }>()
  const note = (from: Unit, to: Unit) =>
    pairs.set(`${from.text} ${from.difference} ${to.text} ${to.difference}`, { from, to })
  const { ruleset } = analyseRuleset(source, observeLibrary(library, note), limits)
  const measured = new Map<string, Unit>()
  for (const { declaredUnit } of ruleset?.inputs ?? [])
    if (declaredUnit !== null) measured.set(declaredUnit.text, declaredUnit)
  return { pairs: [...pairs.values()], measured: [...measured.values()] }
}

export function findChange(use: UnitUse, changes: RelationChanges): UnitFinding {
  const compile = use.pairs.some(({ from, to }) => changes.pair(from, to))
  return { use, compile, affected: compile || use.measured.some((unit) => changes.values(unit)) }
}

function observeLibrary(library: UnitLibrary, note: (from: Unit, to: Unit) => void): UnitLibrary {
  return {
    ...library,
    relate: (from, to) => {
      note(from, to)
      return library.relate(from, to)
    },
    withOwnSymbols: (symbols) => observeLibrary(library.withOwnSymbols(symbols), note),
  }
}
