import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../testing/repetitions'
import {
  addMonths,
  calendarDay,
  dayNumber,
  FIRST_DAY,
  fullMonths,
  LAST_DAY,
  printDate,
  readDate,
  weekday,
} from './calendar'

const DAY = fc.oneof(
  fc.integer({ min: FIRST_DAY, max: LAST_DAY }),
  // Ends of months and leap years.
  fc
    .tuple(fc.integer({ min: 1, max: 9998 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: -3, max: 1 }))
    .map(([year, month, shift]) => dayNumber({ year, month: month + 1, day: 1 + shift })),
  fc.constantFrom(1600, 1700, 1900, 2000, 2024, 2100).map((year) => dayNumber({ year, month: 2, day: 29 })),
)

describe('the calendar', () => {
  it('agrees with the dates of the language', { tags: ['repeated'] }, () => {
    fc.assert(
      fc.property(DAY, (day) => {
        const date = new Date(day * 86_400_000)
        expect(printDate(day)).toBe(date.toISOString().slice(0, 10))
        expect(weekday(day) % 7).toBe(date.getUTCDay())
        expect(readDate(printDate(day))).toBe(day)
        expect(dayNumber(calendarDay(day))).toBe(day)
      }),
      { numRuns: repetitions(20_000) },
    )
  })

  it.each([
    ['2026-01-31', 1, '2026-02-28', '2026-03-01'],
    ['2024-01-31', 1, '2024-02-29', '2024-03-01'],
    ['2024-02-29', 12, '2025-02-28', '2025-03-01'],
    ['2024-02-29', 48, '2028-02-29', '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28', '2026-03-01'],
    ['2026-08-31', 1, '2026-09-30', '2026-10-01'],
    ['2026-05-15', 8, '2027-01-15', '2027-01-15'],
  ])('moves %s by %d months to %s, or to %s', (from, months, last, next) => {
    const day = readDate(from) ?? 0
    expect(printDate(addMonths(day, months, 'last'))).toBe(last)
    expect(printDate(addMonths(day, months, 'next'))).toBe(next)
  })

  it('counts full months as adding does', { tags: ['repeated'] }, () => {
    fc.assert(
      fc.property(DAY, DAY, fc.constantFrom('last', 'next'), (from, to, rule) => {
        const months = fullMonths(from, to, rule)
        expect(addMonths(from, months, rule)).toBeLessThanOrEqual(to)
        expect(addMonths(from, months + 1, rule)).toBeGreaterThan(to)
      }),
      { numRuns: repetitions(20_000) },
    )
  })

  it.each(['2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', '0000-01-01', '26-01-01', '2026-1-1', '2026-04-31'])(
    'has no %s',
    (text) => {
      expect(readDate(text)).toBeNull()
    },
  )
})
