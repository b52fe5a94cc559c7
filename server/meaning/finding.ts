/**
 * Makes findings, and the words that several kinds of them share.
 */
import { series } from '../engine/explain/english/clause'
import { quoted, visibleLine } from '../engine/explain/english/visible-text'
import { type ChangeFacts, type ChangeKind, sentenceOf } from './change-kinds'
import type { Finding } from './comparison-result'

/** Names on both sides; one is null where the thing is on the other side alone. */
export interface ChangedThing {
  readonly before: string | null
  readonly after: string | null
}

export function finding(kind: ChangeKind, { before, after }: ChangedThing, facts: Partial<ChangeFacts> = {}): Finding {
  return { kind, before, after, sentence: sentenceOf(kind, facts) }
}

/** About the ruleset as a whole. */
export const WHOLE: ChangedThing = { before: null, after: null }

/** A text of the author in quotation marks, or that there is none. */
export function quotedText(text: string | null): string {
  return text === null || text === '' ? 'none' : `“${visibleLine(text)}”`
}

/** The lines of a note as one. */
export function quotedNote(lines: readonly string[]): string {
  return quotedText(lines.join(' '))
}

export function membersInWords(members: readonly string[]): string {
  return listInWords(members.map(quoted))
}

/** Items that one sentence names of a list. Each of many things may have a list of many others. */
export const MAX_NAMED = 20

/**
 * The same list as {@link listInWords}; where it is longer than {@link MAX_NAMED}, "a, b, c and 1,980 more".
 * @param first the first items at least, as many as are named
 * @param count of all items
 */
export function firstInWords(first: readonly string[], count = first.length): string {
  if (count <= MAX_NAMED) return listInWords(first)
  return `${first.slice(0, MAX_NAMED).join(', ')} and ${(count - MAX_NAMED).toLocaleString('en-GB')} more`
}

/** "a", "a and b", "a, b and c"; "none" for no item. */
export function listInWords(items: readonly string[]): string {
  return items.length === 0 ? 'none' : series(items, 'and')
}
