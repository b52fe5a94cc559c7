/** Reports strings that are not in a vocabulary, with the nearest member as the fix. */

import { replaceFix } from '../messages/report'
import { quoteText } from '../syntax/string-literal'
import type { Checked } from './checked-ruleset'
import type { Checking } from './checking'
import { differenceOf } from './habits/look-alike'

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
  // The string is in a let or a set elsewhere, so the node here is reported.
  if (wrongLiterals.length === 0) reportNotAMember(c, node, unknown[0] ?? '', vocabulary, false)
}

/** @param written true if the value is at the span, so that a fix is possible */
export function reportNotAMember(
  c: Checking,
  span: { readonly start: number; readonly end: number },
  value: string,
  vocabulary: readonly string[],
  written = true,
): void {
  const alike = c.alike(vocabulary, value)
  const meant = alike ?? c.speller.nearest(value, vocabulary)
  const fixes = meant === null || !written ? [] : [replaceFix(`Write ${quoteText(meant)}`, span, quoteText(meant))]
  const idiom = meant === null && isMissing(value) ? 'not-available' : null
  c.report.add(
    'not-a-member',
    span,
    [value, vocabulary, meant, idiom, alike === null ? null : differenceOf(value, alike)],
    fixes,
  )
}

/** True for a text that means "no value" in other systems. */
export function isMissing(value: string): boolean {
  return /^(n\/?a|none|null|nil|unknown|undefined|missing|not (applicable|available|known)|-*)$/i.test(value.trim())
}

/** @param known the spelling that the rules use, or null if the text is what stands for an unknown claim */
export function reportSpelling(c: Checking, node: Checked, written: string, known: string | null): void {
  const literals: Extract<Checked, { kind: 'string' }>[] = []
  collectStrings(node, literals)
  const at = literals.find(({ value }) => value === written)
  const fixes =
    at === undefined || known === null ? [] : [replaceFix(`Write ${quoteText(known)}`, at, quoteText(known))]
  if (known === null) c.report.add('unknown-text', at ?? node, [])
  else c.report.add('same-but-case', at ?? node, [known, written], fixes)
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
