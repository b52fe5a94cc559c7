/**
 * Enum literals: a string that meets a vocabulary must be one of its members.
 *
 * Promises: reports each wrong literal at its position, with the nearest member as its fix.
 */

import { replace } from '../messages/report'
import { quote } from '../syntax/string-literal'
import type { Checked } from './checked-ruleset'
import type { Checking } from './checking'
import { differenceOf } from './look-alike'

/** Reports the strings in `node` that `vocabulary` lacks. */
export function reportUnknownMembers(
  c: Checking,
  node: Checked,
  unknown: readonly string[],
  vocabulary: readonly string[],
): void {
  const wrong = new Set(unknown)
  const literals: Extract<Checked, { kind: 'string' }>[] = []
  collectStrings(node, literals)
  const wrongLiterals = literals.filter((literal) => wrong.has(literal.value))
  for (const literal of wrongLiterals) reportNotAMember(c, literal, literal.value, vocabulary)
  // A string that comes through a let or a set stands elsewhere, so the node that meets the vocabulary is reported.
  if (wrongLiterals.length === 0) reportNotAMember(c, node, unknown[0] ?? '', vocabulary, false)
}

/** Reports a value that the vocabulary lacks. A fix is offered only if the value is written at the span. */
export function reportNotAMember(
  c: Checking,
  span: { readonly start: number; readonly end: number },
  value: string,
  vocabulary: readonly string[],
  written = true,
): void {
  const alike = c.alike(vocabulary, value)
  const meant = alike ?? c.speller.nearest(value, vocabulary)
  const fixes = meant === null || !written ? [] : [replace(`Write ${quote(meant)}`, span, quote(meant))]
  const idiom = meant === null && isMissing(value) ? 'not-available' : null
  c.report.add(
    'not-a-member',
    span,
    [value, vocabulary, meant, idiom, alike === null ? null : differenceOf(value, alike)],
    fixes,
  )
}

/** True for a text by which other systems say that there is no value. */
export function isMissing(value: string): boolean {
  return /^(n\/?a|none|null|nil|unknown|undefined|missing|not (applicable|available|known)|-*)$/i.test(value.trim())
}

function collectStrings(node: Checked, into: Extract<Checked, { kind: 'string' }>[]): void {
  switch (node.kind) {
    case 'string':
      into.push(node)
      return
    case 'choice':
      collectStrings(node.then, into)
      collectStrings(node.otherwise, into)
      return
    case 'case':
      for (const arm of node.arms) collectStrings(arm.value, into)
      if (node.fallback !== null) collectStrings(node.fallback, into)
      return
    case 'set':
      for (const member of node.members) collectStrings(member, into)
      return
    case 'set-operation':
      collectStrings(node.left, into)
      collectStrings(node.right, into)
      return
    default:
      return
  }
}
