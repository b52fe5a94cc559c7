/**
 * The calendar in SQL, on whole numbers of days since 1970. A day beyond the years 200 to 9800, or more than a century of
 * months, is left to the engine, whose calendar reaches further than that of the databases.
 */
import type { NumericNode } from '../engine/evaluate/node'
import { ONE } from '../language/numeric/rational'
import type { Dialect } from './dialect'
import type { Fraction, Fractions } from './fraction'
import { UntranslatableError } from './untranslatable'

type CalendarNode = Extract<NumericNode, { kind: 'calendar' }>

export function calendarSql(
  _dialect: Dialect,
  fractions: Fractions,
  { part, operands }: CalendarNode,
  write: (operand: NumericNode) => Fraction,
): Fraction {
  const [first] = operands
  if (first === undefined) throw new Error('the calendar needs a date')
  if (part === 'day-of') {
    const days = write(first)
    const rest = fractions.modulo(days, fractions.constant(ONE))
    return fractions.add(days, rest, '-')
  }
  throw new UntranslatableError('it calculates with the calendar')
}
