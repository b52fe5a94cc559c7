/**
 * Messages about characters, strings and numerals.
 */
import { error } from './message'

export const LEXICAL = {
  'unexpected-character': error((character: string) => `"${character}" means nothing in a ruleset. Remove it.`),
  'invisible-character': error(
    (name: string) =>
      `There is an invisible character here (${name}). What is signed must be what is shown: remove the character.`,
  ),
  'invisible-escape': error(
    (name: string) => `This string holds an invisible character (${name}). Write the string without it.`,
  ),
  'foreign-space': error(() => 'This blank is no ordinary space. Replace it by an ordinary space.'),
  'unterminated-string': error(() => 'This string is not closed on its line. Put a double quote (") at its end.'),
  'unknown-escape': error(
    (found: string) =>
      `"${found}" is no escape. Write \\\\ for a backslash; the others are \\" \\/ \\b \\f \\n \\r \\t and \\u with four digits.`,
  ),
  'unterminated-comment': error(() => 'This comment is never closed. Put */ at its end.'),
  'wrong-quotes': error(() => 'Strings stand in straight double quotes: "like this".'),
  'foreign-operator': error((foreign: string, right: string) => `"${foreign}" is written ${right} in a ruleset.`),
  arrow: error(
    (sign: string) => `"${sign}" is no operator. Write >= for "at least", or Implies(a, b) for "if a then b".`,
  ),
  'digit-separator': error((plain: string) => `Numbers have no separators between their digits. Write ${plain}.`),
  'leading-zero': error((plain: string) => `A number does not begin with 0 before another digit. Write ${plain}.`),
  date: error(
    (asNumber: string | null) =>
      `A ruleset has no dates. Let a claim hold the time that counts, as in days_since_filing <= 30 "d"; or let it hold a date as one number of year, month and day, and compare it with ${asNumber === null ? 'such a number (20260131 is 31 January 2026)' : asNumber}.`,
  ),
  'point-without-digits': error(() => 'A decimal point needs a digit on both sides.'),
} as const
