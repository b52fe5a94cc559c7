/** Cells of decision tables in words, as they are printed below the name of their column. */
import type { Checked, LookupCell, LookupTest } from '../../../language/semantics/checked-ruleset'
import type { ComparisonOperator } from '../../../language/syntax/syntax'
import { joinSeries } from './clause'

const NUMERIC: Readonly<Record<ComparisonOperator, string>> = {
  '==': '',
  '!=': 'not ',
  '<': 'less than ',
  '<=': 'at most ',
  '>': 'more than ',
  '>=': 'at least ',
}

const DATED: Readonly<Record<ComparisonOperator, string>> = {
  '==': '',
  '!=': 'not ',
  '<': 'before ',
  '<=': 'on or before ',
  '>': 'after ',
  '>=': 'on or after ',
}

const TIMED: Readonly<Record<ComparisonOperator, string>> = {
  '==': '',
  '!=': 'not ',
  '<': 'before ',
  '<=': 'at or before ',
  '>': 'after ',
  '>=': 'at or after ',
}

/** For ordered members. */
const ORDERED: Readonly<Record<ComparisonOperator, string>> = {
  '==': '',
  '!=': 'not ',
  '<': 'below ',
  '<=': 'at most ',
  '>': 'above ',
  '>=': 'at least ',
}

/** @param near the words that a name must not repeat without quotation marks */
type WriteTerm = (value: Checked, near: RegExp) => string

/** Names that read like another cell. */
const BEGINNING = /^(?:any$|before\b|after\b|on$)/
const BEGINNING_OR_TO = /^(?:any$|before\b|after\b|on$)|\bto\b/

/** "any", ""severe" or "moderate"", "more than 2", "from 1 to less than 3". @param term writes a value */
export function cellInWords({ negated, tests }: LookupCell, column: Checked, term: WriteTerm): string {
  if (tests.length === 0) return 'any'
  const words = tests.map((test) => testInWords(test, column, term))
  const isPlain = tests.every((test) => test.kind === 'compare' && test.operator === '==')
  if (!negated) return isPlain ? joinSeries(words, 'or') : words.join(', or ')
  return words.length === 1 ? `not ${words.join('')}` : `neither ${words.join(' nor ')}`
}

function testInWords(test: LookupTest, { type }: Checked, term: WriteTerm): string {
  if (test.kind === 'range') {
    const [low, high] = [term(test.low, BEGINNING_OR_TO), term(test.high, BEGINNING_OR_TO)]
    return test.open
      ? `from ${low} to ${type.kind === 'date' || type.kind === 'timestamp' ? 'before' : 'less than'} ${high}`
      : `from ${low} to ${high}`
  }
  return wordsFor(type)[test.operator] + term(test.value, BEGINNING)
}

function wordsFor({ kind }: Checked['type']): Readonly<Record<ComparisonOperator, string>> {
  if (kind === 'date') return DATED
  if (kind === 'timestamp') return TIMED
  return kind === 'enum' ? ORDERED : NUMERIC
}

/** Whether the cell compares by the order of a vocabulary. */
export function usesOrder({ tests }: LookupCell, { type }: Checked): boolean {
  if (type.kind !== 'enum') return false
  return tests.some((test) => test.kind === 'range' || (test.operator !== '==' && test.operator !== '!='))
}
