import { LRUCache } from 'lru-cache'
import { isRational, parseNumeral } from '../../language/numeric/numeral'
import type { Rational } from '../../language/numeric/rational'
import type { ConverterLine } from '../../language/units/converter-pairs'
import { builtInLibrary, createUnitLibrary, type UnitLibrary } from '../../language/units/unit-library'

export function openLibrary(text: LibraryText): UnitLibrary {
  if (text.converters.length === 0) return builtInLibrary()
  return createUnitLibrary(
    text.converters.map(({ from, to, factor, offset }) => ({
      from,
      to,
      factor: readStoredNumber(factor),
      offset: readStoredNumber(offset),
    })),
  )
}

/** A null hash and no converters mean the built-in standards. */
interface LibraryText {
  readonly hash: string | null
  readonly converters: readonly ConverterLine[]
}

const MAX_OPEN_LIBRARIES = 32

/** Each thread opens a library once. */
export class OpenLibraries {
  private readonly opened = new LRUCache<string, UnitLibrary>({ max: MAX_OPEN_LIBRARIES })

  open(text: LibraryText): UnitLibrary {
    const key = text.hash ?? ''
    const known = this.opened.get(key)
    if (known !== undefined) return known
    const library = openLibrary(text)
    this.opened.set(key, library)
    return library
  }
}

/** Converters were validated, so a failure is a bug. A numeral may print longer than any digit budget (`1e-1000`). */
function readStoredNumber(text: string): Rational {
  const value = parseNumeral(text, Number.MAX_SAFE_INTEGER)
  if (!isRational(value)) throw new Error(`a stored converter holds ${text}, which is not a numeral`)
  return value
}
