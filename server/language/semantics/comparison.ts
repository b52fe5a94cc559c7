import { replaceFix } from '../messages/report'
import { readDate } from '../numeric/calendar'
import { quoteText } from '../syntax/string-literal'
import type { ArithmeticOperator, ComparisonOperator, Expression } from '../syntax/syntax'
import type { Checked } from './checked-ruleset'
import { isAmount, type Type } from './checked-type'
import type { Checking } from './checking'
import { checkCodeComparison, guarded, reportCodeInequality } from './codes'
import { reportQuotedDate, unitOf } from './conditions'
import { reportPresenceComparison } from './habits/asks-presence'
import { foreignComparison } from './habits/foreign-comparison'
import { reportBareNumber } from './measures/bare-number'
import { adviseOnDifference, type DifferenceAdvice } from './measures/date-differences'
import { domainOf, type Meeting, meetTypes } from './measures/meeting'
import { reportQuotedMoments } from './measures/quoted-moments'
import { reportTimestampMismatch } from './measures/timestamps'
import { convertNode, noteUnbridged } from './measures/unit-meeting'
import { reportSpelling, reportUnknownMembers } from './members'
import { BOOLEAN, describeType } from './types'

type Comparison = Extract<Expression, { kind: 'comparison' }>

/** Gives both sides one type and one unit. Null, and reported, if they cannot be compared. */
export function checkComparison(c: Checking, node: Comparison): Checked | null {
  if (reportPresenceComparison(c, node)) return null
  const sides = checkSides(c, node.left, node.right)
  return sides === null ? null : compareSides(c, node, sides)
}

/** Left and right stay in their places, even if they are converted. */
export function compareSides(c: Checking, node: Comparison, sides: readonly [Checked, Checked]): Checked | null {
  const [left, right] = sides
  const coded = checkCodeComparison(c, node, left, right)
  if (coded !== undefined) return coded
  const { operator, start, end } = node
  const meeting = meetTypes(c, left.type, right.type)
  if (!meeting.met) {
    reportMismatch(c, left, right, meeting, node)
    return null
  }
  const ordering = operator !== '==' && operator !== '!='
  const order = ordering ? orderOf(c, node, meeting.type) : null
  if (ordering && order === null) return null
  if (!ordering) warnNeverEqual(c, node, left.type, right.type)
  if (meeting.unbridged !== null) {
    const advice = adviseOnDifference(c, node, sides)
    return unbridgedPair(c, left, right, operator, meeting.unbridged, BOOLEAN, node, advice)
  }
  const domain = domainOf(meeting.type)
  if (domain === 'numeric' && reportCodeInequality(c, node, sides)) return null
  const side = meeting.conversion === null ? right : convertNode(right, meeting.conversion, meeting.type)
  const compared: Checked = {
    kind: 'compare',
    domain,
    operator,
    left,
    right: side,
    order: order === 'numbers' ? null : order,
    type: BOOLEAN,
    start,
    end,
  }
  return domain === 'numeric' ? guarded(c, compared, [left, right]) : compared
}

/** Each side knows the other's vocabulary, so that a member without quotes is recognised. */
export function checkSides(c: Checking, left: Expression, right: Expression): [Checked, Checked] | null {
  if (left.kind === 'name' && !c.knows(left.name)) {
    const b = c.check(right)
    const a = c.meeting(b?.type ?? null, () => c.check(left))
    return a === null || b === null ? null : [a, b]
  }
  const a = c.check(left)
  const b = c.meeting(a?.type ?? null, () => c.check(right))
  return a === null || b === null ? null : [a, b]
}

/** Null, and reported, if the type has no order. */
function orderOf(c: Checking, node: Comparison, type: Type): 'numbers' | readonly string[] | null {
  if (isAmount(type)) return 'numbers'
  if (type.kind === 'enum' && type.ordered) return type.vocabulary
  if (type.kind === 'text' && type.members.length === 0) return 'numbers'
  if (type.kind === 'enum') c.report.add('unordered-enum', node, [])
  else c.report.add('no-order', node, [describeType(type)])
  return null
}

/** The operator between two sides, if it asks whether they are equal. */
function equalityAt(c: Checking, left: Checked, right: Checked): '==' | '!=' | null {
  const between = c.text.slice(left.end, right.start).trim()
  return between === '==' || between === '!=' ? between : null
}

