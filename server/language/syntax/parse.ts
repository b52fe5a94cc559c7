/**
 * Text to syntax tree.
 *
 * Promises: never throws, whatever the text is; what cannot be read is told and stands as a `broken` node.
 */

import type { Report } from '../messages/report'
import type { LanguageLimits } from '../semantics/limits'
import { Speller } from '../semantics/nearest'
import { Cursor } from './cursor'
import { lex } from './lexer'
import { parseRuleset } from './statements'
import type { Expression, Ruleset, TextLiteral } from './syntax'

export interface Parsed {
  readonly ruleset: Ruleset
  /** Unit strings that stand behind something other than a numeral. */
  readonly misplacedUnits: ReadonlyMap<Expression, TextLiteral>
  /** True where some part could not be read, so that what it names is unknown. */
  readonly lost: boolean
  /** True where some quantity is written with a unit. */
  readonly meetsUnits: boolean
}

export function parse(text: string, report: Report, limits: LanguageLimits, speller: Speller = new Speller()): Parsed {
  const cursor = new Cursor(text, lex(text, report), report, limits, speller)
  const ruleset = parseRuleset(cursor)
  const { misplacedUnits, lost, meetsUnits } = cursor
  return { ruleset, misplacedUnits, lost, meetsUnits }
}
