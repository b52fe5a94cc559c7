/**
 * The catalogue of diagnostics: every code with its severity and its text.
 *
 * Promises: the only source of diagnostic text. A message says in the author's words what was expected and what to
 * do. Every entry has a golden case in server/testing/golden/diagnostics, and a test holds the two together.
 */
import { ANNOTATIONS, LIMITS } from './annotations'
import { GRAMMAR, LEXICAL } from './grammar'
import type { Message } from './message'
import { NAMES, TYPES, UNITS } from './types'

const ALL = { ...LEXICAL, ...GRAMMAR, ...NAMES, ...TYPES, ...UNITS, ...ANNOTATIONS, ...LIMITS }

export type Code = keyof typeof ALL

/** What the text of an entry is made from. */
export type Details<C extends Code> = Parameters<(typeof ALL)[C]['text']>

export const MESSAGES: { readonly [C in Code]: Message<Details<C>> } = ALL
