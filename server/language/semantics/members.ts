/**
 * Enum literals: a string that meets a vocabulary must be one of its members.
 *
 * Promises: tells each wrong literal where it stands, with the nearest member as its fix.
 */

import { replace } from '../messages/report'
import { quote } from '../syntax/string-literal'
import type { Checked } from './checked-ruleset'
import type { Checking } from './checking'

/** Tells of the strings in `node` that `vocabulary` lacks. */
export function tellUnknownMembers(
  c: Checking,
  node: Checked,
  unknown: readonly string[],
  vocabulary: readonly string[],
): void {
  const wrong = new Set(unknown)
  const literals: Extract<Checked, { kind: 'string' }>[] = []
  collectStrings(node, literals)
  const places = literals.filter((literal) => wrong.has(literal.value))
  for (const place of places) tellNotAMember(c, place, place.value, vocabulary)
  // A string that came through a let or a set stands elsewhere; the place where it meets the vocabulary is told.
  if (places.length === 0) tellNotAMember(c, node, unknown[0] ?? '', vocabulary, false)
}

export function tellNotAMember(
  c: Checking,
  span: { readonly start: number; readonly end: number },
  value: string,
  vocabulary: readonly string[],
  written = true,
): void {
  const meant = c.speller.nearest(value, vocabulary)
  const fixes = meant === null || !written ? [] : [replace(`Write ${quote(meant)}`, span, quote(meant))]
  c.report.add('not-a-member', span, [value, vocabulary, meant], fixes)
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
