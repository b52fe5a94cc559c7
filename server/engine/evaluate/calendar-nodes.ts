/** Calendar calculations on known dates are direct. They have no value unless every operand is a whole number within reach. */

import type { MonthEnd } from '../../language/numeric/calendar'
import { addMonths, CALENDAR_REACH, type CalendarPart, calendarPart, dayNumber } from '../../language/numeric/calendar'
import { floorOf, fromInteger, ONE, Rational } from '../../language/numeric/rational'
import { moduloMetered, subtractMetered } from './metered-arithmetic'
import { extentAbove, type NumericNode } from './node'
import { MAYBE, NO_VALUE, type Quantity, SOME } from './quantity'
import { numberNode } from './value-nodes'

export function addMonthsNode(date: NumericNode, months: NumericNode, rule: MonthEnd): NumericNode {
  return calendarNode(
    { part: 'add-months', rule },
    [date, months],
    (day, count = 0) => addMonths(day, count, rule),
    [1, 1],
    (target, operand, other) => (operand === 0 ? daysFrom(addMonths(target, -other, rule)) : []),
  )
}

/** @param dates one, or two for full months and years */
export function calendarPartNode(part: CalendarPart, dates: readonly NumericNode[], rule: MonthEnd): NumericNode {
  return calendarNode(
    { part, rule },
    dates,
    (first, second = 0) => calendarPart(part, first, second, rule),
    DIRECTIONS[part],
    (target, operand, other) => datesNear(part, target, operand, other, rule),
  )
}

const DIRECTIONS: Readonly<Record<CalendarPart, readonly (1 | -1)[] | null>> = {
  year: [1],
  month: null,
  day: null,
  weekday: null,
  'end-of-month': [1],
  'full-months': [-1, 1],
  'full-years': [-1, 1],
}

/** The day that a number of days is in. */
export function dayNode(days: NumericNode): NumericNode {
  if (days.kind === 'constant' && days.value.big === null) return numberNode(floorOf(days.value))
  const { evaluate: inner } = days
  const evaluate: NumericNode['evaluate'] = (run) => {
    const value = inner(run)
    const part = value instanceof Rational ? moduloMetered(run, value, ONE) : value
    return part instanceof Rational ? subtractMetered(run, value, part) : part
  }
  // The day begins at its number; the instant before belongs to another.
  const near: Near = (target) => [target, target + 1]
  return {
    domain: 'numeric',
    kind: 'calendar',
    part: 'day-of',
    rule: 'last',
    operands: [days],
    operate: Math.floor,
    directions: null,
    near,
    evaluate,
    ...extentAbove([days]),
  }
}

type Operation = (first: number, second?: number) => number

/** Ends of months make the way back inexact by a few days. */
function daysFrom(day: number): readonly number[] {
  return [day, day - 1, day + 1, day + 2, day + 3]
}

function datesNear(
  part: CalendarPart,
  target: number,
  operand: number,
  other: number,
  rule: MonthEnd,
): readonly number[] {
  switch (part) {
    case 'year':
      return daysFrom(dayNumber({ year: target, month: 1, day: 1 }))
    case 'month':
    case 'day':
      return [dayNumber({ year: 2000, month: part === 'month' ? target : 1, day: part === 'day' ? target : 1 })]
    case 'weekday':
      // 3 January 2000 was a Monday.
      return [dayNumber({ year: 2000, month: 1, day: 2 + target })]
    case 'end-of-month':
      return daysFrom(target)
    case 'full-months':
    case 'full-years': {
      const months = part === 'full-years' ? 12 * target : target
      return daysFrom(addMonths(other, operand === 0 ? -months : months, rule))
    }
  }
}

type CalendarNode = Extract<NumericNode, { kind: 'calendar' }>
type Near = CalendarNode['near']

function calendarNode(
  of: Pick<CalendarNode, 'part' | 'rule'>,
  operands: readonly NumericNode[],
  operate: Operation,
  directions: CalendarNode['directions'],
  near: Near,
): NumericNode {
  const [first, second] = operands
  if (first === undefined) throw new Error('the calendar needs a date')
  const calculate = (a: Quantity, b: Quantity | undefined): Quantity => {
    if (!isReached(a) || (b !== undefined && !isReached(b))) return NO_VALUE
    return fromInteger(operate(a.n, b?.n))
  }
  if (operands.every(({ kind }) => kind === 'constant')) {
    const [a, b] = operands.map((operand) => (operand.kind === 'constant' ? operand.value : NO_VALUE))
    const folded = calculate(a!, b)
    if (folded !== NO_VALUE && !('compared' in folded)) return numberNode(folded)
  }
  // The value of a claim is always a day that the calendar reaches.
  const isPlain = operands.every(({ kind }) => kind === 'constant' || kind === 'input')
  const [evaluateFirst, evaluateSecond] = [first.evaluate, second?.evaluate]
  const evaluate: NumericNode['evaluate'] = (run) => {
    const a = evaluateFirst(run)
    const b = evaluateSecond?.(run)
    if (!('compared' in a) && (b === undefined || !('compared' in b))) return calculate(a, b)
    if (a === NO_VALUE || b === NO_VALUE) return NO_VALUE
    return isPlain ? SOME : MAYBE
  }
  const reached: Near = (target, operand, other) =>
    Math.abs(target) <= CALENDAR_REACH && Math.abs(other) <= CALENDAR_REACH ? near(target, operand, other) : []
  const extent = extentAbove(operands)
  return {
    domain: 'numeric',
    kind: 'calendar',
    ...of,
    operands,
    operate,
    directions,
    near: reached,
    evaluate,
    ...extent,
  }
}

function isReached(value: Quantity): boolean {
  return value.d === 1 && Math.abs(value.n) <= CALENDAR_REACH
}
