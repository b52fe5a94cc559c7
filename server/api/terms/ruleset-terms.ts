/** Names, orders and answers of rulesets. This file imports no schema, because pages load it early. */

/** The length is limited by the budget `name_chars`. */
export const RULESET_NAME = /^[A-Za-z0-9._-]([A-Za-z0-9 ._/-]*[A-Za-z0-9._-])?$/

/** Completes "A name is made of …". */
export const RULESET_NAME_RULE = 'letters, digits, space, and . _ - / with neither a space nor a slash at an end'

/**
 * For new names. Clients and proxies rewrite an address with an empty part, `.` or `..`, so such a ruleset could not be
 * loaded. {@link RULESET_NAME} still reads the names that older versions stored.
 */
export const NEW_RULESET_NAME =
  /^(?!(.*\/)?\.{0,2}\/)(?!(.*\/)?\.{1,2}$)[A-Za-z0-9._-]([A-Za-z0-9 ._/-]*[A-Za-z0-9._-])?$/

/** Completes "A name is made of …". */
export const NEW_RULESET_NAME_RULE = `${RULESET_NAME_RULE}; a part between slashes is never empty, . or .., because proxies rewrite such an address`

/** Columns that the list of rulesets can be sorted by. */
export const LIST_ORDERS = [
  'name',
  'claims',
  'assertions',
  'revisions',
  'state',
  'due',
  'approval',
  'domain',
  'changed',
] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

/** Meanings of a signature. Only `approved` approves a ruleset; `withdrawn` ends an earlier approval. */
export const MEANINGS = ['approved', 'reviewed', 'changes_requested', 'withdrawn'] as const
export type Meaning = (typeof MEANINGS)[number]

export const ANSWERS = ['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS'] as const
export type Answer = (typeof ANSWERS)[number]

/** `TFU` stands for the answers of three assertions to one dictionary. */
export const ANSWER_LETTERS: Readonly<Record<Answer, string>> = { TRUE: 'T', FALSE: 'F', UNKNOWN: 'U', AMBIGUOUS: 'A' }

/** Replaces every answer of a refused dictionary. */
export const NO_ANSWER = '-'

/** Returns null for {@link NO_ANSWER}. */
export function answerOf(letter: string): Answer | null {
  return ANSWERS.find((answer) => ANSWER_LETTERS[answer] === letter) ?? null
}

/** What a search finds, in the order of the answer. */
export const HIT_KINDS = ['name', 'label', 'assertion', 'claim', 'question', 'definition', 'source', 'note'] as const
export type HitKind = (typeof HIT_KINDS)[number]

export type PassageKind = Exclude<HitKind, 'name' | 'label'>

/** In characters. */
export const MAX_QUERY_CHARS = 200
/** Further words of a query have no effect. */
export const MAX_QUERY_WORDS = 8
/** Hits of a page. */
export const HITS_A_PAGE = 50
/** A search with more hits needs another word. */
export const MAX_HIT_PAGES = 20
