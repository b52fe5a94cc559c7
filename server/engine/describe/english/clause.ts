/**
 * The shape of a sentence: running text and numbered lists inside it.
 *
 * Promises: plain data that a page renders as nested lists and print-clause.ts as indented text. Grouping is in the
 * shape, never in the reader's guess: a list belongs to the text that ends just before it.
 */

/** Text, or a numbered list of clauses. Two texts never stand next to each other. */
export type Segment = string | readonly Clause[]
export type Clause = readonly Segment[]

/** One assertion or definition in words. */
export interface Sentence {
  readonly clause: Clause
  /** What the clause, or an earlier part, calls "part 1", "part 2" and so on, because it nests too deep to stand there. */
  readonly parts: readonly Clause[]
}

/** The two in a row; where text meets text they become one line, with `glue` between. */
export function join(first: Clause, glue: string, second: Clause): Clause {
  const last = first[first.length - 1]
  const next = second[0]
  if (typeof last !== 'string' || typeof next !== 'string') return [...first, ...second]
  return [...first.slice(0, -1), last + glue + next, ...second.slice(1)]
}

/** True where the clause ends in running text, so that what follows continues the line. */
export function endsInText(clause: Clause): boolean {
  return typeof clause[clause.length - 1] === 'string'
}

/**
 * Things in a row.
 *
 * Promises: "a", "a and b", "a, b and c". Trusts that no item holds a bare comma or the last word: compound items come
 * in brackets.
 */
export function series(items: readonly string[], last: 'and' | 'or'): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${last} ${items[items.length - 1]}`
}
