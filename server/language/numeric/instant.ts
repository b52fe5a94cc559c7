/**
 * Exact instants as numbers: hours since 2000-01-01T00:00:00Z, so that a difference is a number in hours and
 * the instants that searches try first are easy to read. A minute has 60
 * seconds; leap seconds are not counted, as in most clocks of programs.
 */
import { dayNumber, FIRST_DAY, LAST_DAY, printDate, readDate } from './calendar'
import { isRational, parseNumeral, printNumeral } from './numeral'
import {
  add,
  compareRationals,
  divide,
  flooredModulo,
  floorOf,
  fromInteger,
  isInteger,
  multiply,
  type Rational,
  subtract,
  toDouble,
} from './rational'

const HOURS_OF_DAY = 24
/** The day of hour 0: 1 January 2000. */
export const EPOCH_DAY = dayNumber({ year: 2000, month: 1, day: 1 })
const SECONDS = fromInteger(3600)
const SECONDS_OF_DAY = fromInteger(86_400)

/** Instants that a claim can hold: those of the years 1 to 9999 in UTC. */
export const FIRST_INSTANT = fromInteger((FIRST_DAY - EPOCH_DAY) * HOURS_OF_DAY)
export const LAST_INSTANT = subtract(fromInteger((LAST_DAY + 1 - EPOCH_DAY) * HOURS_OF_DAY), hoursOf(fromInteger(1)))
export const INSTANTS = { min: FIRST_INSTANT, max: LAST_INSTANT }

/** The form that messages show. */
export const EXAMPLE_INSTANT = '2026-03-01T09:30:00+01:00'

/**
 * Why a text is not an instant: no instant at all, a date alone, no offset, no such day, hour 24, second 60, another number
 * that a clock does not show, an offset of a day or more, a year out of reach, or more digits than are read.
 */
export type InstantProblem = 'form' | 'date' | 'offset' | 'day' | 'midnight' | 'leap' | 'time' | 'far' | 'year' | 'long'

const FORM =
  /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:(Z)|([+-])(\d{2}):(\d{2})|(?=$))(?: \+ (\d+\/\d+) s)?$/

/** Digits of decimals of a second that are read. */
const MAX_DECIMALS = 100

/** The hours of `2026-03-01T09:30:00+01:00` since 2000 in UTC, or what is wrong. Seconds may be missing or have decimals. */
export function readInstant(text: string): Rational | InstantProblem {
  const match = FORM.exec(text)
  if (match === null) return readDate(text) === null ? 'form' : 'date'
  const [, date = '', hour = '', minute = '', second = '0', decimals = '', zulu, sign, hours, minutes, rest] = match
  const day = readDate(date)
  if (day === null) return 'day'
  if (hour === '24' && Number(minute) === 0 && Number(second) === 0) return 'midnight'
  if (second === '60') return 'leap'
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return 'time'
  if (zulu === undefined && sign === undefined) return 'offset'
  if (decimals.length + (rest?.length ?? 0) > MAX_DECIMALS) return 'long'
  const offset = sign === undefined ? 0 : offsetMinutes(sign, Number(hours), Number(minutes))
  if (offset === null) return 'far'
  const whole = fromInteger(
    (((day - EPOCH_DAY) * HOURS_OF_DAY + Number(hour)) * 60 + Number(minute) - offset) * 60 + Number(second),
  )
  const fraction = parseNumeral(rest ?? `0.${decimals || '0'}`, MAX_DECIMALS)
  if (rest !== undefined && decimals !== '') return 'form'
  if (!isRational(fraction) || compareRationals(fraction, fromInteger(1)) >= 0) return 'form'
  const instant = hoursOf(add(whole, fraction))
  return isSubmittable(instant) ? instant : 'year'
}

/** Null unless the text is an instant that a claim can hold. */
export function instantOf(text: string): Rational | null {
  const read = readInstant(text)
  return typeof read === 'string' ? null : read
}

export function isSubmittable(instant: Rational): boolean {
  return compareRationals(FIRST_INSTANT, instant) <= 0 && compareRationals(instant, LAST_INSTANT) <= 0
}

/** The minutes of `+01:00`, `-05:30` or `Z`; null for any other text. */
export function readOffset(text: string): number | null {
  if (text === 'Z') return 0
  const [, sign = '', hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(text) ?? []
  return hours === undefined ? null : offsetMinutes(sign, Number(hours), Number(minutes))
}

function offsetMinutes(sign: string, hours: number, minutes: number): number | null {
  if (hours > 23 || minutes > 59) return null
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes)
}

/** An instant in UTC, in parts that people read. */
export interface InstantParts {
  /** Days since 1970. */
  readonly day: number
  readonly hour: number
  readonly minute: number
  /** With decimals if they are finite; otherwise only the whole seconds. */
  readonly second: string
  /** The part of the seconds that decimals cannot express, as in `2/7`; null if there is no such part. */
  readonly rest: string | null
}

export function instantParts(hours: Rational): InstantParts {
  const seconds = multiply(hours, SECONDS)
  const ofDay = flooredModulo(seconds, SECONDS_OF_DAY)!
  const whole = floorOf(ofDay)
  const clock = toDouble(whole)
  const fraction = subtract(ofDay, whole)
  const written = printNumeral(fraction)
  const isDecimal = !written.includes('/')
  const decimals = isDecimal && !isInteger(fraction) ? written.slice(1) : ''
  return {
    day: toDouble(floorOf(divide(seconds, SECONDS_OF_DAY)!)) + EPOCH_DAY,
    hour: Math.floor(clock / 3600),
    minute: Math.floor(clock / 60) % 60,
    second: `${String(clock % 60).padStart(2, '0')}${decimals}`,
    rest: isDecimal ? null : written,
  }
}

/**
 * `2026-03-01T08:30:00Z`, with decimals of a second if it has them. An instant between all decimals, which only
 * calculations give, is followed by the rest: `2026-03-01T08:30:05Z + 2/7 s`.
 */
export function printInstant(hours: Rational): string {
  const { day, hour, minute, second, rest } = instantParts(hours)
  const clock = [String(hour), String(minute)].map((part) => part.padStart(2, '0')).join(':')
  return `${printDate(day)}T${clock}:${second}Z${rest === null ? '' : ` + ${rest} s`}`
}

/** @param reach days from 2000 in both directions */
export function isWithinDays(hours: Rational, reach: number): boolean {
  const limit = fromInteger(reach * HOURS_OF_DAY)
  return compareRationals(subtract(fromInteger(0), limit), hours) <= 0 && compareRationals(hours, limit) <= 0
}

function hoursOf(seconds: Rational): Rational {
  return divide(seconds, SECONDS)!
}
