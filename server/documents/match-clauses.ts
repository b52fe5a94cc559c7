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
/** Words that are compared in all pairs of clauses; beyond it only labels and equal words count. */
const MAX_COMPARED_WORDS = 5_000_000

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
  const olds = rest.map((from) => ({ from, words: new CountedWords(oldWords[from] ?? '') }))
  const news = open.map((to) => ({ to, words: new CountedWords(newWords[to] ?? '') }))
  const sizeOf = (sides: readonly { readonly words: CountedWords }[]) =>
    sides.reduce((sum, { words }) => sum + words.size + 1, 0)
  if (sizeOf(olds) * news.length + sizeOf(news) * olds.length > MAX_COMPARED_WORDS) return
  const pairs = news.flatMap(({ to, words: newer }) =>
    olds.map(({ from, words: older }) => ({ from, to, similarity: older.similarityTo(newer) })),
  )
  const found = new Set<number>()
  for (const pair of pairs.toSorted((a, b) => b.similarity - a.similarity)) {
    if (pair.similarity < OTHER_LABEL_SIMILARITY) return
    if (taken.has(pair.from) || found.has(pair.to)) continue
    found.add(pair.to)
    match(pair.from, pair.to)
  }
}

/** The words of a clause with how often each occurs. */
class CountedWords {
  readonly counts = new Map<string, number>()
  readonly size: number

  constructor(text: string) {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    this.size = words.length
    for (const word of words) this.counts.set(word, (this.counts.get(word) ?? 0) + 1)
  }

  /** Twice the number of common words, divided by the number of all words. */
  similarityTo({ counts, size }: CountedWords): number {
    let common = 0
    for (const [word, count] of this.counts) common += Math.min(count, counts.get(word) ?? 0)
    return this.size + size === 0 ? 1 : (2 * common) / (this.size + size)
  }
}

function similarity(one: string, other: string): number {
  return new CountedWords(one).similarityTo(new CountedWords(other))
}
