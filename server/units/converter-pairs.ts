/**
 * A project's converters as a set of pairs of units.
 *
 * Promises: pure. One converter for a pair, whichever way round it was posted: posting a pair again replaces it
 * (language.md, "Units").
 */
import { printNumeral } from '../exact/numeral'
import type { Converter } from './unit'

/** One converter a pair, the last posted, oldest first by that posting. */
export function currentConverters(converters: readonly Converter[]): readonly Converter[] {
  const pairs = new Map<string, Converter>()
  for (const converter of converters) {
    const pair = unorderedPair(converter)
    pairs.delete(pair)
    pairs.set(pair, converter)
  }
  return [...pairs.values()]
}

/**
 * The canonical text of a project's library, to take `unit_library_hash` of. Equal for libraries that answer alike in
 * every byte: it holds the converters that count, as posted, in an order that does not depend on when; no attribution.
 */
export function libraryText(converters: readonly Converter[]): string {
  const lines = currentConverters(converters).map(
    ({ from, to, factor, offset }) => `${to} = ${from} * ${printNumeral(factor)} + ${printNumeral(offset)}\n`,
  )
  return `unit library 1\n${lines.sort().join('')}`
}

function unorderedPair({ from, to }: Converter): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`
}
