/**
 * The shape of a review: what a page renders as a document and review.ts prints as text.
 *
 * Promises: plain data. Words of the author never stand in a text of ours: they are `quotation` fields, or quoted
 * strings inside a sentence.
 */
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { walk } from '../../language/semantics/children'
import type { Sentence } from './english/clause'
import { visibleLine } from './english/visible-text'

export type ReviewField =
  /** A line of ours; `label` is empty for a remark. */
  | { readonly kind: 'fact'; readonly label: string; readonly text: string }
  /** The author's own words, one string a line, already free of characters that cannot be seen. */
  | { readonly kind: 'quotation'; readonly label: string; readonly lines: readonly string[] }
  | { readonly kind: 'sentence'; readonly label: string; readonly sentence: Sentence }
  /** Other entries, as sentences call them: pages link to these. */
  | { readonly kind: 'references'; readonly label: string; readonly items: readonly ReviewReference[] }

interface ReviewReference {
  /** Of a claim. */
  readonly name: string
  /** What sentences call it, with its unit. */
  readonly words: string
}

export interface ReviewEntry {
  /** The name exactly as declared; pages link to it. Null where the entry is about no one name. */
  readonly name: string | null
  /** What the sentences call it. */
  readonly title: string
  readonly fields: readonly ReviewField[]
  /** Names of claims, locals and definitions that it names itself: with one of these its meaning changes. */
  readonly refersTo: readonly string[]
  /** Of a claim: what its value is, without its range, which decides nothing. Null for other entries. */
  readonly value: string | null
}

export interface ReviewSection {
  readonly id: 'assertions' | 'definitions' | 'locals' | 'conversions' | 'undecided' | 'claims'
  readonly heading: string
  /** What the section is, in one or two sentences. */
  readonly introduction: string
  readonly entries: readonly ReviewEntry[]
}

export interface ReviewDocument {
  readonly summary: string
  /** In the order of reading; a section without entries is left out. */
  readonly sections: readonly ReviewSection[]
}

/** What stands before an author's comment wherever one is shown. */
export const NOTE_LABEL = 'Author’s note, not checked'

/**
 * The author's comment above a statement as a field of the review.
 *
 * Promises: marked as not checked; one line of the comment is one line. None where there is no comment.
 */
export function noteFields(comment: readonly string[]): readonly ReviewField[] {
  if (comment.length === 0) return []
  return [{ kind: 'quotation', label: NOTE_LABEL, lines: comment.map(noteLine) }]
}

/** A line of a comment, free of characters that cannot be seen. */
export function noteLine(line: string): string {
  return visibleLine(line).trim()
}

/** Of an entry on which nothing else depends, and that depends on nothing. */
export const INDEPENDENT = { refersTo: [] as readonly string[], value: null }

/** Names of the claims, locals and definitions that an expression names itself, in the order of writing. */
export function referredNames(expression: Checked, { inputs, lets }: CheckedRuleset): readonly string[] {
  const names = new Set<string>()
  walk(expression, (node) => {
    const named =
      node.kind === 'input' || node.kind === 'vocabulary'
        ? inputs[node.input]
        : node.kind === 'let'
          ? lets[node.let]
          : undefined
    if (named !== undefined) names.add(named.name)
  })
  return [...names]
}
