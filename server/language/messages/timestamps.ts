import { EXAMPLE_INSTANT, type InstantProblem } from '../numeric/instant'
import { errorMessage } from './diagnostic'

type InstantFunction = 'DateOf' | 'HourOf'

/** The place that needs a date: next to a date, in a function, after `by`, or as the operand of a move by months. */
export type DateNeed = 'date' | 'function' | 'parameter' | 'months'

const PROBLEMS: Readonly<Record<InstantProblem, string>> = {
  form: `Write the day, the time and the offset from UTC, as in ${EXAMPLE_INSTANT} or 2026-03-01T08:30:00Z.`,
  date: `A date alone is not an instant. Add the time and the offset from UTC, as in ${EXAMPLE_INSTANT}.`,
  offset: `Without an offset from UTC it can be many instants. Add the offset, as in ${EXAMPLE_INSTANT}, or Z for UTC.`,
  day: 'The calendar has no such day.',
  midnight: 'The hours of a day end with 23. Write midnight as 00:00:00 of the next day.',
  leap: 'The seconds of a minute end with 59; a leap second has no place of its own. Write 59, or 00 of the next minute.',
  time: 'A clock shows hours up to 23, and minutes and seconds up to 59.',
  far: 'An offset has hours up to 23 and minutes up to 59, as in +01:00 or -05:30.',
  year: 'In UTC it is not in the years 1 to 9999.',
  long: 'It has more decimals than the 100 that are read.',
}

/** What is wrong with a timestamp, and what to do. */
export function instantProblemText(problem: InstantProblem): string {
  return PROBLEMS[problem]
}

const NEEDS: Readonly<Record<DateNeed, (callee: string) => string>> = {
  date: () => 'A timestamp is an instant and a date is a whole day, so they are not compared or subtracted.',
  function: (callee) => `${callee} needs a date, and a timestamp is an instant.`,
  parameter: () => 'A parameter changes by date, and a timestamp is an instant.',
  months: () => 'Months differ in length, so they move a date and not a timestamp.',
}

/** Messages about timestamps of language 1.4. */
export const TIMESTAMPS = {
  'timestamp-form': errorMessage(
    (written: string, problem: InstantProblem) => `${written} is not a timestamp. ${instantProblemText(problem)}`,
  ),
  'timestamp-arithmetic': errorMessage(
    () =>
      'A timestamp is compared with a timestamp, moved by a time, as in sent + 72 "h" or sent - 30 "min", or subtracted from a timestamp, which gives hours: received - sent <= 72 "h".',
  ),
  'timestamp-plus-number': errorMessage(
    () =>
      'A timestamp is moved by a time, and this is a number without a unit. Write the unit, as in 72 "h" or 30 "min".',
  ),
  'timestamp-plus-unit': errorMessage(
    (unit: string) =>
      `A timestamp is moved by seconds, minutes, hours, days or weeks, and nothing converts ${unit} to them.`,
  ),
  'timestamp-date': errorMessage(
    (need: DateNeed, callee: string, right: string) =>
      `${NEEDS[need](callee)} The day of an instant depends on the offset from UTC, so ${need === 'parameter' ? 'name the date with its offset above' : 'state it'}: ${right}${need === 'parameter' ? ' The offset "Z" is UTC.' : ', or "Z" for UTC.'}`,
  ),
  'quoted-timestamp': errorMessage((right: string) => `A timestamp is written without quotes. Write ${right}.`),
  'expected-timestamp': errorMessage(
    (callee: InstantFunction, actual: string) => `${callee} needs a timestamp. This is ${actual}.`,
  ),
  'date-of-offset': errorMessage(
    (callee: InstantFunction, right: string) =>
      `${callee} needs the offset from UTC whose ${callee === 'DateOf' ? 'date' : 'clock'} counts, in quotes: ${right}, or "Z" for UTC. A place is not an offset, because its clocks may change.`,
  ),
} as const
