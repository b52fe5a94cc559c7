/**
 * The proleptic Gregorian calendar on day numbers: whole days since 1 January 1970. Month numbers count from January of
 * year 0. Exact within {@link CALENDAR_REACH}.
 */
/** The day that replaces a missing one in a shorter month: its last day, or the first day of the next month. */
export type MonthEnd = 'last' | 'next'

export type CalendarPart = 'year' | 'month' | 'day' | 'weekday' | 'end-of-month' | 'full-months' | 'full-years'

export interface CalendarDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** 1 to 31. */
  readonly day: number
}

/** Days from 1970, and months, that the calendar reaches in both directions; beyond, nothing has a value. */
export const CALENDAR_REACH = 1_000_000_000

/** Days in 400 years, from a year that divides by 400. */
const CYCLE_DAYS = 146_097
/** From 1 March of year 0 to 1 January 1970: in a year that begins in March, the leap day is the last. */
const DAYS_BEFORE_1970 = 719_468

/** Days that a claim can hold: the years 1 to 9999. */
export const FIRST_DAY = dayNumber({ year: 1, month: 1, day: 1 })
export const LAST_DAY = dayNumber({ year: 9999, month: 12, day: 31 })

function quotient(a: number, b: number): number {
  return Math.floor(a / b)
}

/** Months beyond 1 to 12 belong to other years; days beyond the month, to other months. */
export function dayNumber({ year, month, day }: CalendarDay): number {
  const fromMarch = year * 12 + month - 3
  const years = quotient(fromMarch, 12)
  const cycle = quotient(years, 400)
  const inCycle = years - cycle * 400
  const beforeMonth = quotient(153 * (fromMarch - years * 12) + 2, 5)
  const leapDays = quotient(inCycle, 4) - quotient(inCycle, 100)
  return cycle * CYCLE_DAYS + inCycle * 365 + leapDays + beforeMonth + day - 1 - DAYS_BEFORE_1970
}

export function calendarDay(number: number): CalendarDay {
  const since = number + DAYS_BEFORE_1970
  const cycle = quotient(since, CYCLE_DAYS)
  const inCycle = since - cycle * CYCLE_DAYS
  const leapless = inCycle - quotient(inCycle, 1_460) + quotient(inCycle, 36_524) - quotient(inCycle, CYCLE_DAYS - 1)
  const years = quotient(leapless, 365)
  const inYear = inCycle - (365 * years + quotient(years, 4) - quotient(years, 100))
  const fromMarch = quotient(5 * inYear + 2, 153)
  const day = inYear - quotient(153 * fromMarch + 2, 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return { year: cycle * 400 + years + (month <= 2 ? 1 : 0), month, day }
}

/** The day number of `2026-01-31`; null if the text is not a date, or the calendar has no such day. */
export function readDate(text: string): number | null {
  return readDay(/^(\d{4})-(\d{2})-(\d{2})$/.exec(text))
}

/** Reads `20260131` too, the form without hyphens of ISO 8601, which registers have. */
export function readSubmittedDate(text: string): number | null {
  return readDate(text) ?? readDay(/^(\d{4})(\d{2})(\d{2})$/.exec(text))
}

function readDay(digits: RegExpExecArray | null): number | null {
  const [, year, month, day] = digits?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined || year < 1) return null
  if (month < 1 || month > 12 || day < 1) return null
  const number = dayNumber({ year, month, day })
  return calendarDay(number).day === day ? number : null
}

/** `2026-01-31`; years before 1 and after 9999 have a sign and six digits, as in ISO 8601. */
export function printDate(number: number): string {
  const { year, month, day } = calendarDay(number)
  const digits = String(Math.abs(year))
  const written =
    year >= 1 && year <= 9999 ? digits.padStart(4, '0') : `${year < 0 ? '-' : '+'}${digits.padStart(6, '0')}`
  return `${written}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** @param months may be negative */
export function addMonths(number: number, months: number, end: MonthEnd): number {
  const { year, month, day } = calendarDay(number)
  const first = dayNumber({ year, month: month + months, day: 1 })
  const next = dayNumber({ year, month: month + months + 1, day: 1 })
  if (first + day - 1 < next) return first + day - 1
  return end === 'last' ? next - 1 : next
}

/** The greatest number of months that can be added to `from` without passing `to`; negative if `to` is earlier. */
export function fullMonths(from: number, to: number, end: MonthEnd): number {
  const [a, b] = [calendarDay(from), calendarDay(to)]
  const months = (b.year - a.year) * 12 + b.month - a.month
  return addMonths(from, months, end) > to ? months - 1 : months
}

export function endOfMonth(number: number): number {
  const { year, month } = calendarDay(number)
  return dayNumber({ year, month: month + 1, day: 1 }) - 1
}

/** @param second only for full months and years */
export function calendarPart(part: CalendarPart, first: number, second: number, end: MonthEnd): number {
  switch (part) {
    case 'year':
    case 'month':
    case 'day':
      return calendarDay(first)[part]
    case 'weekday':
      return weekday(first)
    case 'end-of-month':
      return endOfMonth(first)
    case 'full-months':
      return fullMonths(first, second, end)
    case 'full-years':
      return quotient(fullMonths(first, second, end), 12)
  }
}

/** 1 is Monday, 7 is Sunday. */
export function weekday(number: number): number {
  return number + 3 - 7 * quotient(number + 3, 7) + 1
}
