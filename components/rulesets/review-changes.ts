/**
 * What changed between two reviews, in the words of the reviews: entries added, removed, changed and moved.
 *
 * Pure. Nothing is lost: two reviews that read differently have at least one change, and an assertion or a definition
 * whose words stayed is listed where a definition or a claim on which it depends, also through others, means something
 * else now.
 */
import { diffArrays } from 'diff'
import type { ReviewDocument, ReviewEntry, ReviewSection } from '../../server/engine/explain/review-document'
import { type LineChange, lineChanges, reviewLines } from './review-lines'
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
    const changes = sectionChanges(
      before.sections.find((section) => section.id === id),
      after.sections.find((section) => section.id === id),
      dependencies,
    )
    return changes === null ? [] : [changes]
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
      // An entry that moved is listed once, at its new position.
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
  const changeOf = (kind: EntryChange['kind'], moved: boolean): EntryChange => ({
    kind,
    name,
    title,
    moved,
    through,
    lines,
  })
  if (was === undefined) return changeOf('added', false)
  if (is === undefined) return changeOf('removed', false)
  if (lines.some(({ kind }) => kind !== 'same')) return changeOf('changed', elsewhere)
  if (through.length > 0) return changeOf('through', elsewhere)
  return elsewhere ? changeOf('moved', true) : null
}

function keyOf({ name, title }: ReviewEntry): string {
  return name === null ? `= ${title}` : `name ${name}`
}

/**
 * Which definitions, claims and open values mean something else in one review than in another, and what depends on them.
 *
 * Promises: follows definitions through others, in either review. A note, a question, a context and a range change no
 * meaning: these decide no outcome.
 */
class Dependencies {
  private readonly before: ReadonlyMap<string, Named>
  private readonly after: ReadonlyMap<string, Named>
  /** Names that mean something else, or that only one review has. */
  private readonly changed: ReadonlySet<string>

  constructor(before: ReviewDocument, after: ReviewDocument) {
    this.before = namedEntries(before)
    this.after = namedEntries(after)
    const names = new Set([...this.before.keys(), ...this.after.keys()])
    this.changed = new Set([...names].filter((name) => !areAlike(this.before.get(name), this.after.get(name))))
  }

  /** What changed below an entry that both reviews have, as sentences call it, the nearest first. */
  changedBelow(was: ReviewEntry, is: ReviewEntry): readonly string[] {
    if (this.changed.size === 0) return []
    const reached = new Set([...is.refersTo, ...was.refersTo])
    for (const name of reached)
      for (const named of [this.after.get(name), this.before.get(name)])
        for (const below of named?.entry.refersTo ?? []) reached.add(below)
    return [...reached].filter((name) => this.changed.has(name)).map((name) => this.called(name))
  }

  private called(name: string): string {
    const { entry } = this.after.get(name) ?? this.before.get(name) ?? {}
    return entry === undefined ? name : entry.title.replace(` (${name})`, '')
  }
}

interface Named {
  readonly section: ReviewSection['id']
  readonly entry: ReviewEntry
}

/** Claims, open values and definitions share their names; assertions have names of their own. */
const NAMED_SECTIONS: ReadonlySet<ReviewSection['id']> = new Set(['claims', 'locals', 'definitions'])

function namedEntries({ sections }: ReviewDocument): ReadonlyMap<string, Named> {
  const entries = new Map<string, Named>()
  for (const { id, entries: listed } of sections)
    if (NAMED_SECTIONS.has(id))
      for (const entry of listed) if (entry.name !== null) entries.set(entry.name, { section: id, entry })
  return entries
}

function areAlike(left: Named | undefined, right: Named | undefined): boolean {
  return left !== undefined && right !== undefined && meaningOf(left) === meaningOf(right)
}

/** What a name stands for by itself, without what it refers to. */
function meaningOf({ section, entry }: Named): string {
  const { value, fields } = entry
  const lines = value ?? reviewLines({ ...entry, fields: fields.filter(({ kind }) => kind !== 'quotation') })
  return JSON.stringify([section, lines])
}
