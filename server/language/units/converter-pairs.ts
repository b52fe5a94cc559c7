/**
 * A project's converters as a set of pairs of units.
 *
 * Promises: pure. One converter for a pair, whichever way round it was posted: posting a pair again replaces it
 * (public/docs/language.md, "Units").
 */
import { printNumeral } from '../numeric/numeral'
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

/** A converter in the canonical text of a library: canonical units, exact numerals. */
export interface ConverterLine {
  readonly from: string
  readonly to: string
  readonly factor: string
  readonly offset: string
}

const HEADING = 'unit library 1\n'

/**
 * The canonical text of a project's library, to take `unit_library_hash` of. Equal for libraries that answer alike in
 * every byte: it holds the converters that count, as posted, in an order that does not depend on when; no attribution.
 * {@link libraryLines} reads it back, so what is stored under the hash always opens the same library.
 */
export function libraryText(converters: readonly Converter[]): string {
  return libraryTextOf(currentConverters(converters).map(lineOf))
}

/** The text of the library that has these and one converter more, or another one for its pair. */
export function libraryTextWith(lines: readonly ConverterLine[], converter: Converter): string {
  const pair = unorderedPair(converter)
  return libraryTextOf([...lines.filter((line) => unorderedPair(line) !== pair), lineOf(converter)])
}

/**
 * What a canonical text holds.
 * @throws Error for any other text: it was not made here
 */
export function libraryLines(text: string): readonly ConverterLine[] {
  if (!text.startsWith(HEADING) || !text.endsWith('\n')) throw new Error('this is no text of a unit library')
  return text
    .slice(HEADING.length)
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const match = LINE.exec(line)
      if (match === null) throw new Error(`the text of a unit library holds ${line}`)
      const [, to = '', from = '', factor = '', offset = ''] = match
      return { from, to, factor, offset }
    })
}

/** No unit text holds a blank, and no numeral does. */
const LINE = /^(\S+) = (\S+) \* (\S+) \+ (\S+)$/

function lineOf({ from, to, factor, offset }: Converter): ConverterLine {
  return { from, to, factor: printNumeral(factor), offset: printNumeral(offset) }
}

/** The text of a library that holds these lines, one for a pair of units, in any order. */
export function libraryTextOf(lines: readonly ConverterLine[]): string {
  const sorted = lines.map(({ from, to, factor, offset }) => `${to} = ${from} * ${factor} + ${offset}\n`).sort()
  return `${HEADING}${sorted.join('')}`
}

function unorderedPair({ from, to }: Pick<Converter, 'from' | 'to'>): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`
}
