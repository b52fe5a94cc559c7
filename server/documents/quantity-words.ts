/** Numbers and units as people write them. A unit that is not listed is its own spelling, without a plural. */
import { fromInteger, makeRatio, type Rational } from '../language/numeric/rational'

export interface Quantity {
  /** Every value that the digits can mean: `1.500` is one and a half, or fifteen hundred. */
  readonly values: readonly Rational[]
  /** In its canonical spelling; null for a bare number. */
  readonly unit: string | null
  readonly start: number
  readonly end: number
}

const UNITS: readonly (readonly string[])[] = [
  ['%', 'percent', 'per cent', 'percentage'],
  ['USD', 'US dollar', 'US dollars', 'dollar', 'dollars', '$', 'US$'],
  ['EUR', 'euro', 'euros', '€'],
  ['GBP', 'pound sterling', 'pounds sterling', 'pounds', '£'],
  ['JPY', 'yen', '¥'],
  ['CHF', 'Swiss franc', 'Swiss francs'],
  ['s', 'second', 'seconds', 'sec'],
  ['min', 'minute', 'minutes'],
  ['h', 'hour', 'hours', 'hrs'],
  ['d', 'day', 'days', 'calendar day', 'calendar days', 'working day', 'working days', 'business day', 'business days'],
  ['wk', 'week', 'weeks'],
  ['mo', 'month', 'months'],
  ['a', 'year', 'years', 'yr', 'yrs'],
  ['km', 'kilometre', 'kilometres', 'kilometer', 'kilometers'],
  ['m', 'metre', 'metres', 'meter', 'meters'],
  ['mi', 'mile', 'miles'],
  ['kg', 'kilogram', 'kilograms'],
  ['g', 'gram', 'grams'],
  ['degC', '°C'],
]

const CANONICAL = new Map(
  UNITS.flatMap((words) => words.map((word) => [word.toLowerCase(), words[0] ?? word] as const)),
)

/** `day`, `days` and `d` are one unit. */
export function canonicalUnit(word: string): string {
  const lower = word.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  return CANONICAL.get(lower) ?? CANONICAL.get(lower.replace(/s$/, '')) ?? lower.replace(/s$/, '')
}

/** For a pattern: units that follow a number, longer ones first. */
export const UNIT_WORDS = UNITS.flat()
  .toSorted((a, b) => b.length - a.length)
  .map((word) => word.replaceAll(/[$^.*+?()[\]{}|\\]/g, '\\$&') + (/\w$/.test(word) ? '\\b' : ''))
  .join('|')

const SMALL = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const TWICE: Readonly<Record<string, number>> = { once: 1, twice: 2, single: 1, double: 2, both: 2, dozen: 12 }
const BIG: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, million: 1_000_000 }

const VALUES = new Map<string, number>([
  ...SMALL.map((word, i) => [word, i] as const),
  ...TENS.map((word, i) => [word, (i + 2) * 10] as const),
  ...ORDINALS.map((word, i) => [word, i + 1] as const),
  ...Object.entries(TWICE),
])

const WORD = [...VALUES.keys(), ...Object.keys(BIG)].toSorted((a, b) => b.length - a.length).join('|')
const PATTERN = `\\b(half|(?:${WORD})(?:(?:[\\s-]+(?:and\\s+)?)(?:${WORD}))*)\\b(?:\\s*\\([^()]{1,12}\\))?(?:[\\s-](${UNIT_WORDS}))?`
const PHRASE = new RegExp(PATTERN, 'giu')

/** "thirty days", "one hundred and fifty", "half". */
export function readNumberWords(text: string): readonly Quantity[] {
  return [...text.matchAll(PHRASE)].map(({ index, 0: whole, 1: words = '', 2: unit }) => ({
    values: [words.toLowerCase() === 'half' ? makeRatio(1n, 2n) : fromInteger(sumWords(words))],
    unit: unit === undefined ? null : canonicalUnit(unit),
    start: index,
    end: index + whole.length,
  }))
}

function sumWords(words: string): number {
  let total = 0
  let group = 0
  for (const word of words.toLowerCase().split(/[\s-]+(?:and\s+)?/)) {
    const big = BIG[word]
    if (big === undefined) group += VALUES.get(word) ?? 0
    else if (big === 100) group = Math.max(1, group) * 100
    else {
      total += Math.max(1, group) * big
      group = 0
    }
  }
  return total + group
}
