import type { ReviewDocument, ReviewEntry, ReviewSection } from '../../server/engine/explain/review-document'
import { reviewLines } from './review-lines'

/**
 * Which definitions, claims and open values mean something else in one review than in another, and what depends on them.
 *
 * Promises: follows definitions through others, in either review. A note, a question, a context and a range change no
 * meaning: these decide no outcome.
 */
export class Dependencies {
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
