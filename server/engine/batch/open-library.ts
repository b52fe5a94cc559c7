/**
 * From the text form of a unit library to one that the engine can use.
 *
 * Promises: each thread opens a library once and then shares it with its caches, since libraries never change.
 */
import { LRUCache } from 'lru-cache'
import { isRational, parseNumeral } from '../../language/numeric/numeral'
import type { Rational } from '../../language/numeric/rational'
import type { ConverterLine } from '../../language/units/converter-pairs'
import { builtInLibrary, createUnitLibrary, type UnitLibrary } from '../../language/units/unit-library'

export function openLibrary(text: LibraryText): UnitLibrary {
  if (text.converters.length === 0) return builtInLibrary()
  return createUnitLibrary(
    text.converters.map(({ from, to, factor, offset }) => ({ from, to, factor: exact(factor), offset: exact(offset) })),
  )
}

/** A library as it travels: exact numbers as text. A null hash and no converters are the built-in standards. */
interface LibraryText {
  readonly hash: string | null
  readonly converters: readonly ConverterLine[]
}

/** Each caches some thousand units and relations. */
const MAX_OPEN = 32

/** Opened libraries by their hashes. */
export class OpenLibraries {
  private readonly opened = new LRUCache<string, UnitLibrary>({ max: MAX_OPEN })

  open(text: LibraryText): UnitLibrary {
    const key = text.hash ?? ''
    const known = this.opened.get(key)
    if (known !== undefined) return known
    const library = openLibrary(text)
    this.opened.set(key, library)
    return library
  }
}

/**
 * A stored converter was admitted when it was added, so another text is a bug. No budget: the digits that a numeral
 * stands for when it is printed may be more than it was sent with (`1e-1000`).
 */
function exact(text: string): Rational {
  const value = parseNumeral(text, Number.MAX_SAFE_INTEGER)
  if (!isRational(value)) throw new Error(`a stored converter holds ${text}, which is no numeral`)
  return value
}
