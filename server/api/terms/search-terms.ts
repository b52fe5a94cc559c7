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
