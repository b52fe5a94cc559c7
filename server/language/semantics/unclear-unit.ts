/**
 * Claims without a unit whose units decide whether two numbers can meet.
 *
 * Promises: when a quotient meets a percentage, the message writes the annotations and the rule in plain numbers.
 */
import type { Fix } from '../messages/diagnostic'
import { replace } from '../messages/report'
import { printNumeral } from '../numeric/numeral'
import { multiply } from '../numeric/rational'
import type { Span } from '../syntax/syntax'
import type { Unit } from '../units/unit'
import { wholesIn } from '../units/wholes'
import type { Checked } from './checked-ruleset'
import type { Checking } from './checking'

/** The sides that meet: one is a number in `unit`, the other depends on claims without a unit. */
export interface UnclearMeeting {
  readonly open: Checked
  readonly united: Checked
  readonly unit: Unit
}

/** Longest rule that a message repeats. */
const MAX_RULE_CHARS = 80

/** Reports which claims need a unit before it is certain how the two sides meet. */
export function reportUnclear(c: Checking, claims: readonly string[], meeting: UnclearMeeting, at: Span): void {
  const { open, united, unit } = meeting
  const isShare = open.kind === 'arithmetic' && open.operator === '/' && wholesIn(unit) !== null
  if (!isShare) {
    c.report.add('unclear-unit', at, [claims, unit.text, null])
    return
  }
  const fix = plainNumber(c, united, unit)
  const rule = fix === null ? null : ruleWith(c, fix, at)
  c.report.add('unclear-unit', at, [claims, unit.text, { partner: partnerOf(open), rule }], fix === null ? [] : [fix])
}

/** Writes a literal part of a whole as the plain number that it is: `43 "%"` as 0.43. Null for anything else. */
export function plainNumber(c: Checking, united: Checked, unit: Unit): Fix | null {
  const wholes = wholesIn(unit)
  if (united.kind !== 'number' || wholes === null) return null
  const plain = printNumeral(multiply(united.value, wholes))
  if (plain.includes('/')) return null
  return replace(`Write ${plain}, which is ${c.text.slice(united.start, united.end)}`, united, plain)
}

/** The text at `at` with the one edit of `fix`, where it is short enough to be read in a message. */
export function ruleWith(c: Checking, fix: Fix, at: Span): string | null {
  const [edit] = fix.edits
  if (edit === undefined || edit.start < at.start || edit.end > at.end) return null
  const rule = c.text.slice(at.start, edit.start) + edit.text + c.text.slice(edit.end, at.end)
  return rule.length > MAX_RULE_CHARS || /[\n\r]/.test(rule) ? null : rule
}

/** The unit that the known part of a quotient has, which the other part then needs too. */
function partnerOf(quotient: Extract<Checked, { kind: 'arithmetic' }>): string | null {
  const known = [quotient.left, quotient.right].map(({ type }) => (type.kind === 'numeric' ? type.unit : null))
  return known.find((unit) => unit !== null)?.text ?? null
}
