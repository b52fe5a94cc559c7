/**
 * Recognises dates without spaces: year-month-day, or day and month in either order before the year, with hyphens,
 * slashes or points. `100/4/5` is not a date.
 */

import { readDate } from '../numeric/calendar'

/** With the year last, day and month may be swapped. */
export type DateShape = 'year first' | 'year last'

/** A time of day, as in timestamps. */
const TIME = /^T\d{1,2}(?::\d{2}){0,2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?/
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const MAX_DATE_LENGTH = 10
const MONTHS = 12
const MAX_TIME_LENGTH = 40

/** Null for other texts. A time of day may follow. */
export function dateShape(text: string): DateShape | null {
  const date = withoutTime(text)
  const first = YEAR_FIRST.exec(date)
  if (first !== null) return isDayOf(Number(first[3]), Number(first[4])) ? 'year first' : null
  const last = YEAR_LAST.exec(date)
  if (last === null) return null
  const [one, other] = [Number(last[1]), Number(last[3])]
  return isDayOf(one, other) || isDayOf(other, one) ? 'year last' : null
}

/** The end of a date with its time, or -1. No digit, decimals, or sign with a digit may follow. */
export function dateEnd(text: string, start: number): number {
  const [written] = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}/.exec(text.slice(start, start + MAX_DATE_LENGTH)) ?? []
  if (written === undefined || dateShape(written) === null) return -1
  const end = start + written.length
  if (/^(?:[\d_]|\.\d|[-/]\d)/.test(text.slice(end, end + 2))) return -1
  const [time = ''] = TIME.exec(text.slice(end, end + MAX_TIME_LENGTH)) ?? []
  return end + time.length
}

/** Whether the text has a day with all its digits and a time of day, perhaps without an offset. */
export function isTimed(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T/.test(text)
}

function withoutTime(text: string): string {
  const behind = text.indexOf('T')
  return behind > 0 && TIME.exec(text.slice(behind))?.[0] === text.slice(behind) ? text.slice(0, behind) : text
}

function isDayOf(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

/**
 * What a date without a time of day can mean, as `2026-01-31`: with the year last both orders of day and month that the
 * calendar has, except with points, before which the day is written first.
 */
export function dateReadings(text: string): readonly string[] {
  const plain = isoDate(text)
  if (plain !== null) return [plain]
  const [, one = '', sign, other = '', year = ''] = YEAR_LAST.exec(text) ?? []
  const orders =
    sign === '.' && Number(other) <= MONTHS
      ? [[other, one]]
      : [
          [other, one],
          [one, other],
        ]
  const readings = orders.map(([month = '', day = '']) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  return [...new Set(readings)].filter((reading) => readDate(reading) !== null)
}

/** Year, month and day with hyphens and all digits; null if day and month may be swapped, or with a time of day. */
export function isoDate(text: string): string | null {
  const number = text.includes('T') ? null : dateNumber(text)
  return number === null ? null : `${number.slice(0, 4)}-${number.slice(4, 6)}-${number.slice(6)}`
}

/** The date as a number in time order: `20260131`; null if day and month may be swapped. */
export function dateNumber(text: string): string | null {
  if (dateShape(text) !== 'year first') return null
  const [year = '', month = '', day = ''] = withoutTime(text).split(/[-/.]/)
  return year + month.padStart(2, '0') + day.padStart(2, '0')
}
