/**
 * Spellings that other languages, word processors and keyboards produce, read as what they were meant to be.
 *
 * Promises: always advances the lexer by at least one character; each spelling is reported with its fix.
 */

import { idiomOf } from '../messages/idioms'
import { type Report, replace } from '../messages/report'
import { codePointName, firstInvisible, isDigit, isForeignSpace, isInvisible, isLetter, isLineEnd } from './characters'
import * as T from './token'

/** Operators that are spelt otherwise here: the foreign spelling, the token and the right spelling. Longest first. */
const OPERATORS: readonly (readonly [foreign: string, kind: number, spelling: string])[] = [
  ['===', T.EQUAL, '=='],
  ['!==', T.NOT_EQUAL, '!='],
  ['<>', T.NOT_EQUAL, '!='],
  ['=<', T.LESS_OR_EQUAL, '<='],
  ['%%', T.PERCENT, '%'],
  [':=', T.ASSIGN, '='],
  ['≥', T.GREATER_OR_EQUAL, '>='],
  ['≤', T.LESS_OR_EQUAL, '<='],
  ['≠', T.NOT_EQUAL, '!='],
  ['×', T.TIMES, '*'],
  ['÷', T.OVER, '/'],
  ['−', T.MINUS, '-'],
  ['–', T.MINUS, '-'],
]

/** Signs whose position decides what they mean: the parser reports them where they are wrong. */
const SIGNS: readonly (readonly [sign: string, kind: number])[] = [
  ['&&', T.AND_SIGN],
  ['||', T.OR_SIGN],
  ['&', T.AND_SIGN],
  ['|', T.OR_SIGN],
  ['!', T.NOT_SIGN],
  ['=', T.ASSIGN],
]

/** Operators that the parser reads where they stand between values. Longest first. */
const FOREIGN_OPERATORS = ['**', '^', '??', '?', '..', '%/%']

/** Opening quotes with the quotes that close them. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['`', '`'],
  ['\u201c', '\u201d\u201c"'],
  ['\u201d', '\u201d"'],
  ['\u201e', '\u201c\u201d"'],
  ['\u2018', '\u2019\u2018'],
  ['\u2019', '\u2019'],
  ['\u00ab', '\u00bb'],
])

/** Reads one token, or one stretch of blanks, that starts with a character no token of the language starts with. */
export function lexForeign(lexer: T.LexerCursor, start: number, c: number): void {
  const { text, report } = lexer
  if (isForeignSpace(c)) {
    let end = start + 1
    while (isForeignSpace(text.charCodeAt(end))) end++
    report.add('foreign-space', { start, end }, [], [replace('Write an ordinary space', { start, end }, ' ')])
    lexer.at = end
    return
  }
  const character = String.fromCodePoint(text.codePointAt(start)!)
  const closers = QUOTES.get(character)
  if (closers !== undefined) {
    foreignQuotes(lexer, start, closers)
    return
  }
  if (foreignSign(lexer, start)) return
  if (c === 46 && isDigit(text.charCodeAt(start + 1))) {
    leadingPoint(lexer, start)
    return
  }
  // checkControlCharacters reports invisible characters, wherever they stand.
  if (isInvisible(text.codePointAt(start)!) || (c === 0xfeff && start === 0)) {
    lexer.at = start + character.length
    return
  }
  if (isLetter(text, start)) {
    lexer.word(start)
    return
  }
  if (
    c === POINT &&
    /[A-Za-z_]/.test(text.charAt(start + 1)) &&
    /[\])}]\s*$/.test(text.slice(Math.max(0, start - 9), start))
  ) {
    lexer.word(start + 1)
    return
  }
  const operator = FOREIGN_OPERATORS.find((sign) => text.startsWith(sign, start))
  if (operator !== undefined) {
    lexer.push(T.FOREIGN, start, start + operator.length)
    return
  }
  const end = start + character.length
  const written = text.slice(start, end)
  const comment = c === HASH && beginsComment(text, start)
  const fixes = comment ? [replace('Write //', { start, end }, '//')] : []
  report.add('unexpected-character', { start, end }, [written, idiomOf('character', written)], fixes)
  if (comment) skipLine(lexer, end)
  else lexer.push(T.OTHER, start, end)
}

const HASH = 35
const POINT = 46

/** True where `#` is meant as the start of a comment: between statements, or before words without any of their signs. */
function beginsComment(text: string, at: number): boolean {
  if (/(^|[;{}\n\r])[ \t]*$/.test(text.slice(Math.max(0, at - MAX_INDENT), at))) return true
  const line = /^[^\n\r]*/.exec(text.slice(at))?.[0] ?? ''
  return !/[;{}]/.test(line)
}

/** Blanks before a comment that are looked at; a longer indent is judged by the rest of its line. */
const MAX_INDENT = 200

/** Goes on at the end of the line: `#` begins a comment in other languages. */
function skipLine(lexer: T.LexerCursor, from: number): void {
  let end = from
  while (end < lexer.text.length && !isLineEnd(lexer.text.charCodeAt(end))) end++
  lexer.at = end
}

/** Reads an operator that is spelt otherwise here, or a sign that stands for a word; false where there is none. */
function foreignSign(lexer: T.LexerCursor, start: number): boolean {
  const { text, report } = lexer
  for (const [foreign, kind, spelling] of OPERATORS) {
    if (!text.startsWith(foreign, start)) continue
    const span = { start, end: start + foreign.length }
    report.add('foreign-operator', span, [foreign, spelling], [replace(`Write ${spelling}`, span, spelling)])
    lexer.push(kind, start, span.end)
    return true
  }
  if (text.startsWith('=>', start) || text.startsWith('->', start)) {
    lexer.push(T.ARROW, start, start + 2)
    return true
  }
  for (const [sign, kind] of SIGNS) {
    if (!text.startsWith(sign, start)) continue
    lexer.push(kind, start, start + sign.length)
    return true
  }
  return false
}

function foreignQuotes(lexer: T.LexerCursor, start: number, closers: string): void {
  const { text, report } = lexer
  for (let i = start + 1; i < text.length && !isLineEnd(text.charCodeAt(i)); i++) {
    if (!closers.includes(text.charAt(i))) continue
    const span = { start, end: i + 1 }
    const quoted = `"${text.slice(start + 1, i).replaceAll('"', '\\"')}"`
    report.add('wrong-quotes', span, [], [replace(`Write ${quoted}`, span, quoted)])
    lexer.push(T.STRING, start, i + 1)
    return
  }
  let end = start + 1
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++
  lexer.unterminated(start, end)
}

function leadingPoint(lexer: T.LexerCursor, start: number): void {
  const { text, report } = lexer
  let end = start + 1
  while (isDigit(text.charCodeAt(end))) end++
  const span = { start, end }
  const whole = `0${text.slice(start, end)}`
  const isGroup = isDigit(text.charCodeAt(start - 1))
  report.add('point-without-digits', span, [], isGroup ? [] : [replace(`Write ${whole}`, span, whole)])
  lexer.push(T.NUMBER, start, end)
}

/**
 * Invisible and bidirectional control characters.
 *
 * Promises: none stands anywhere in a ruleset that compiles, comments and strings included, because what a person
 * signs must be what is shown. A byte-order mark at the very start is no part of the text.
 */
export function checkControlCharacters(text: string, report: Report): void {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (let at = firstInvisible(text, from); at >= 0; ) {
    const end = at + (text.codePointAt(at)! > 0xffff ? 2 : 1)
    const span = { start: at, end }
    report.add('invisible-character', span, [codePointName(text, at)], [replace('Remove the character', span, '')])
    at = firstInvisible(text, end)
  }
}
