/**
 * One converter for each pair of units, in either direction. Posting a pair again replaces it (public/docs/language.md,
 * "Units").
 */
import { printNumeral } from '../numeric/numeral'
import type { Converter } from './unit'

/** The last of each pair, in posting order. */
export function currentConverters(converters: readonly Converter[]): readonly Converter[] {
  const pairs = new Map<string, Converter>()
  for (const converter of converters) {
    const pair = unorderedPair(converter)
    pairs.delete(pair)
    pairs.set(pair, converter)
  }
  return [...pairs.values()]
}

/** Canonical units and exact numerals. */
export interface ConverterLine {
  readonly from: string
  readonly to: string
  readonly factor: string
  readonly offset: string
}

const HEADING = 'unit library 1\n'

/**
 * The text that `unit_library_hash` is computed from. Libraries with equal texts answer alike in every byte. It has the
 * current converters, sorted, without attribution; {@link libraryLines} reads it back.
 */
export function libraryText(converters: readonly Converter[]): string {
  return libraryTextOf(currentConverters(converters).map(lineOf))
}

/** Adds the converter or replaces its pair. */
export function libraryTextWith(lines: readonly ConverterLine[], converter: Converter): string {
  const pair = unorderedPair(converter)
  return libraryTextOf([...lines.filter((line) => unorderedPair(line) !== pair), lineOf(converter)])
}

/**
 * Reads what {@link libraryTextOf} writes.
 * @throws Error for any other text
 */
export function libraryLines(text: string): readonly ConverterLine[] {
  if (!text.startsWith(HEADING) || !text.endsWith('\n')) throw new Error('this is not the text of a unit library')
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

/** Unit texts and numerals contain no blanks. */
const LINE = /^(\S+) = (\S+) \* (\S+) \+ (\S+)$/

function lineOf({ from, to, factor, offset }: Converter): ConverterLine {
  return { from, to, factor: printNumeral(factor), offset: printNumeral(offset) }
}

/** @param lines one for each pair of units, in any order */
export function libraryTextOf(lines: readonly ConverterLine[]): string {
  const sorted = lines.map(({ from, to, factor, offset }) => `${to} = ${from} * ${factor} + ${offset}\n`).sort()
  return `${HEADING}${sorted.join('')}`
}

function unorderedPair({ from, to }: Pick<Converter, 'from' | 'to'>): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`
}
