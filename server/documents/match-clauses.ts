import { type Clause, wordsOf } from './clause'

export type ClauseChange = 'same' | 'changed' | 'new' | 'gone'

export interface ClauseMatch {
  readonly change: ClauseChange
  /** Index in the older revision; null for a new clause. */
  readonly older: number | null
  /** Index in the newer revision; null for a clause that is gone. */
  readonly newer: number | null
}

interface Side {
  readonly text: string
  readonly clauses: readonly Clause[]
}

/** A clause with the same label is the same clause if at least this part of its words remains. */
const SAME_LABEL_SIMILARITY = 0.2
const OTHER_LABEL_SIMILARITY = 0.6
/** Pairs of clauses whose words are compared; beyond it only labels and equal words count. */
const MAX_PAIRS = 250_000

/** Matches the clauses of two revisions: by label, then by their words. Newer clauses first, in their order. */
export function matchClauses(older: Side, newer: Side): readonly ClauseMatch[] {
  const oldWords = older.clauses.map((clause) => wordsOf(older.text, clause))
  const newWords = newer.clauses.map((clause) => wordsOf(newer.text, clause))
  const matches = new Map<number, ClauseMatch>()
  const taken = new Set<number>()
  const match = (from: number, to: number) => {
    taken.add(from)
    matches.set(to, { change: oldWords[from] === newWords[to] ? 'same' : 'changed', older: from, newer: to })
  }
  const open = () => newer.clauses.map((_, to) => to).filter((to) => !matches.has(to))
  const byLabel = new Map(older.clauses.map(({ label }, from) => [label, from]))
  const labelled = (to: number) => byLabel.get(newer.clauses[to]?.label ?? '')
  for (const to of open()) {
    const from = labelled(to)
    if (from !== undefined && oldWords[from] === newWords[to]) match(from, to)
  }
  const byWords = new Map<string, number[]>()
  for (const [from, words] of oldWords.entries())
    if (!taken.has(from) && words !== '') byWords.set(words, [...(byWords.get(words) ?? []), from])
  for (const to of open()) {
    const from = byWords.get(newWords[to] ?? '')?.shift()
    if (from !== undefined) match(from, to)
  }
  for (const to of open()) {
    const from = labelled(to)
    if (from === undefined || taken.has(from)) continue
    if (similarity(oldWords[from] ?? '', newWords[to] ?? '') >= SAME_LABEL_SIMILARITY) match(from, to)
  }
  matchSimilar({ oldWords, newWords, open: open(), taken, match })
  const gone = older.clauses.map((_, from) => from).filter((from) => !taken.has(from))
  return [
    ...newer.clauses.map((_, to): ClauseMatch => matches.get(to) ?? { change: 'new', older: null, newer: to }),
    ...gone.map((from): ClauseMatch => ({ change: 'gone', older: from, newer: null })),
  ]
}

interface Unmatched {
  readonly oldWords: readonly string[]
  readonly newWords: readonly string[]
  readonly open: readonly number[]
  readonly taken: ReadonlySet<number>
  readonly match: (from: number, to: number) => void
}

function matchSimilar({ oldWords, newWords, open, taken, match }: Unmatched): void {
  const rest = oldWords.map((_, from) => from).filter((from) => !taken.has(from))
  if (rest.length * open.length > MAX_PAIRS) return
  const pairs = open.flatMap((to) =>
    rest.map((from) => ({ from, to, similarity: similarity(oldWords[from] ?? '', newWords[to] ?? '') })),
  )
  const found = new Set<number>()
  for (const pair of pairs.toSorted((a, b) => b.similarity - a.similarity)) {
    if (pair.similarity < OTHER_LABEL_SIMILARITY) return
    if (taken.has(pair.from) || found.has(pair.to)) continue
    found.add(pair.to)
    match(pair.from, pair.to)
  }
}

/** Of two texts with few different words: twice the common words, divided by all of them. */
function similarity(one: string, other: string): number {
  const counts = new Map<string, number>()
  const words = splitWords(one)
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const others = splitWords(other)
  let common = 0
  for (const word of others) {
    const left = counts.get(word) ?? 0
    if (left === 0) continue
    counts.set(word, left - 1)
    common++
  }
  return words.length + others.length === 0 ? 1 : (2 * common) / (words.length + others.length)
}

function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
