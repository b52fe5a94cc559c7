import { joinSeries, quoteVisible, visibleLine } from '../../engine/explain/english/clause'
import { type ChangeFacts, type ChangeKind, sentenceOf } from './change-kinds'
import type { Finding } from './comparison-result'

/** Null on a side without the thing. */
export interface ChangedThing {
  readonly before: string | null
  readonly after: string | null
}

export function makeFinding(
  kind: ChangeKind,
  { before, after }: ChangedThing,
  facts: Partial<ChangeFacts> = {},
): Finding {
  return { kind, before, after, sentence: sentenceOf(kind, facts) }
}

export const WHOLE_RULESET: ChangedThing = { before: null, after: null }

export function quotedText(text: string | null): string {
  return text === null || text === '' ? 'none' : `“${visibleLine(text)}”`
}

export function quotedNote(lines: readonly string[]): string {
  return quotedText(lines.join(' '))
}

export function membersInWords(members: readonly string[]): string {
  return listInWords(members.map(quoteVisible))
}

export const MAX_NAMED = 20

/**
 * "a, b, c and 1,980 more" for more than {@link MAX_NAMED} items.
 * @param first at least the named items
 */
export function firstInWords(first: readonly string[], count = first.length): string {
  if (count <= MAX_NAMED) return listInWords(first)
  return `${first.slice(0, MAX_NAMED).join(', ')} and ${(count - MAX_NAMED).toLocaleString('en-GB')} more`
}

/** "a", "a and b", "a, b and c"; "none" without items. */
export function listInWords(items: readonly string[]): string {
  return items.length === 0 ? 'none' : joinSeries(items, 'and')
}
