/**
 * From the text form of a unit library to one that the engine can use.
 */
import { isRational, parseNumeral } from '../../exact/numeral'
import type { Rational } from '../../exact/rational'
import { builtInLibrary, createUnitLibrary } from '../../units/library'
import type { UnitLibrary } from '../../units/unit-library'
import type { LibraryText } from './engine-job'

export function openLibrary(text: LibraryText): UnitLibrary {
  if (text.converters.length === 0) return builtInLibrary()
  return createUnitLibrary(
    text.converters.map(({ from, to, factor, offset }) => ({ from, to, factor: exact(factor), offset: exact(offset) })),
  )
}

/** Stored converters were validated when they were added, so another text is a bug. */
function exact(text: string): Rational {
  const value = parseNumeral(text, 10_000)
  if (!isRational(value)) throw new Error(`a stored converter holds ${text}, which is no numeral`)
  return value
}
