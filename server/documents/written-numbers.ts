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

const ISO_DATE = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g
const NUMBERS = /(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)/g
const DAY_FIRST = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?([a-z]+)\.?,?\s+(\d{4})(?!\d)/gi
const MONTH_FIRST = /\b([a-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/gi

/** Whether the text has the date in one of the usual orders, with the month as a word or a number. */
export function hasDate(text: string, date: string): boolean {
  const [year, month = 0, day] = date.split('-').map(Number)
  const name = MONTHS[month - 1] ?? ''
  const isMonth = (word = '') => [name, name.slice(0, 3)].includes(word.toLowerCase())
  const isPair = (first: number, second: number) => first === day && second === month
  const some = (pattern: RegExp, fits: (a: string, b: string) => boolean, yearAt = 3) =>
    [...text.matchAll(pattern)].some((match) => {
      const [first = '', second = ''] = match.slice(1).filter((_, at) => at + 1 !== yearAt)
      return Number(match[yearAt]) === year && fits(first, second)
    })
  return (
    some(ISO_DATE, (a, b) => Number(a) === month && Number(b) === day, 1) ||
    some(NUMBERS, (a, b) => isPair(Number(a), Number(b)) || isPair(Number(b), Number(a))) ||
    some(DAY_FIRST, (a, b) => Number(a) === day && isMonth(b)) ||
    some(MONTH_FIRST, (a, b) => isMonth(a) && Number(b) === day)
  )
}
