/**
 * Timestamps of language 1.4: exact instants. Two of them are some hours apart, whatever their offsets; a date depends on
 * an offset, which the text states because there is no database of zones.
 */
import type { Fix } from '../../messages/diagnostic'
import { insertFix, replaceFix } from '../../messages/report'
import type { DateNeed } from '../../messages/timestamps'
import { EPOCH_DAY, instantOf, readOffset } from '../../numeric/instant'
import { add, divide, fromInteger, ONE, type Rational, smallRatio } from '../../numeric/rational'
import { quoteText } from '../../syntax/string-literal'
import type { Expression, InstantFunction } from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import type { Checked } from '../checked-ruleset'
import type { Type } from '../checked-type'
import type { Checking } from '../checking'
import { needNumber } from '../conditions'
import { BARE, DATE, describeType, isNothing, TIMESTAMP } from '../types'
import { reportBrokenMoments, reportQuotedMoments } from './quoted-moments'
import { inUnit } from './unit-meeting'

type Arithmetic = Extract<Expression, { kind: 'arithmetic' }>
type Call = Extract<Expression, { kind: 'call' }>

/** Longer expressions are not repeated in messages. */
const MAX_SHOWN_CHARS = 40
/** Shown in messages, because any offset may be meant. */
const EXAMPLE_OFFSET = '+01:00'
const PARTS = { DateOf: 'date', HourOf: 'hour' } as const

/** Null, and reported, if the text is not an instant. */
export function checkTimestamp(c: Checking, node: Extract<Expression, { kind: 'timestamp' }>): Checked | null {
  const { hours, text, start, end } = node
  if (typeof hours !== 'string') return { kind: 'number', value: hours, type: TIMESTAMP, start, end }
  const fixes = hours === 'offset' ? [insertFix('Add Z, for a time in UTC', end, 'Z')] : []
  const meant = text
    .replace(/T(?=\d:)/, 'T0')
    .replace(/([+-]\d{2})(\d{2})?$/, (_, hour: string, minute = '00') => `${hour}:${minute}`)
  if (hours === 'form' && instantOf(meant) !== null) fixes.push(replaceFix(`Write ${meant}`, node, meant))
  c.report.add('timestamp-form', node, [text, hours], fixes)
  return null
}

/** At least one side is a timestamp. */
export function checkTimestampArithmetic(
  c: Checking,
  node: Arithmetic,
  left: Checked | null,
  right: Checked | null,
): Checked | null {
  if (left === null || right === null) return null
  const { operator, start, end } = node
  const [isFirst, isSecond] = [left.type.kind === 'timestamp', right.type.kind === 'timestamp']
  if (operator === '-' && isFirst && isSecond) {
    const unit = c.units.find('h')
    return { kind: 'arithmetic', operator, left, right, type: { kind: 'numeric', unit }, start, end }
  }
  if (left.type.kind === 'date' || right.type.kind === 'date') {
    reportDateNeeded(c, isFirst ? left : right, 'date', null)
    return null
  }
  if ((isFirst && isSecond) || !(operator === '+' || (operator === '-' && isFirst))) {
    c.report.add('timestamp-arithmetic', node, [])
    return null
  }
  const [instant, time] = isFirst ? [left, right] : [right, left]
  if (reportQuotedMoments(c, 'quoted-timestamp', time) || reportBrokenMoments(c, time)) return null
  const hours = checkTime(c, instant, time)
  return hours === null
    ? null
    : { kind: 'arithmetic', operator, left: instant, right: hours, type: TIMESTAMP, start, end }
}

/** The time in hours; null, and reported, if nothing converts it. */
function checkTime(c: Checking, instant: Checked, time: Checked): Checked | null {
  const number = needNumber(c, time, 'A timestamp is moved by a time, so this')
  if (number === null) return null
  const unit = number.type.kind === 'numeric' ? number.type.unit : null
  if (unit === null) {
    const withUnit = (symbol: string) =>
      insertFix(`Write the unit ${quoteText(symbol)}`, time.end, ` ${quoteText(symbol)}`)
    c.report.add('timestamp-plus-number', time, [], time.kind === 'number' ? ['h', 'min'].map(withUnit) : [])
    return null
  }
  const hours = inUnit(c, number, unit, 'h')
  if (hours !== null) return hours
  if (inUnit(c, number, unit, 'mo') === null) c.report.add('timestamp-plus-unit', time, [unit.text])
  else reportDateNeeded(c, instant, 'months', null)
  return null
}

/** Reports a timestamp in a place that needs a date. @param callee of a function */
export function reportDateNeeded(c: Checking, instant: Checked, need: DateNeed, callee: string | null): void {
  const written = c.text.slice(instant.start, instant.end)
  const isShort = written.length <= MAX_SHOWN_CHARS
  const example = `DateOf(${isShort ? written : '…'}, "${EXAMPLE_OFFSET}")`
  // A name follows `by`, and what is moved by months is compared with another date.
  const right = need === 'parameter' ? `let ${written.replaceAll('.', '_')}_date = ${example};` : example
  const inUtc = `DateOf(${written}, "Z")`
  const hasFix = isShort && (need === 'date' || need === 'function')
  const fixes = hasFix ? [replaceFix(`Write ${inUtc}`, instant, inUtc)] : []
  c.report.add('timestamp-date', instant, [need, callee ?? '', right], fixes)
}

