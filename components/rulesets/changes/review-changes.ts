/**
 * Compares two reviews: entries that were added, removed, changed or moved.
 *
 * Two reviews that read differently have at least one change. An assertion or definition with unchanged words is listed
 * if something it depends on, also indirectly, has changed its meaning.
 */
import { diffArrays } from 'diff'
import {
  isAboutDefinitions,
  isLibrarySection,
  type LibrarySectionId,
  type ReviewDocument,
  type ReviewEntry,
  type ReviewSection,
} from '../../../server/engine/explain/review-document'
import { type LineChange, lineChanges, reviewLines } from './review-lines'
import { type WordPiece, wordChanges } from './word-changes'

export interface ReviewChanges {
  /** Whether both read the same. */
  readonly same: boolean
  /** Null for equal summaries. */
  readonly summary: readonly WordPiece[] | null
  /** Changed sections, in reading order. */
  readonly sections: readonly SectionChanges[]
}

export interface SectionChanges {
  readonly id: ReviewSection['id']
  readonly heading: string
  readonly introduction: readonly WordPiece[] | null
  /** Changed entries, in reading order. */
  readonly entries: readonly EntryChange[]
  /** Number of unchanged entries. */
  readonly unchanged: number
}

export interface EntryChange {
  /** `through`: the words are the same, but a dependency changed. */
  readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'through'
  /** The declared name; null if the entry is not about a single name. */
  readonly name: string | null
  readonly title: string
  /** Whether a changed entry also has another position. */
  readonly moved: boolean
  /** The changed definitions, claims and open values it depends on, as sentences name them. */
  readonly through: readonly string[]
  /** Lines of the whole entry, title first. */
  readonly lines: readonly LineChange[]
}

const RULES = ['assertions', 'reports', 'definitions'] as const
const FACTS = ['locals', 'conversions', 'undecided', 'claims'] as const

export function reviewChanges(before: ReviewDocument, after: ReviewDocument): ReviewChanges {
  const dependencies = new Dependencies(before, after)
  const summary = before.summary === after.summary ? null : wordChanges(before.summary, after.summary)
  const sections = [...RULES, ...librariesOf(before, after), ...FACTS].flatMap((id) => {
    const changes = sectionChanges(
      before.sections.find((section) => section.id === id),
      after.sections.find((section) => section.id === id),
      dependencies,
    )
    return changes === null ? [] : [changes]
  })
  return { same: summary === null && sections.length === 0, summary, sections }
}

function librariesOf(...reviews: readonly ReviewDocument[]): ReadonlySet<LibrarySectionId> {
  return new Set(reviews.flatMap(({ sections }) => sections.map(({ id }) => id).filter(isLibrarySection)))
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
      // A moved entry is listed once, at its new position.
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
 * Finds definitions, claims and open values with a changed meaning, and their dependents, in either review. Notes,
 * questions, contexts and ranges do not affect answers, so they do not count.
 */
class Dependencies {
  private readonly before: ReadonlyMap<string, Named>
  private readonly after: ReadonlyMap<string, Named>
  /** Names with a changed meaning, and names that only one review has. */
  private readonly changed: ReadonlySet<string>

  constructor(before: ReviewDocument, after: ReviewDocument) {
    this.before = namedEntries(before)
    this.after = namedEntries(after)
    const names = new Set([...this.before.keys(), ...this.after.keys()])
    this.changed = new Set([...names].filter((name) => !areAlike(this.before.get(name), this.after.get(name))))
  }

  /** Returns the changed dependencies of an entry, nearest first. */
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

/** Assertions have separate names. */
const NAMED_SECTIONS: ReadonlySet<ReviewSection['id']> = new Set(['claims', 'locals', 'reports'])

function namedEntries({ sections }: ReviewDocument): ReadonlyMap<string, Named> {
  const entries = new Map<string, Named>()
  for (const { id, entries: listed } of sections)
    if (NAMED_SECTIONS.has(id) || isAboutDefinitions(id))
      for (const entry of listed) if (entry.name !== null) entries.set(entry.name, { section: id, entry })
  return entries
}

function areAlike(left: Named | undefined, right: Named | undefined): boolean {
  return left !== undefined && right !== undefined && meaningOf(left) === meaningOf(right)
}

/** Returns the meaning of a name without its dependencies. */
function meaningOf({ section, entry }: Named): string {
  const { value, fields } = entry
  const lines = value ?? reviewLines({ ...entry, fields: fields.filter(({ kind }) => kind !== 'quotation') })
  return JSON.stringify([isAboutDefinitions(section) ? 'definitions' : section, lines])
}
