/**
 * Whether one unit converts to another, for a person or a program that asks by the texts of the units.
 *
 * Promises: plain data; the answer is the one that a check gives the same pair. `factor` and `offset` are the nearest
 * doubles and stand only where they say something; `ratio` and `exactOffset` are exact. Trusts nothing in the texts.
 */
import { printNumeral } from '../numeric/numeral'
import { denominator, numerator, ONE, type Rational, sign, toDouble, ZERO } from '../numeric/rational'
import { isUnit, type UnitLibrary } from './unit-library'

export interface Bridge {
  /** Canonical where the text is a unit, else as sent. */
  readonly from: string
  readonly to: string
  readonly status: 'same' | 'convertible' | 'ambiguous' | 'unknown_unit' | 'no_path'
  /** `to = from * factor + offset`. Absent where no double is near it. */
  readonly factor?: number
  readonly offset?: number
  /** The factor as a fraction of whole numbers: `9/10`. */
  readonly ratio?: string
  /** In decimal digits, or as a fraction where these have no end. */
  readonly exactOffset?: string
  /** The definitions used, in order. */
  readonly path?: readonly string[]
  /** Why the pair is ambiguous. */
  readonly reason?: string
  /** For each text that is no unit the nearest one that is, where one is near enough. */
  readonly suggestions?: readonly string[]
}

/** How `from` converts to `to` under the library. A text that names no unit gives `unknown_unit` with suggestions. */
export function bridgeUnits(library: UnitLibrary, from: string, to: string): Bridge {
  const [source, target] = [library.parse(from), library.parse(to)]
  if (!isUnit(source) || !isUnit(target)) {
    const wrong = [...(isUnit(source) ? [] : [from]), ...(isUnit(target) ? [] : [to])]
    const offers = wrong.map((text) => mendedUnit(library, text)).filter((text) => text !== null)
    return {
      from: isUnit(source) ? source.text : from,
      to: isUnit(target) ? target.text : to,
      status: 'unknown_unit',
      suggestions: [...new Set(offers)],
    }
  }
  const ends = { from: source.text, to: target.text }
  const relation = library.relate(source, target)
  switch (relation.status) {
    case 'same':
      return { ...ends, status: 'same', ...exactly(ONE, ZERO), path: [] }
    case 'convertible':
      return { ...ends, status: 'convertible', ...exactly(relation.factor, relation.offset), path: relation.path }
    case 'ambiguous':
      return { ...ends, status: 'ambiguous', reason: relation.reason }
    case 'no_path':
      return { ...ends, status: 'no_path' }
  }
}

function exactly(factor: Rational, offset: Rational): Pick<Bridge, 'factor' | 'offset' | 'ratio' | 'exactOffset'> {
  const [near, nearOffset] = [toDouble(factor), toDouble(offset)]
  return {
    ...(near === 0 ? {} : { factor: near }),
    ...(nearOffset === 0 && sign(offset) !== 0 ? {} : { offset: nearOffset }),
    ratio: `${numerator(factor)}/${denominator(factor)}`,
    exactOffset: printNumeral(offset),
  }
}

/** Every misspelt symbol is mended by itself, so as many rounds are needed as a unit may have factors. */
const MAX_MENDS = 24

/** The unit that a text which names none most likely meant, or null. */
export function mendedUnit(library: UnitLibrary, text: string): string | null {
  let mended = text.normalize('NFC')
  for (let round = 0; round < MAX_MENDS; round++) {
    const answer = library.parse(mended)
    if (isUnit(answer)) return mended
    const { problem, part, nearest } = answer
    if (nearest === null) return null
    mended = problem === 'malformed' ? mended.replace(part, () => nearest) : withSymbol(mended, part, nearest)
  }
  return null
}

/** Puts `nearest` for `symbol` where that stands as a whole, whatever its power. */
function withSymbol(text: string, symbol: string, nearest: string): string {
  return text
    .split(/([./*·])/)
    .map((piece) =>
      piece.startsWith(symbol) && !/^[\p{L}\p{M}\p{Sc}_%‰°]/u.test(piece.slice(symbol.length))
        ? nearest + piece.slice(symbol.length)
        : piece,
    )
    .join('')
}
