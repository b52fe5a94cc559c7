/** Finds the subjects of comments in the newest revision: by name, by equal words, or by proved meaning. */
import { Refusal } from '../../api/refusal'
import type { StoredComment } from '../../database/reviews/review-comments'
import { type Caller, namespaceOf } from '../calls/caller'
import type { CitationSource } from '../documents/cited-revisions'
import { readClauseAt } from '../documents/clauses-of-cited'
import type { Comparisons } from '../meaning/comparisons'
import { type ReviewSource, readShownReview } from '../signing/shown-review'
import {
  clauseSubjects,
  type FollowedSubject,
  findSameWords,
  followSubject,
  isGone,
  keyOf,
  type NamedSubject,
  readClauseName,
  subjectsOf,
} from './review-subjects'

export interface FollowDependencies extends ReviewSource {
  readonly store: CitationSource['store']
  readonly comparisons: Pick<Comparisons, 'between'>
}

export interface FollowedComments {
  readonly placeOf: (comment: StoredComment) => FollowedSubject
  /** The part that a comment is about: of the newest revision, or of the comment's own if it is outdated. */
  readonly subjectOf: (comment: StoredComment) => NamedSubject | null
}

/** Revisions that are read to follow comments, latest first. Comments on older ones are found by name only. */
const MAX_FOLLOWED_REVISIONS = 20

/** @throws Refusal ENGINE_BUSY */
export async function followComments(
  dependencies: FollowDependencies,
  caller: Caller,
  newest: { readonly hash: string; readonly subjects: readonly NamedSubject[] },
  comments: readonly StoredComment[],
): Promise<FollowedComments> {
  const { subjects } = newest
  const keys = new Set(subjects.map(keyOf))
  const gone = comments.filter(
    ({ hash, subject }) => hash !== newest.hash && subject.kind !== 'clause' && isGone(subject, keys),
  )
  const goneClauses = await readGoneClauses(dependencies, caller, keys, comments)
  const hashes = [...new Set(gone.map(({ hash }) => hash).reverse())].slice(0, MAX_FOLLOWED_REVISIONS)
  const followed = new Map<string, Followed>()
  for (const hash of hashes) {
    const wanted = gone.filter((comment) => comment.hash === hash).map(({ subject }) => keyOf(subject))
    followed.set(hash, await followRevision(dependencies, caller, { hash, newest: newest.hash, subjects, wanted }))
  }
  const byKey = new Map(subjects.map((subject) => [keyOf(subject), subject]))
  const placeOf = ({ hash, subject }: StoredComment) =>
    followSubject(subject, keys, followed.get(hash)?.renamed ?? NOTHING_RENAMED)
  return {
    placeOf,
    subjectOf: (comment) => {
      const place = placeOf(comment)
      const { kind } = comment.subject
      if (place.status === 'current') return byKey.get(keyOf({ kind, name: place.name })) ?? null
      if (kind === 'clause') return goneClauses.get(comment.id) ?? null
      return followed.get(comment.hash)?.subjects.get(keyOf(comment.subject)) ?? null
    },
  }
}

/** A clause is found by its labels only, even after a revision of its document. The words are those of the comment's time. */
async function readGoneClauses(
  dependencies: FollowDependencies,
  caller: Caller,
  keys: ReadonlySet<string>,
  comments: readonly StoredComment[],
): Promise<ReadonlyMap<string, NamedSubject>> {
  const found = new Map<string, NamedSubject>()
  const gone = comments.filter(
    ({ parentId, subject }) => parentId === null && subject.kind === 'clause' && isGone(subject, keys),
  )
  for (const { id, subject, createdAt } of gone.slice(-MAX_FOLLOWED_REVISIONS)) {
    const clause = readClauseName(subject.name ?? '')
    const text = clause && (await readClauseAt(dependencies, caller, clause, createdAt))
    const [shown] = clause === null || text === null ? [] : clauseSubjects([{ ...clause, text }])
    if (shown !== undefined) found.set(id, shown)
  }
  return found
}

interface Followed {
  readonly subjects: ReadonlyMap<string, NamedSubject>
  readonly renamed: ReadonlyMap<string, string>
}

const NOTHING_RENAMED: ReadonlyMap<string, string> = new Map()

async function followRevision(
  dependencies: FollowDependencies,
  caller: Caller,
  asked: {
    readonly hash: string
    readonly newest: string
    readonly subjects: readonly NamedSubject[]
    readonly wanted: readonly string[]
  },
): Promise<Followed> {
  const { review } = await readShownReview(dependencies, caller, asked.hash)
  const before = subjectsOf(review)
  const sameWords = findSameWords(before, asked.subjects)
  const subjects = new Map(before.map((subject) => [keyOf(subject), subject]))
  const needsMeaning = asked.wanted.some((key) => key.startsWith('assertion ') && !sameWords.has(key))
  if (!needsMeaning) return { subjects, renamed: sameWords }
  const sameMeaning = await findSameMeaning(dependencies, caller, asked.hash, asked.newest)
  return { subjects, renamed: new Map([...sameMeaning, ...sameWords]) }
}

interface ComparedAssertion {
  readonly before: string | null
  readonly after: string | null
  readonly paired_by: string | null
}

/** Empty if the texts cannot be compared. */
async function findSameMeaning(
  { rulesets, libraryOf, comparisons }: FollowDependencies,
  caller: Caller,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, string>> {
  const namespaceId = namespaceOf(caller)
  const library = await libraryOf(caller)
  const [before, after] = [await rulesets.findStored(namespaceId, from), await rulesets.findStored(namespaceId, to)]
  const members = await comparisons
    .between(caller, { ruleset: before, library }, { ruleset: after, library })
    .catch((error: unknown) => {
      if (error instanceof Refusal && ['COMPILE_FAILED', 'BUDGET_EXCEEDED'].includes(error.code)) return null
      throw error
    })
  if (members === null) return NOTHING_RENAMED
  const assertions = JSON.parse(members.assertions ?? '[]') as readonly ComparedAssertion[]
  return new Map(
    assertions.flatMap(({ before: was, after: now, paired_by }) =>
      paired_by === 'meaning' && was !== null && now !== null
        ? [[keyOf({ kind: 'assertion', name: was }), now] as const]
        : [],
    ),
  )
}
