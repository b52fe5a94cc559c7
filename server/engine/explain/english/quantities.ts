/** Injective: two quantities never print alike. */
import { printNumeral } from '../../../language/numeric/numeral'
import { isEqual, ONE, type Rational } from '../../../language/numeric/rational'
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { DIMENSIONLESS } from '../../../language/units/standards/dimensionless'
import { LENGTH } from '../../../language/units/standards/length'
import { TIME } from '../../../language/units/standards/time'
import type { Unit } from '../../../language/units/unit'
import { readsAsWord } from './reserved-words'
import { quoteVisible } from './visible-text'

/** Others are quoted, so that no look-alike passes. */
const PLAIN_UNIT = /^[\p{Script=Latin}\p{Sc}µμΩ_%‰°][\p{Script=Latin}\p{Sc}\dµμΩ_%‰°./^-]*$/u

/** Units written as words. Pages load this file, so it imports only the standards that have such units. */
const SPOKEN: ReadonlyMap<string, readonly [one: string, several: string]> = new Map(
  [TIME, LENGTH, DIMENSIONLESS]
    .flatMap(({ symbols }) => symbols)
    .flatMap(({ symbol, spoken }) => (spoken === undefined ? [] : [[symbol, spoken] as const])),
)
const SPOKEN_WORDS = new Set([...SPOKEN.values()].flat())

/**
 * Without a unit and in days, digits stay together: the number may be a year, a month or a day count.
 * @param grouped fewest digits to group; null never groups
 */
function numeralText(value: Rational, grouped: number | null): string {
  const text = printNumeral(value)
  const whole = /^-?\d+/.exec(text)?.[0] ?? ''
  if (grouped === null || whole.replace('-', '').length < grouped) return text
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + text.slice(whole.length)
}

/** Without the unit itself. */
export function numeralInWords(value: Rational, unit: Pick<Unit, 'text'> | null = null): string {
  return numeralText(value, unit === null || unit.text === 'd' ? null : 4)
}

/** "hours" for `h`, "per hour" for `1/h`; ambiguous symbols are quoted. */
export function unitInWords(text: string): string {
  const spoken = SPOKEN.get(text)
  if (spoken !== undefined) return spoken[1]
  if (text.startsWith('1/')) return `per ${SPOKEN.get(text.slice(2))?.[0] ?? unitInWords(text.slice(2))}`
  return PLAIN_UNIT.test(text) && !readsAsWord(text) && !SPOKEN_WORDS.has(text) ? text : quoteVisible(text)
}

/** "75 USD", "1 hour", or "75" for a bare number. */
export function quantityInWords(value: Rational, unit: Unit | null): string {
  if (unit === null) return numeralInWords(value)
  const one = isEqual(value, ONE) ? SPOKEN.get(unit.text) : undefined
  return `${numeralInWords(value, unit)} ${one === undefined ? unitInWords(unit.text) : one[0]}`
}

export function wholeNumberGuard(node: Checked): Checked | null {
  if (node.kind !== 'compare' || (node.operator !== '==' && node.operator !== '!=')) return null
  const { left, right } = node
  if (left.kind !== 'arithmetic' || left.operator !== '%') return null
  return isBare(left.right, 1) && isBare(right, 0) ? left.left : null
}

function isBare(node: Checked, number: number): boolean {
  if (node.kind !== 'number' || node.type.kind !== 'numeric' || node.type.unit !== null) return false
  return node.value.n === number && node.value.d === 1
}
