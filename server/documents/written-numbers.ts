/** Reads the numbers, units and dates that a rule has, from its text. */
import { isRational, parseNumeral } from '../language/numeric/numeral'
import type { Rational } from '../language/numeric/rational'

export type WrittenNumber =
  | { readonly kind: 'number'; readonly value: Rational; readonly unit: string | null; readonly text: string }
  /** As in `2026-01-31`. */
  | { readonly kind: 'date'; readonly text: string }

const MAX_DIGITS = 100
/** Comments and texts come first, so that nothing inside them is read. */
const PIECE =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(\d{4}-\d{2}-\d{2})(?:T[\d:.Z+-]+)?|(\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)(?:\s*"([^"\n]*)")?|"(?:[^"\\\n]|\\.)*"|[A-Za-z_][\w.]*/g

/** Zero is a limit that no policy writes as a number, so it is left out. */
export function findWrittenNumbers(source: string): readonly WrittenNumber[] {
  const found = new Map<string, WrittenNumber>()
  for (const [, date, digits, unit] of source.matchAll(PIECE)) {
    if (date !== undefined) found.set(date, { kind: 'date', text: date })
    if (digits === undefined) continue
    const value = parseNumeral(digits.replaceAll('_', ''), MAX_DIGITS)
    if (!isRational(value) || /^[0.]+$/.test(digits)) continue
    const text = unit === undefined ? digits : `${digits} ${unit}`
    found.set(text, { kind: 'number', value, unit: unit ?? null, text })
  }
  return [...found.values()]
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

/** Whether the text has the date in one of the usual orders, with the month as a word or a number. */
export function hasDate(text: string, date: string): boolean {
  const [year = '', month = '', day = ''] = date.split('-')
  const [monthNumber, dayNumber] = [Number(month), Number(day)]
  const name = MONTHS[monthNumber - 1] ?? ''
  const named = `(?:${name}|${name.slice(0, 3)}\\.?)`
  const ordinal = `0?${dayNumber}(?:st|nd|rd|th)?`
  const numbers = (first: number, second: number) => `0?${first}[./-]0?${second}[./-]${year}`
  const forms = [
    date,
    `${ordinal}\\.?\\s+(?:of\\s+)?${named},?\\s+${year}`,
    `${named}\\s+${ordinal},?\\s+${year}`,
    numbers(dayNumber, monthNumber),
    numbers(monthNumber, dayNumber),
  ]
  return new RegExp(`(?<!\\d)(?:${forms.join('|')})(?!\\d)`, 'i').test(text)
}
