/**
 * Claims without a unit whose units decide whether two numbers can meet. For a quotient and a percentage, the message
 * shows annotations and the rule in plain numbers.
 */
import type { Fix } from '../../messages/diagnostic'
import { replaceFix } from '../../messages/report'
import { printNumeral } from '../../numeric/numeral'
import { multiply } from '../../numeric/rational'
import type { Span } from '../../text/line-index'
import { wholesIn } from '../../units/symbol-table'
import type { Unit } from '../../units/unit'
import type { Checked } from '../checked-ruleset'
import type { Checking } from '../checking'

export interface UnclearMeeting {
  readonly open: Checked
  readonly united: Checked
  readonly unit: Unit
}

const MAX_RULE_CHARS = 80

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

/** `43 "%"` as 0.43; otherwise null. */
export function plainNumber(c: Checking, united: Checked, unit: Unit): Fix | null {
  const wholes = wholesIn(unit)
  if (united.kind !== 'number' || wholes === null) return null
  const plain = printNumeral(multiply(united.value, wholes))
  if (plain.includes('/')) return null
  return replaceFix(`Write ${plain}, which is ${c.text.slice(united.start, united.end)}`, united, plain)
}

/** Null if the result is too long for a message. */
export function ruleWith(c: Checking, fix: Fix, at: Span): string | null {
  const [edit] = fix.edits
  if (edit === undefined || edit.start < at.start || edit.end > at.end) return null
  const rule = c.text.slice(at.start, edit.start) + edit.text + c.text.slice(edit.end, at.end)
  return rule.length > MAX_RULE_CHARS || /[\n\r]/.test(rule) ? null : rule
}

/** Unit of the known part, which the other part needs too. */
function partnerOf(quotient: Extract<Checked, { kind: 'arithmetic' }>): string | null {
  const known = [quotient.left, quotient.right].map(({ type }) => (type.kind === 'numeric' ? type.unit : null))
  return known.find((unit) => unit !== null)?.text ?? null
}
