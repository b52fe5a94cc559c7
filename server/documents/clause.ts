/** The purpose of a clause. Only clauses of the role `text` are counted as covered or open. */
export type ClauseRole = 'heading' | 'lead-in' | 'text'

/** A part of a document's text. The clauses of a revision in order are the text, without gaps. */
export interface Clause {
  /** Unique in the revision, without spaces, as in `4.2(b)`. */
  readonly label: string
  readonly start: number
  readonly end: number
  /** The offset at which the words begin, after the clause's own number. */
  readonly bodyStart: number
  /** Index of the clause that it is part of; always an earlier one. */
  readonly parent: number | null
  readonly role: ClauseRole
}

/** How a clause is found in a text whose offsets have moved: the W3C TextQuoteSelector. */
export interface QuoteAnchor {
  readonly exact: string
  readonly prefix: string
  readonly suffix: string
}

const CONTEXT_LENGTH = 32

export function anchorOf(text: string, { start, end }: Pick<Clause, 'start' | 'end'>): QuoteAnchor {
  const exact = text.slice(start, end).trim()
  const at = exact === '' ? start : text.indexOf(exact, start)
  return {
    exact,
    prefix: text.slice(Math.max(0, at - CONTEXT_LENGTH), at),
    suffix: text.slice(at + exact.length, at + exact.length + CONTEXT_LENGTH),
  }
}

export function clauseText(text: string, { start, end }: Pick<Clause, 'start' | 'end'>): string {
  return text.slice(start, end).trim()
}

/** The words of a clause without its own number, with single spaces: two clauses with the same words are the same. */
export function wordsOf(text: string, { bodyStart, end }: Pick<Clause, 'bodyStart' | 'end'>): string {
  return text.slice(bodyStart, end).replaceAll(/\s+/g, ' ').trim()
}

/** The clause after those that it is part of, outermost first. */
export function withAncestors<T extends Pick<Clause, 'parent'>>(clauses: readonly T[], index: number): readonly T[] {
  const found: T[] = []
  for (let at: number | null = index; at !== null; at = clauses[at]?.parent ?? null) {
    const clause = clauses[at]
    if (clause === undefined) break
    found.unshift(clause)
  }
  return found
}

/** Words with normative force, as drafting manuals and RFC 2119 use them, and words that make a rule conditional. */
const NORMATIVE =
  /\b(must(?: not)?|shall(?: not)?|may not|may only|cannot|can only|(?:is|are) (?:not )?(?:required|allowed|permitted|entitled|prohibited|forbidden|obliged|excluded|refunded|reimbursed)|(?:has|have) to|required to|only if|only when|unless|except|provided that|at least|at most|no (?:more|less|later|earlier|fewer) than|not (?:more|less|later|earlier|fewer) than|not exceed|exceeds?|up to|within|before|after|in advance|maximum(?: of)?|minimum(?: of)?|limited to|mandatory|prohibited|forbidden)\b/gi

export interface WordPlace {
  readonly start: number
  readonly end: number
  readonly word: string
}

export function findNormativeWords(text: string): readonly WordPlace[] {
  return [...text.matchAll(NORMATIVE)].map(({ index, 0: word }) => ({ start: index, end: index + word.length, word }))
}

/** Whether the text orders, allows or forbids something. */
export function isNormative(text: string): boolean {
  return text.search(NORMATIVE) >= 0
}
