/** Tokens as numbers in flat arrays, without text. This makes an analysis after every keystroke cheap. */
import type { Report } from '../messages/report'
import type { Comment } from './syntax'

export const END = 0
export const NAME = 1
export const NUMBER = 2
export const STRING = 3
/** Quotes that do not close on their line; already reported. */
export const BAD_STRING = 4
/** Has characters that a name cannot have, such as `größe` or `$`. */
export const WORD = 5
export const SEMICOLON = 6
export const COMMA = 7
export const COLON = 8
export const OPEN_ROUND = 9
export const CLOSE_ROUND = 10
export const OPEN_CURLY = 11
export const CLOSE_CURLY = 12
export const OPEN_SQUARE = 13
export const CLOSE_SQUARE = 14
export const EQUAL = 15
export const NOT_EQUAL = 16
export const LESS = 17
export const LESS_OR_EQUAL = 18
export const GREATER = 19
export const GREATER_OR_EQUAL = 20
export const PLUS = 21
export const MINUS = 22
export const TIMES = 23
export const OVER = 24
export const PERCENT = 25
/** A single `=`: belongs to `let`, wrong in an expression. */
export const ASSIGN = 26
/** `&&`, `||` and `!`: not in the language, read to offer a fix. */
export const AND_SIGN = 27
export const OR_SIGN = 28
export const NOT_SIGN = 29
/** `=>` and `->`: their position says whether "at least" or "implies" is meant. */
export const ARROW = 31
/** A foreign operator such as `**`, `?` or `..`, which the parser reports. */
export const FOREIGN = 32
/** `2026-01-31`, or a timestamp, in a text of version 1.4; perhaps no day of the calendar. */
export const DATE = 33
/** `@` in a text of version 1.4: the source of a value follows. */
export const AT = 34
/** `sha256:` with the digits that follow it, in a text of version 1.4. */
export const HASH = 36
/** A character that starts nothing. */
export const OTHER = 30

export interface Tokens {
  readonly kinds: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Number of tokens; the last one is {@link END}. */
  readonly count: number
  readonly comments: readonly Comment[]
}

export interface LexerCursor {
  readonly text: string
  readonly report: Report
  at: number
  push(kind: number, start: number, end: number): void
  word(start: number): void
  /** Quotes without an end before `end`, the end of the line. */
  unterminated(start: number, end: number): void
}
