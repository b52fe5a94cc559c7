/**
 * What the functions that write the phrases of one sentence share: the names, and the parts put off to the end.
 *
 * Promises: text stays linear in the size of the expression. Lists nest at most MAX_LISTS deep and brackets at most
 * MAX_BRACKETS; what would go deeper is called "part n" and written after the sentence, at the margin again.
 */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import type { Clause } from './clause'
import type { Entries } from './entries'
import type { Names } from './names'
import type { Phrase, SetPhrase, Term } from './phrase'

export interface PhraseWriter {
  readonly names: Names
  readonly entries: Entries
  /** Puts an expression off to the end of the sentence and returns its name there. */
  partFor(expression: Checked): string
  /** @param lists how many lists stand around the statement */
  statement(expression: Checked, lists: number): Phrase
  /** @param brackets how many brackets stand around the term */
  term(expression: Checked, brackets: number): Term
  set(expression: Checked, brackets: number): SetPhrase
  /** @param lists how many lists stand around the value */
  value(expression: Checked, lists: number): Clause
}
