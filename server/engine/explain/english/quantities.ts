/** Injective: two quantities never print alike. */
import { CALENDAR_REACH, calendarDay, readDate } from '../../../language/numeric/calendar'
import { instantParts, isWithinDays } from '../../../language/numeric/instant'
import { printNumeral } from '../../../language/numeric/numeral'
import {
  floorOf,
  fromInteger,
  isEqual,
  isInteger,
  multiply,
  ONE,
  type Rational,
  toDouble,
} from '../../../language/numeric/rational'
import type { Input } from '../../../language/semantics/checked-input'
import type { Checked } from '../../../language/semantics/checked-ruleset'
import type { Type } from '../../../language/semantics/checked-type'
import { SPOKEN_UNITS } from '../../../language/units/standards/spoken-units'
import type { Unit } from '../../../language/units/unit'
import { quoteVisible } from './clause'
import { readsAsWord } from './reserved-words'

/** Others are quoted, so that no look-alike passes. */
const PLAIN_UNIT = /^[\p{Script=Latin}\p{Sc}µμΩ_%‰°][\p{Script=Latin}\p{Sc}\dµμΩ_%‰°./^-]*$/u

const SPOKEN: ReadonlyMap<string, readonly [one: string, several: string]> = new Map(Object.entries(SPOKEN_UNITS))
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

/** The number of a quantity without the unit itself. */
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

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** "31 January 2026". @param day a number of days from 1970; a fraction belongs to its day */
export function dateInWords(day: Rational): string {
  const number = toDouble(floorOf(day))
  if (Math.abs(number) > CALENDAR_REACH) return `day ${printNumeral(day)}`
  const { year, month, day: dayOfMonth } = calendarDay(number)
  return `${dayOfMonth} ${MONTHS[month - 1]} ${year}`
}

/** "1 March 2026 at 08:30 UTC", with seconds unless they are 0. @param hours since 2000 in UTC */
export function instantInWords(hours: Rational): string {
  if (!isWithinDays(hours, CALENDAR_REACH)) return `hour ${printNumeral(hours)} from 2000 in UTC`
  const { day, hour, minute, second, rest } = instantParts(hours)
  const clock = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
  const seconds = second === '00' ? '' : `:${second}`
  return `${dateInWords(fromInteger(day))} at ${clock}${seconds} UTC${rest === null ? '' : ` and ${rest} of a second`}`
}

/** "2 hours", "90 minutes", "61.5 seconds": in the largest of these units in which it is whole. */
export function hoursInWords(hours: Rational): string {
  const minutes = multiply(hours, fromInteger(60))
  const [value, symbol] = isInteger(hours)
    ? ([hours, 'h'] as const)
    : isInteger(minutes)
      ? ([minutes, 'min'] as const)
      : ([multiply(minutes, fromInteger(60)), 's'] as const)
  const [one, several] = SPOKEN_UNITS[symbol]
  return `${numeralText(value, 4)} ${isEqual(value, ONE) ? one : several}`
}

/** A number, date or timestamp of this type. */
export function amountInWords(value: Rational, type: Type): string {
  if (type.kind === 'date') return dateInWords(value)
  if (type.kind === 'timestamp') return instantInWords(value)
  return quantityInWords(value, type.kind === 'numeric' ? type.unit : null)
}

/**
 * The default of a record without the claim, in words: "no", "0 USD", "31 January 2026"; null if the claim is unknown
 * then.
 */
export function fallbackInWords({ fallback, type, declaredUnit, adoptedUnit }: Input): string | null {
  switch (fallback?.kind) {
    case 'boolean':
      return fallback.value ? 'yes' : 'no'
    case 'number':
      return quantityInWords(fallback.value, declaredUnit ?? adoptedUnit)
    case 'text': {
      const day = type.kind === 'date' ? readDate(fallback.value) : null
      return day === null ? quoteVisible(fallback.value) : dateInWords(fromInteger(day))
    }
    default:
      return null
  }
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
