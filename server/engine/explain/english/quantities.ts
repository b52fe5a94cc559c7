/**
 * Numbers and units as a reader expects them.
 *
 * Promises: exact, and injective: a number with its unit is never printed like another one.
 */
import { printNumeral } from '../../../language/numeric/numeral'
import { equals, ONE, type Rational } from '../../../language/numeric/rational'
import { DIMENSIONLESS } from '../../../language/units/standards/dimensionless'
import { LENGTH } from '../../../language/units/standards/length'
import { TIME } from '../../../language/units/standards/time'
import type { Unit } from '../../../language/units/unit'
import { readsAsWord } from './reserved-words'
import { quoted } from './visible-text'

/** Latin letters with the few foreign ones that units use; anything else is quoted, so that no look-alike passes. */
const PLAIN_UNIT = /^[\p{Script=Latin}\p{Sc}µμΩ_%‰°][\p{Script=Latin}\p{Sc}\dµμΩ_%‰°./^-]*$/u

/**
 * Units that are written as words, singular and plural, by their symbols. Other symbols are printed as they are. The
 * pages load this file, so it names the standards that have such units instead of loading all.
 */
const SPOKEN: ReadonlyMap<string, readonly [one: string, several: string]> = new Map(
  [TIME, LENGTH, DIMENSIONLESS]
    .flatMap(({ symbols }) => symbols)
    .flatMap(({ symbol, spoken }) => (spoken === undefined ? [] : [[symbol, spoken] as const])),
)
const SPOKEN_WORDS = new Set([...SPOKEN.values()].flat())

/**
 * Digits in groups of three where they count something in a unit. Without a unit and in days they stay together: such
 * a number may be a key, as a year, a month of a year or a day count is.
 * @param grouped fewest digits that are grouped; null groups none
 */
function numeral(value: Rational, grouped: number | null): string {
  const text = printNumeral(value)
  const whole = /^-?\d+/.exec(text)?.[0] ?? ''
  if (grouped === null || whole.replace('-', '').length < grouped) return text
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + text.slice(whole.length)
}

/** A number as it is printed in `unit`, without the unit itself. */
export function numeralInWords(value: Rational, unit: Pick<Unit, 'text'> | null = null): string {
  return numeral(value, unit === null || unit.text === 'd' ? null : 4)
}

/**
 * "hours" for `h`, `mg/kg` as it is, "per hour" for `1/h`; a symbol that reads like a word of the sentence is quoted.
 */
export function unitInWords(text: string): string {
  const spoken = SPOKEN.get(text)
  if (spoken !== undefined) return spoken[1]
  if (text.startsWith('1/')) return `per ${SPOKEN.get(text.slice(2))?.[0] ?? unitInWords(text.slice(2))}`
  return PLAIN_UNIT.test(text) && !readsAsWord(text) && !SPOKEN_WORDS.has(text) ? text : quoted(text)
}

/** "75 USD", "1 hour", or "75" for a bare number. */
export function quantityInWords(value: Rational, unit: Unit | null): string {
  if (unit === null) return numeralInWords(value)
  const one = equals(value, ONE) ? SPOKEN.get(unit.text) : undefined
  return `${numeralInWords(value, unit)} ${one === undefined ? unitInWords(unit.text) : one[0]}`
}
