/** Relates two units by their texts; a check gives the same answer. */
import { printNumeral } from '../numeric/numeral'
import { denominatorOf, numeratorOf, ONE, type Rational, signOf, toDouble, ZERO } from '../numeric/rational'
import { isUnit, type UnitLibrary } from './unit-library'

export interface Bridge {
  /** Canonical if the text is a unit, otherwise as sent. */
  readonly from: string
  readonly to: string
  readonly status: 'same' | 'convertible' | 'ambiguous' | 'unknown_unit' | 'no_path'
  /** `to = from * factor + offset`, as doubles; absent if no double is near. */
  readonly factor?: number
  readonly offset?: number
  /** The exact factor: `9/10`. */
  readonly ratio?: string
  /** In decimal digits, or as a fraction if these do not end. */
  readonly exactOffset?: string
  readonly path?: readonly string[]
  readonly reason?: string
  /** The nearest unit for each wrong text, if one is near enough. */
  readonly suggestions?: readonly string[]
}

/** A text that names no unit gives `unknown_unit` with suggestions. */
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
      return { ...ends, status: 'same', ...exactFactors(ONE, ZERO), path: [] }
    case 'convertible':
      return { ...ends, status: 'convertible', ...exactFactors(relation.factor, relation.offset), path: relation.path }
    case 'ambiguous':
      return { ...ends, status: 'ambiguous', reason: relation.reason }
    case 'no_path':
      return { ...ends, status: 'no_path' }
  }
}

function exactFactors(factor: Rational, offset: Rational): Pick<Bridge, 'factor' | 'offset' | 'ratio' | 'exactOffset'> {
  const [near, nearOffset] = [toDouble(factor), toDouble(offset)]
  return {
    ...(near === 0 ? {} : { factor: near }),
    ...(nearOffset === 0 && signOf(offset) !== 0 ? {} : { offset: nearOffset }),
    ratio: `${numeratorOf(factor)}/${denominatorOf(factor)}`,
    exactOffset: printNumeral(offset),
  }
}

/** Each round mends one symbol, so this is the maximum number of factors. */
const MAX_MENDS = 24

/** The most likely intended unit, or null. */
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

/** Keeps the power of the symbol. */
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
