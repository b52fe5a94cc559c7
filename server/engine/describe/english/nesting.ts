/**
 * How deep a sentence may nest before the rest of it becomes a part of its own (teller.ts).
 *
 * Promises: the bounds that keep the text linear in the size of the expression, and readable.
 */

/** Lists inside lists. */
export const MAX_LISTS = 4
/** Brackets inside brackets. */
export const MAX_BRACKETS = 3
