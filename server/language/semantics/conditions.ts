/** Broken values are not reported again. */

import { replaceFix } from '../messages/report'
import { ONE } from '../numeric/rational'
import { dateNumber, dateShape } from '../syntax/date-shape'
import { quoteText } from '../syntax/string-literal'
import type { TextLiteral } from '../syntax/syntax'
import { wordsOf } from '../syntax/words'
import type { Checked } from './checked-ruleset'
import { isAmount } from './checked-type'
import type { Checking } from './checking'
import { reportQuotedMoments } from './measures/quoted-moments'
import { describeType, isNothing } from './types'

export function needCondition(c: Checking, value: Checked | null, where: string): Checked | null {
  if (value === null || value.type.kind === 'boolean' || isNothing(value.type)) return value
  c.report.add('expected-condition', value, [where, describeType(value.type)])
  return null
}

/** Accepts any unit. */
export function needNumber(c: Checking, value: Checked | null, where: string): Checked | null {
  if (value === null || value.type.kind === 'numeric' || isNothing(value.type)) return value
  if (reportQuotedDate(c, value)) return null
  c.report.add('expected-number', value, [where, describeType(value.type)])
  return null
}

/** Accepts also dates and timestamps, which have an order. */
export function needAmount(c: Checking, value: Checked | null, where: string): Checked | null {
  return value !== null && isAmount(value.type) ? value : needNumber(c, value, where)
}

/** Suggests `Members` for an enum claim. */
export function needSet(c: Checking, value: Checked | null, where: string): Checked | null {
  if (value === null || value.type.kind === 'set') return value
  const claim = value.kind === 'input' && value.type.kind === 'enum'
  const written = c.text.slice(value.start, value.end)
  const fixes = claim ? [replaceFix(`Write Members(${written})`, value, `Members(${written})`)] : []
  c.report.add('expected-set', value, [where, describeType(value.type)], fixes)
  return null
}

/** One of the unit, which other values are converted to. Null, and reported, for an unknown unit. */
export function unitNode(c: Checking, unit: TextLiteral): Checked | null {
  const read = c.units.read(unit.value, unit, quoteText)
  const { start, end } = unit
  return read === null ? null : { kind: 'number', value: ONE, type: { kind: 'numeric', unit: read }, start, end }
}

/** Null for a bare number and for other types. */
export function unitOf(value: Checked) {
  return value.type.kind === 'numeric' ? value.type.unit : null
}

/** Reports a date in quotes, also in a set, because a number is needed. */
export function reportQuotedDate(c: Checking, value: Checked): boolean {
  if (wordsOf(c.parsed.ruleset.version?.text).version === '1.4') return reportQuotedMoments(c, 'quoted-date', value)
  if (value.kind === 'set') return value.members.some((member) => reportQuotedDate(c, member))
  if (value.kind !== 'string') return false
  const written = value.value.trim()
  if (dateShape(written) === null) return false
  c.report.add('date', value, [dateNumber(written)])
  return true
}
