/**
 * The shape of a review: what a page renders as a document and review.ts prints as text.
 *
 * Promises: plain data. Words of the author never stand in a text of ours: they are `quotation` fields, or quoted
 * strings inside a sentence.
 */
import type { Sentence } from './english/clause'

export type ReviewField =
  /** A line of ours; `label` is empty for a remark. */
  | { readonly kind: 'fact'; readonly label: string; readonly text: string }
  /** The author's own words, one string a line, already free of characters that cannot be seen. */
  | { readonly kind: 'quotation'; readonly label: string; readonly lines: readonly string[] }
  | { readonly kind: 'sentence'; readonly label: string; readonly sentence: Sentence }
  /** Other entries, as sentences call them: pages link to these. */
  | { readonly kind: 'references'; readonly label: string; readonly items: readonly ReviewReference[] }

export interface ReviewReference {
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
