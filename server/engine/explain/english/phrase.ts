/**
 * A statement, a term or a set in words together with where it may stand.
 *
 * Promises: `inSlot` is the one place that decides how a statement becomes part of another, so that grouping cannot be
 * misread anywhere.
 */
import type { Clause } from './clause'

/**
 * simple: one line that contains no other statement. group: one line that brackets its statements with words ("both
 * ... and ..."). list: a lead and its numbered list. open: anything else; it reaches to the end of its line or item, so
 * nothing may follow it there.
 */
export type Phrase =
  | { readonly form: 'simple' | 'group'; readonly text: string }
  | { readonly form: 'list'; readonly lead: string; readonly items: readonly Clause[] }
  | { readonly form: 'open'; readonly clause: Clause }

export function simple(text: string): Phrase {
  return { form: 'simple', text }
}

export function open(clause: Clause): Phrase {
  return { form: 'open', clause }
}

export function clauseOf(phrase: Phrase): Clause {
  switch (phrase.form) {
    case 'simple':
    case 'group':
      return [phrase.text]
    case 'list':
      return [phrase.lead, phrase.items]
    case 'open':
      return phrase.clause
  }
}

/** The statement after `prefix`, closed on both sides, so that the sentence may go on after it. */
export function inSlot(prefix: string, phrase: Phrase): Clause {
  switch (phrase.form) {
    case 'simple':
    case 'group':
      return [`${prefix} ${phrase.text}`]
    case 'list':
      return [`${prefix} ${phrase.lead}`, phrase.items]
    case 'open':
      return [`${prefix} the following holds:`, [phrase.clause]]
  }
}

/** atom: never bracketed. compound: bracketed inside another term. heavy: bracketed inside a statement too. */
export interface Term {
  readonly text: string
  readonly weight: 'atom' | 'compound' | 'heavy'
}

export interface SetPhrase {
  /** After "among" or "of". */
  readonly among: string
  /** After "is" or "is not", of a list of written values alone. */
  readonly oneOf: string
  /** After "one of", "any of", "none of". */
  readonly several: string
  /** Inside another set. */
  readonly operand: string
}

/** Lists inside lists before the rest becomes a part; bounds the text in the size of the expression. */
export const MAX_LISTS = 4

/** Brackets inside brackets before the rest becomes a part. */
export const MAX_BRACKETS = 3