function warnNeverEqual(c: Checking, node: Comparison, left: Type, right: Type): void {
  if (left.kind !== 'text' || right.kind !== 'text' || left.members.length === 0 || right.members.length === 0) return
  if (!left.members.some((member) => c.has(right.members, member))) c.report.add('never-equal', node, [])
}

export function reportMismatch(
  c: Checking,
  left: Checked,
  right: Checked,
  meeting: Extract<Meeting, { met: false }>,
  at: { readonly start: number; readonly end: number },
  isSum = false,
): void {
  switch (meeting.problem) {
    case 'sets':
      c.report.add('compared-sets', at, [])
      return
    case 'types':
      if (reportQuotedNumber(c, left, right) || reportQuotedNumber(c, right, left)) return
      reportTypes(c, left, right, at)
      return
    case 'vocabularies':
      c.report.add('different-vocabularies', at, [])
      return
    case 'two-texts':
      c.report.add('two-texts', at, [equalityAt(c, left, right)])
      return
    case 'spelling':
      reportSpelling(c, meeting.side === 'left' ? left : right, meeting.written, meeting.known)
      return
    case 'bare':
      reportBareNumber(c, left, right, meeting, at, isSum)
      return
    case 'text':
      reportUnknownMembers(c, meeting.side === 'left' ? left : right, meeting.unknown, meeting.vocabulary)
      return
  }
}

function reportTypes(c: Checking, left: Checked, right: Checked, at: { start: number; end: number }): void {
  if (reportTimestampMismatch(c, left, right)) return
  if (left.type.kind === 'date' && reportQuotedMoments(c, 'quoted-date', right)) return
  if (right.type.kind === 'date' && reportQuotedMoments(c, 'quoted-date', left)) return
  if (left.type.kind === 'date' && reportDigitsOfDate(c, right)) return
  if (right.type.kind === 'date' && reportDigitsOfDate(c, left)) return
  const foreign = foreignComparison(c, left, right, at)
  const details = [describeType(left.type), describeType(right.type), foreign?.idiom ?? null] as const
  c.report.add('type-mismatch', at, [...details], foreign?.fixes)
}

/** Reports `filed >= 20240201`, the form of a date before language 1.4. */
function reportDigitsOfDate(c: Checking, number: Checked): boolean {
  const written = c.text.slice(number.start, number.end)
  if (number.kind !== 'number' || !/^\d{8}$/.test(written)) return false
  const date = `${written.slice(0, 4)}-${written.slice(4, 6)}-${written.slice(6)}`
  if (readDate(date) === null) return false
  c.report.add('date-form', number, [written, [date]], [replaceFix(`Write ${date}`, number, date)])
  return true
}

/** Null, and reported, if the missing conversion is an error. */
export function unbridgedPair(
  c: Checking,
  left: Checked,
  right: Checked,
  operator: ComparisonOperator | ArithmeticOperator,
  cause: 'missing' | 'ambiguous',
  type: Type,
  at: { readonly start: number; readonly end: number },
  advice: DifferenceAdvice | null = null,
): Checked | null {
  const from = unitOf(left)
  const to = unitOf(right)
  if (from === null || to === null || !noteUnbridged(c, left, right, { from, to, cause }, at, advice)) return null
  return { kind: 'unbridged', left, right, operator, type, start: at.start, end: at.end }
}

const QUOTED_NUMBER = /^\s*(-?\d+(?:\.\d+)?)\s*(\S.*?)?\s*$/

/** Reports `amount > "75 USD"`, the form of claim dictionaries, and a date in quotes. */
function reportQuotedNumber(c: Checking, number: Checked, text: Checked): boolean {
  if (number.type.kind !== 'numeric') return false
  if (reportQuotedDate(c, text)) return true
  if (text.kind !== 'string') return false
  const match = QUOTED_NUMBER.exec(text.value)
  if (match === null) return false
  const [, digits = '', unit] = match
  const right = unit === undefined ? digits : `${digits} ${quoteText(unit)}`
  c.report.add('quoted-number', text, [right], [replaceFix(`Write ${right}`, text, right)])
  return true
}
