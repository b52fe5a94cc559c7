/**
 * Text that a person would read as a calendar date.
 *
 * Promises: decided from the text alone, without spaces: year-month-day, or day and month in either order before the
 * year, joined by two hyphens or two slashes, with a month and a day that exist in some calendar. `100/4/5` is none.
 */

/** Year first; or year last, where the order of day and month is not known. */
export type DateShape = 'year first' | 'year last'

/** A time of day behind a date, as timestamps have it. */
const TIME = /^T\d{1,2}(?::\d{2}){0,2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/
const YEAR_FIRST = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/
const MAX_DATE_LENGTH = 10
const MAX_TIME_LENGTH = 40

/** The shape of a calendar date, with or without a time of day behind it; null for other texts. */
export function dateShape(text: string): DateShape | null {
  const date = withoutTime(text)
  const first = YEAR_FIRST.exec(date)
  if (first !== null) return isDayOf(Number(first[3]), Number(first[4])) ? 'year first' : null
  const last = YEAR_LAST.exec(date)
  if (last === null) return null
  const [one, other] = [Number(last[1]), Number(last[3])]
  return isDayOf(one, other) || isDayOf(other, one) ? 'year last' : null
}

/**
 * Where a date that begins at `start` ends, with its time, or -1. No further digit, decimals or sign and digit follow
 * it.
 */
export function dateEnd(text: string, start: number): number {
  const [written] = /^\d{1,4}([-/])\d{1,2}\1\d{1,4}/.exec(text.slice(start, start + MAX_DATE_LENGTH)) ?? []
  if (written === undefined || dateShape(written) === null) return -1
  const end = start + written.length
  if (/^(?:[\d_]|\.\d|[-/]\d)/.test(text.slice(end, end + 2))) return -1
  const [time = ''] = TIME.exec(text.slice(end, end + MAX_TIME_LENGTH)) ?? []
  return end + time.length
}

function withoutTime(text: string): string {
  const behind = text.indexOf('T')
  return behind > 0 && TIME.exec(text.slice(behind))?.[0] === text.slice(behind) ? text.slice(0, behind) : text
}

function isDayOf(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

/**
 * The digits of a date as one number that has the order of time: `20260131`; null if the order of day and month is
 * unknown.
 */
export function dateNumber(text: string): string | null {
  if (dateShape(text) !== 'year first') return null
  const [year = '', month = '', day = ''] = withoutTime(text).split(/[-/]/)
  return year + month.padStart(2, '0') + day.padStart(2, '0')
}
