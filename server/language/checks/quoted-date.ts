/**
 * Dates in quotes where a number is needed.
 *
 * Promises: true, and told, where the value is a text that is shaped like a date, or a set that has one; false otherwise.
 */
import type { Checked } from '../checked-ruleset'
import { dateNumber, dateShape } from '../date-shape'
import type { Checking } from './checking'

export function tellQuotedDate(c: Checking, value: Checked): boolean {
  if (value.kind === 'set') return value.members.some((member) => tellQuotedDate(c, member))
  if (value.kind !== 'string') return false
  const written = value.value.trim()
  if (dateShape(written) === null) return false
  c.report.add('date', value, [dateNumber(written)])
  return true
}
