/**
 * Dates of language 1.4: a date moves by days or months, and two dates are some days apart. Months end on different
 * days, so the ruleset states once what counts in place of a day that a month lacks.
 */
import type { Fix } from '../../messages/diagnostic'
import { insertFix } from '../../messages/report'
import type { MonthEnd } from '../../numeric/calendar'
import { type CalendarPart, calendarDay } from '../../numeric/calendar'
import { add, fromInteger, isInteger, multiply, type Rational, toDouble } from '../../numeric/rational'
import { quoteText } from '../../syntax/string-literal'
import type { DateFunction, Expression } from '../../syntax/syntax'
import type { Checked } from '../checked-ruleset'
import type { Checking } from '../checking'
import { needNumber } from '../conditions'
import { checkCount } from '../connective'
import { reportQuotedMoments } from '../measures/quoted-moments'
import { reportDateNeeded } from '../measures/timestamps'
import { inUnit } from '../measures/unit-meeting'
import { BARE, DATE, describeType, isNothing } from '../types'

type Arithmetic = Extract<Expression, { kind: 'arithmetic' }>
type Call = Extract<Expression, { kind: 'call' }>

export function checkDate(c: Checking, node: Extract<Expression, { kind: 'date' }>): Checked | null {
  const { text, day, start, end } = node
  if (day !== null) return { kind: 'number', value: fromInteger(day), type: DATE, start, end }
  c.report.add('no-such-date', node, [text])
  return null
}

/** At least one side is a date. */
export function checkDateArithmetic(
  c: Checking,
  node: Arithmetic,
  left: Checked | null,
  right: Checked | null,
): Checked | null {
  if (left === null || right === null) return null
  const { operator, start, end } = node
  const isBoth = left.type.kind === 'date' && right.type.kind === 'date'
  if (operator === '-' && isBoth) {
    const unit = c.units.find('d')
    return { kind: 'arithmetic', operator, left, right, type: { kind: 'numeric', unit }, start, end }
  }
  const isMoved = operator === '+' || (operator === '-' && left.type.kind === 'date')
  if (isBoth || !isMoved) {
    c.report.add('date-arithmetic', node, [])
    return null
  }
  const [date, time] = left.type.kind === 'date' ? [left, right] : [right, left]
  const number = needNumber(c, time, 'A date is moved by a time, so this')
  return number === null ? null : moveDate(c, node, date, number)
}

function moveDate(c: Checking, node: Arithmetic, date: Checked, time: Checked): Checked | null {
  const unit = time.type.kind === 'numeric' ? time.type.unit : null
  if (unit === null) {
    const fixes = time.kind === 'number' ? ['d', 'mo'].map((symbol) => unitFix(time, symbol)) : []
    c.report.add('date-plus-number', time, [], fixes)
    return null
  }
  const days = inUnit(c, time, unit, 'd')
  const moved = days ?? inUnit(c, time, unit, 'mo')
  if (moved === null) {
    c.report.add('date-plus-unit', time, [unit.text])
    return null
  }
  const written = literalValue(moved)
  if (written !== null && !isInteger(written)) {
    c.report.add('date-fraction', time, [])
    return null
  }
  const { operator, start, end } = node
  if (days !== null) return { kind: 'arithmetic', operator, left: date, right: days, type: DATE, start, end }
  const rule = literalDay(date) ? 'last' : needMonthEnd(c, node)
  if (rule === null) return null
  const months: Checked =
    operator === '+' ? moved : { ...spanOf(moved), kind: 'negate', operand: moved, type: moved.type }
  return { kind: 'add-months', operand: date, months, rule, type: DATE, start, end }
}

function unitFix({ end }: Checked, symbol: string): Fix {
  return insertFix(`Count ${symbol === 'd' ? 'days' : 'months'}: ${quoteText(symbol)}`, end, ` ${quoteText(symbol)}`)
}

/** Null unless the number is written. */
function literalValue(node: Checked): Rational | null {
  if (node.kind === 'number') return node.value
  const inner = node.kind === 'convert' ? literalValue(node.operand) : null
  return inner === null || node.kind !== 'convert' ? null : add(multiply(inner, node.factor), node.offset)
}

/** Whether the date is written and every month has its day. */
function literalDay(date: Checked): boolean {
  return date.kind === 'number' && calendarDay(toDouble(date.value)).day <= 28
}

/** Null, and reported, if the ruleset states no rule. */
function needMonthEnd(c: Checking, node: Expression): MonthEnd | null {
  if (c.monthEnd !== null) return c.monthEnd
  const at = c.versionEnd
  const fixes = (['last', 'next'] as const).map((rule) =>
    insertFix(`Write month_end ${rule};`, at, `\nmonth_end ${rule};`),
  )
  c.report.add('no-month-end', node, [], fixes)
  return null
}

interface DateFunctionForm {
  readonly part: CalendarPart
  /** Whether the answer depends on the ends of months. */
  readonly needsMonthEnd: boolean
}

const FUNCTIONS: Readonly<Record<DateFunction, DateFunctionForm>> = {
  Year: { part: 'year', needsMonthEnd: false },
  Month: { part: 'month', needsMonthEnd: false },
  Day: { part: 'day', needsMonthEnd: false },
  Weekday: { part: 'weekday', needsMonthEnd: false },
  EndOfMonth: { part: 'end-of-month', needsMonthEnd: false },
  FullMonths: { part: 'full-months', needsMonthEnd: true },
  FullYears: { part: 'full-years', needsMonthEnd: true },
}

/** Null, and reported, if an operand is not a date. */
export function checkDateFunction(c: Checking, node: Call, callee: DateFunction): Checked | null {
  const counted = checkCount(c, node)
  const { part, needsMonthEnd } = FUNCTIONS[callee]
  const operands = node.operands.flatMap((operand) => needDate(c, c.checkAs(DATE, operand), callee) ?? [])
  const rule = needsMonthEnd ? needMonthEnd(c, node) : 'last'
  if (!counted || operands.length !== node.operands.length || rule === null) return null
  const type = part === 'end-of-month' ? DATE : BARE
  return { kind: 'calendar', part, operands, rule, type, start: node.start, end: node.end }
}

function needDate(c: Checking, value: Checked | null, where: string): Checked | null {
  if (value === null || value.type.kind === 'date' || isNothing(value.type)) return value
  if (value.type.kind === 'timestamp') reportDateNeeded(c, value, 'function', where)
  else if (!reportQuotedMoments(c, 'quoted-date', value))
    c.report.add('expected-date', value, [where, describeType(value.type)])
  return null
}

function spanOf({ start, end }: Checked) {
  return { start, end }
}
