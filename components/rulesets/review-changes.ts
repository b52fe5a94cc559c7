/**
 * What changed between two reviews, in the words of the reviews: entries added, removed, changed and moved.
 *
 * Pure. Nothing is lost: two reviews that read differently have at least one change, and an assertion or a definition
 * whose words stayed is listed where a definition or a claim on which it depends, also through others, means something
 * else now.
 */
import { diffArrays } from 'diff'
import type { ReviewDocument, ReviewEntry, ReviewSection } from '../../server/engine/explain/review-document'
import { Dependencies } from './dependencies'
import { type LineChange, lineChanges } from './line-changes'
import { reviewLines } from './review-lines'
import { type WordPiece, wordChanges } from './word-changes'

export interface ReviewChanges {
  /** Whether both read alike. */
  readonly same: boolean
  /** Null where the summaries are the same. */
  readonly summary: readonly WordPiece[] | null
  /** Sections that changed, in the order of reading. */
  readonly sections: readonly SectionChanges[]
}

export interface SectionChanges {
  readonly id: ReviewSection['id']
  readonly heading: string
  readonly introduction: readonly WordPiece[] | null
  /** Entries that changed, in the order of reading. */
  readonly entries: readonly EntryChange[]
  /** How many entries stand as they stood. */
  readonly unchanged: number
}

export interface EntryChange {
  /** `through`: its words are the same, and what it depends on changed. */
  readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'through'
  /** The name as declared; null where the entry is about no one name. */
  readonly name: string | null
  readonly title: string
  /** For one that changed, or changed through others: whether it also stands at another place among the others. */
  readonly moved: boolean
  /** The changed definitions, claims and open values on which it depends, as sentences call them. */
  readonly through: readonly string[]
  /** Of the whole entry, its title first. */
  readonly lines: readonly LineChange[]
}

const READING_ORDER = ['assertions', 'definitions', 'locals', 'conversions', 'undecided', 'claims'] as const

export function reviewChanges(before: ReviewDocument, after: ReviewDocument): ReviewChanges {
  const dependencies = new Dependencies(before, after)
  const summary = before.summary === after.summary ? null : wordChanges(before.summary, after.summary)
  const sections = READING_ORDER.flatMap((id) => {
    const found = sectionChanges(
      before.sections.find((section) => section.id === id),
      after.sections.find((section) => section.id === id),
      dependencies,
    )
    return found === null ? [] : [found]
  })
  return { same: summary === null && sections.length === 0, summary, sections }
}

function sectionChanges(
  before: ReviewSection | undefined,
  after: ReviewSection | undefined,
  dependencies: Dependencies,
): SectionChanges | null {
  const shown = after ?? before
  if (shown === undefined) return null
  const old = before?.introduction ?? shown.introduction
  const introduction = old === shown.introduction ? null : wordChanges(old, shown.introduction)
  const { entries, unchanged } = entryChanges(before?.entries ?? [], after?.entries ?? [], dependencies)
  if (introduction === null && entries.length === 0) return null
  return { id: shown.id, heading: shown.heading, introduction, entries, unchanged }
}

function entryChanges(before: readonly ReviewEntry[], after: readonly ReviewEntry[], dependencies: Dependencies) {
  const old = new Map(before.map((entry) => [keyOf(entry), entry]))
  const fresh = new Map(after.map((entry) => [keyOf(entry), entry]))
  const entries: EntryChange[] = []
  let unchanged = 0
  for (const { value, added, removed } of diffArrays([...old.keys()], [...fresh.keys()]))
    for (const key of value) {
      const was = old.get(key)
      const is = fresh.get(key)
      // An entry that moved is told once, where it stands now.
      if (removed && is !== undefined) continue
      const change = entryChange(was, is, added, dependencies)
      if (change === null) unchanged++
      else entries.push(change)
    }
  return { entries, unchanged }
}

function entryChange(
  was: ReviewEntry | undefined,
  is: ReviewEntry | undefined,
  elsewhere: boolean,
  dependencies: Dependencies,
) {
  const shown = is ?? was
  if (shown === undefined) return null
  const lines = lineChanges(was === undefined ? [] : reviewLines(was), is === undefined ? [] : reviewLines(is))
  const { name, title } = shown
  const through = was === undefined || is === undefined ? [] : dependencies.changedBelow(was, is)
  const told = (kind: EntryChange['kind'], moved: boolean): EntryChange => ({
    kind,
    name,
    title,
    moved,
    through,
    lines,
  })
  if (was === undefined) return told('added', false)
  if (is === undefined) return told('removed', false)
  if (lines.some(({ kind }) => kind !== 'same')) return told('changed', elsewhere)
  if (through.length > 0) return told('through', elsewhere)
  return elsewhere ? told('moved', true) : null
}

function keyOf({ name, title }: ReviewEntry): string {
  return name === null ? `= ${title}` : `name ${name}`
}
