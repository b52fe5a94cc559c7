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
