/**
 * The review as data. The author's words appear only as `quotation` fields or as quoted strings. Pages load this file
 * early, so it imports no code.
 */
import type { Sentence } from './english/clause'

export type ReviewField =
  /** `label` is empty for a remark. */
  | { readonly kind: 'fact'; readonly label: string; readonly text: string }
  /** By line, without invisible characters. */
  | { readonly kind: 'quotation'; readonly label: string; readonly lines: readonly string[] }
  | { readonly kind: 'sentence'; readonly label: string; readonly sentence: Sentence }
  /** A table; every row has as many cells as the head. */
  | {
      readonly kind: 'grid'
      readonly label: string
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly kind: 'references'; readonly label: string; readonly items: readonly ReviewReference[] }

interface ReviewReference {
  readonly name: string
  readonly words: string
}

export interface ReviewEntry {
  /** The declared name. Null if the entry is not about a single name. */
  readonly name: string | null
  /** The name as sentences call it. */
  readonly title: string
  readonly fields: readonly ReviewField[]
  /** Names that the entry refers to directly: its meaning changes with theirs. */
  readonly refersTo: readonly string[]
  /** A claim's value without its range, which decides nothing. */
  readonly value: string | null
}

export interface ReviewSection {
  readonly id: SectionId | LibrarySectionId
  readonly heading: string
  readonly introduction: string
  readonly entries: readonly ReviewEntry[]
}

export type SectionId = 'assertions' | 'reports' | 'definitions' | 'locals' | 'conversions' | 'undecided' | 'claims'
export type LibrarySectionId = `library-${string}`

/** Returns the id of a library's section; each library has one. */
export function librarySectionId(name: string): LibrarySectionId {
  return `library-${encodeURIComponent(name)}`
}

export function isLibrarySection(id: ReviewSection['id']): id is LibrarySectionId {
  return id.startsWith('library-')
}

/** Whether the entries of the section are terms that rules use. */
export function isAboutDefinitions(id: ReviewSection['id']): boolean {
  return id === 'definitions' || isLibrarySection(id)
}

export interface ReviewDocument {
  readonly summary: string
  /** Empty ones are omitted. */
  readonly sections: readonly ReviewSection[]
}

export const NOTE_LABEL = 'Author’s note, not checked'
