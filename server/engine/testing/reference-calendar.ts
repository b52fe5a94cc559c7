/**
 * The calendar of the reference meaning, with the Date of the language, which knows days of the proleptic Gregorian
 * calendar up to 100 million days from 1970. Slow and plain.
 */
import type { CalendarPart, MonthEnd } from '../../language/numeric/calendar'

const MS_PER_DAY = 86_400_000
/** The Gregorian calendar repeats itself. */
const CYCLE_DAYS = 146_097
const CYCLE_YEARS = 400

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Moves the day by whole cycles to where Date is exact. */
function partsOf(number: number): Day {
  const cycles = Math.floor(number / CYCLE_DAYS)
  const date = new Date((number - cycles * CYCLE_DAYS) * MS_PER_DAY)
  return {
    year: date.getUTCFullYear() + cycles * CYCLE_YEARS,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  }
}

function numberOf({ year, month, day }: Day): number {
  const cycles = Math.floor((year - 2000) / CYCLE_YEARS)
  const ms = Date.UTC(year - cycles * CYCLE_YEARS, month - 1, day)
  return Math.round(ms / MS_PER_DAY) + cycles * CYCLE_DAYS
}

function lengthOf(year: number, month: number): number {
  return (
    numberOf({ year: month === 12 ? year + 1 : year, month: month === 12 ? 1 : month + 1, day: 1 }) -
    numberOf({ year, month, day: 1 })
  )
}

export function movedDay(number: number, months: number, rule: MonthEnd): number {
  const { year, month, day } = partsOf(number)
  const total = year * 12 + (month - 1) + months
  const target = { year: Math.floor(total / 12), month: (((total % 12) + 12) % 12) + 1 }
  const length = lengthOf(target.year, target.month)
  if (day <= length) return numberOf({ ...target, day })
  return numberOf({ ...target, day: length }) + (rule === 'last' ? 0 : 1)
}

export function calendarValue(part: CalendarPart, [first = 0, second = 0]: readonly number[], rule: MonthEnd): number {
  const { year, month, day } = partsOf(first)
  switch (part) {
    case 'year':
      return year
    case 'month':
      return month
    case 'day':
      return day
    case 'weekday': {
      const fromSunday = new Date((first - Math.floor(first / CYCLE_DAYS) * CYCLE_DAYS) * MS_PER_DAY).getUTCDay()
      return fromSunday === 0 ? 7 : fromSunday
    }
    case 'end-of-month':
      return numberOf({ year, month, day: lengthOf(year, month) })
    case 'full-months':
      return fullMonths(first, second, rule)
    case 'full-years':
      return Math.floor(fullMonths(first, second, rule) / 12)
  }
}

/** Tries months: the greatest number of them that does not pass the second day. */
function fullMonths(from: number, to: number, rule: MonthEnd): number {
  let months = Math.floor((to - from) / 31) - 2
  while (movedDay(from, months + 1, rule) <= to) months++
  while (movedDay(from, months, rule) > to) months--
  return months
}