/** Reports a timestamp beside a date, a number or a text. False if neither side is a timestamp, or for other types. */
export function reportTimestampMismatch(c: Checking, left: Checked, right: Checked): boolean {
  const [instant, other] = left.type.kind === 'timestamp' ? [left, right] : [right, left]
  if (instant.type.kind !== 'timestamp') return false
  if (other.type.kind === 'date') reportDateNeeded(c, instant, 'date', null)
  else if (other.type.kind === 'numeric')
    c.report.add('timestamp-arithmetic', { start: left.start, end: right.end }, [])
  else return reportQuotedMoments(c, 'quoted-timestamp', other) || reportBrokenMoments(c, other)
  return true
}

/** `DateOf(sent, "+01:00")`, `HourOf(sent, "Z")`. Null, and reported, if the timestamp or the offset is missing or wrong. */
export function checkPartOfInstant(c: Checking, node: Call, callee: InstantFunction): Checked | null {
  const [instant, offset, ...others] = node.operands
  if (instant === undefined || others.length > 0) {
    for (const operand of node.operands) if (operand.kind !== 'string') c.check(operand)
    c.report.add('operand-count', node, [callee, 'two operands', node.operands.length])
    return null
  }
  const operand = needTimestamp(c, c.checkAs(TIMESTAMP, instant), callee)
  const minutes = offset?.kind === 'string' ? readOffset(offset.value) : null
  if (minutes === null || offset?.kind !== 'string') {
    if (offset?.kind !== 'broken' && instant.kind !== 'broken') reportOffset(c, node, callee, instant, offset)
    return null
  }
  if (operand === null) return null
  const { start, end } = node
  const [part, core] =
    callee === 'DateOf'
      ? (['date', dayAt(operand, minutes, { start, end })] as const)
      : (['hour', hourAt(operand, minutes, { start, end })] as const)
  return {
    kind: 'written',
    form: { kind: 'date-of', part, operand, offset: offset.value },
    core,
    type: core.type,
    start,
    end,
  }
}

/** The day that the instant is in at the offset: whole days since 1970. */
function dayAt(operand: Checked, minutes: number, at: Span): Checked {
  // Dates count from 1970.
  const local = movedHours(operand, add(smallRatio(minutes, 60), fromInteger(EPOCH_DAY * 24)), at)
  const part: Checked = { kind: 'number', value: divide(ONE, fromInteger(24)) ?? ONE, type: BARE, ...at }
  const days: Checked = { kind: 'arithmetic', operator: '*', left: local, right: part, type: DATE, ...at }
  return floorOf(days, DATE, at)
}

/** The whole hours since the day began at the offset. Instants count from midnight in UTC. */
function hourAt(operand: Checked, minutes: number, at: Span): Checked {
  const local = movedHours(operand, smallRatio(minutes, 60), at)
  const day: Checked = { kind: 'number', value: fromInteger(24), type: BARE, ...at }
  const hours: Checked = { kind: 'arithmetic', operator: '%', left: local, right: day, type: BARE, ...at }
  return floorOf(hours, BARE, at)
}

function movedHours(operand: Checked, by: Rational, at: Span): Checked {
  const hours: Checked = { kind: 'number', value: by, type: BARE, ...at }
  return { kind: 'arithmetic', operator: '+', left: operand, right: hours, type: TIMESTAMP, ...at }
}

function floorOf(operand: Checked, type: Type, at: Span): Checked {
  return { kind: 'round', operand, step: ONE, mode: 'floor', written: { value: ONE, unit: null }, type, ...at }
}

function needTimestamp(c: Checking, value: Checked | null, callee: InstantFunction): Checked | null {
  if (value === null || value.type.kind === 'timestamp' || isNothing(value.type)) return value
  if (!reportQuotedMoments(c, 'quoted-timestamp', value))
    c.report.add('expected-timestamp', value, [callee, describeType(value.type)])
  return null
}

function reportOffset(
  c: Checking,
  node: Call,
  callee: InstantFunction,
  instant: Expression,
  offset: Expression | undefined,
): void {
  const written = c.text.slice(instant.start, instant.end)
  const shown = written.length <= MAX_SHOWN_CHARS ? written : '…'
  const right = `${callee}(${shown}, "${EXAMPLE_OFFSET}")`
  const meant = offset?.kind === 'string' ? meantOffset(offset.value) : null
  const fixes: Fix[] = []
  if (offset === undefined) fixes.push(insertFix(`Take the ${PARTS[callee]} in UTC: "Z"`, instant.end, ', "Z"'))
  else if (meant !== null) fixes.push(replaceFix(`Write ${quoteText(meant)}`, offset, quoteText(meant)))
  c.report.add('date-of-offset', offset ?? node, [callee, right], fixes)
}

/** `+01:00` for `+1`, `+0100` or `UTC+01`, and `Z` for `UTC`; null if the text is unclear. */
function meantOffset(text: string): string | null {
  const [, sign, hours = '', minutes = '00'] = /^(?:UTC|GMT)?\s*([+-])(\d{1,2}):?(\d{2})?$/i.exec(text.trim()) ?? []
  if (sign === undefined) return /^(?:z|utc|gmt)$/i.test(text.trim()) ? 'Z' : null
  const offset = `${sign}${hours.padStart(2, '0')}:${minutes}`
  return readOffset(offset) === null ? null : offset
}
