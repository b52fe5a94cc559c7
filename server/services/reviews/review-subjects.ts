/** The parts of a ruleset that a comment can be about, and what becomes of them in a later revision. */
import type { CommentSubjectKind } from '../../api/terms/review-terms'
import { isLibrarySection, type ReviewDocument, type ReviewField } from '../../engine/explain/review-document'
import type { ClauseReference } from '../documents/cited-revisions'
import type { ClauseWithWords } from '../documents/clauses-of-cited'

export interface CommentSubject {
  readonly kind: CommentSubjectKind
  /** Null for the whole ruleset. */
  readonly name: string | null
}

export interface NamedSubject {
  readonly kind: CommentSubjectKind
  readonly name: string
  /** As sentences call it. */
  readonly title: string
  readonly fields: readonly ReviewField[]
}

/** `by` is how the subject was found in the newest revision. */
export type FollowedSubject =
  | { readonly status: 'current'; readonly name: string | null; readonly by: 'name' | 'meaning' }
  | { readonly status: 'outdated' }

export const WHOLE_RULESET: CommentSubject = { kind: 'whole', name: null }

type Section = ReviewDocument['sections'][number]

function kindOfSection(id: Section['id']): CommentSubjectKind | null {
  if (isLibrarySection(id)) return 'definition'
  switch (id) {
    case 'assertions':
      return 'assertion'
    case 'claims':
    case 'locals':
      return 'claim'
    case 'definitions':
    case 'reports':
      return 'definition'
    case 'conversions':
    case 'undecided':
      return null
  }
}

/** @param document null for a revision that does not compile, which has no named parts */
export function subjectsOf(document: ReviewDocument | null): readonly NamedSubject[] {
  const subjects = new Map<string, NamedSubject>()
  for (const { id, entries } of document?.sections ?? []) {
    const kind = kindOfSection(id)
    if (kind === null) continue
    for (const { name, title, fields } of entries)
      if (name !== null && !subjects.has(keyOf({ kind, name })))
        subjects.set(keyOf({ kind, name }), { kind, name, title, fields })
  }
  return [...subjects.values()]
}

const MAX_TITLE_CHARS = 80

/** The clauses of cited documents, which are named by the labels of both. */
export function clauseSubjects(clauses: readonly ClauseWithWords[]): readonly NamedSubject[] {
  return clauses.map(({ document, clause, text }) => {
    const line = text.replaceAll(/\s+/g, ' ')
    const title = line.length <= MAX_TITLE_CHARS ? line : `${line.slice(0, MAX_TITLE_CHARS).trimEnd()}…`
    return {
      kind: 'clause',
      name: clauseName({ document, clause }),
      title,
      fields: [{ kind: 'quotation', label: '', lines: text.split('\n') }],
    }
  })
}

/** The name of a clause, as in `TE-07 4.2(b)`. Labels have no spaces. */
export function clauseName({ document, clause }: ClauseReference): string {
  return `${document} ${clause}`
}

/** Null if the name is not that of a clause. */
export function readClauseName(name: string): ClauseReference | null {
  const [document = '', clause = '', ...more] = name.split(' ')
  return document === '' || clause === '' || more.length > 0 ? null : { document, clause }
}

export function keyOf({ kind, name }: CommentSubject): string {
  return name === null ? kind : `${kind} ${name}`
}

/** Whether the subject must be looked for by its meaning. */
export function isGone(subject: CommentSubject, newest: ReadonlySet<string>): boolean {
  return subject.kind !== 'whole' && !newest.has(keyOf(subject))
}

/**
 * New names of parts whose words are the same and occur once among the new names.
 * @returns new names by the key of the earlier part
 */
export function findSameWords(
  before: readonly NamedSubject[],
  after: readonly NamedSubject[],
): ReadonlyMap<string, string> {
  const earlier = new Set(before.map(keyOf))
  const later = new Set(after.map(keyOf))
  const added = groupByWords(after.filter((subject) => !earlier.has(keyOf(subject))))
  const renamed = new Map<string, string>()
  for (const [words, gone] of groupByWords(before.filter((subject) => !later.has(keyOf(subject))))) {
    const found = added.get(words) ?? []
    const [one, other] = [gone[0], found[0]]
    if (gone.length === 1 && found.length === 1 && one && other) renamed.set(keyOf(one), other.name)
  }
  return renamed
}

function groupByWords(subjects: readonly NamedSubject[]): Map<string, NamedSubject[]> {
  const groups = new Map<string, NamedSubject[]>()
  for (const subject of subjects) {
    // A part without words is not recognised.
    if (subject.fields.length === 0) continue
    const words = JSON.stringify([subject.kind, subject.fields])
    groups.set(words, [...(groups.get(words) ?? []), subject])
  }
  return groups
}

/** @param renamed new names by the key of the earlier part, of the revision that the comment is on */
export function followSubject(
  subject: CommentSubject,
  newest: ReadonlySet<string>,
  renamed: ReadonlyMap<string, string>,
): FollowedSubject {
  if (!isGone(subject, newest)) return { status: 'current', name: subject.name, by: 'name' }
  const name = renamed.get(keyOf(subject))
  return name === undefined ? { status: 'outdated' } : { status: 'current', name, by: 'meaning' }
}
