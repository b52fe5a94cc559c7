/**
 * Where a condition, a number or a set must stand.
 *
 * Promises: one message per wrong kind of value; a value that is already broken is not reported again.
 */

import { replace } from '../messages/report'
import { dateNumber, dateShape } from '../syntax/date-shape'
import type { Checked } from './checked-ruleset'
import type { Checking } from './checking'
import { describeType, isNothing } from './types'

/** `value` where it is a condition; null, and reported, if it is something else. */
export function needCondition(c: Checking, value: Checked | null, where: string): Checked | null {
  if (value === null || value.type.kind === 'boolean' || isNothing(value.type)) return value
  c.report.add('expected-condition', value, [where, describeType(value.type)])
  return null
}

/** `value` where it is a number, in whatever unit. */
export function needNumber(c: Checking, value: Checked | null, where: string): Checked | null {
  if (value === null || value.type.kind === 'numeric' || isNothing(value.type)) return value
  if (reportQuotedDate(c, value)) return null
  c.report.add('expected-number', value, [where, describeType(value.type)])
  return null
}

/** `value` where it is a set. An enum claim in place of its vocabulary is offered `Members`. */
export function needSet(c: Checking, value: Checked | null, where: string): Checked | null {
  if (value === null || value.type.kind === 'set') return value
  const claim = value.kind === 'input' && value.type.kind === 'enum'
  const written = c.text.slice(value.start, value.end)
  const fixes = claim ? [replace(`Write Members(${written})`, value, `Members(${written})`)] : []
  c.report.add('expected-set', value, [where, describeType(value.type)], fixes)
  return null
}

/** The unit of a numeric value, null for a bare one and for what is no number. */
export function unitOf(value: Checked) {
  return value.type.kind === 'numeric' ? value.type.unit : null
}

/**
 * A date in quotes where a number is needed.
 * @returns true, and reported, if the value is a text shaped like a date, or a set that holds one
 */
export function reportQuotedDate(c: Checking, value: Checked): boolean {
  if (value.kind === 'set') return value.members.some((member) => reportQuotedDate(c, member))
  if (value.kind !== 'string') return false
  const written = value.value.trim()
  if (dateShape(written) === null) return false
  c.report.add('date', value, [dateNumber(written)])
  return true
}
