/** Reads foreign spellings as what they mean, and reports each with its fix. Always advances the lexer. */

import { idiomOf } from '../../messages/idioms'
import { type Report, replaceFix } from '../../messages/report'
import { codePointName, firstInvisible, isDigit, isForeignSpace, isInvisible, isLetter, isLineEnd } from '../characters'
import * as T from '../token'

/** Foreign operators with their token and right spelling, longest first. */
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

/** The meaning of these depends on their position, so the parser reports wrong ones. */
const SIGNS: readonly (readonly [sign: string, kind: number])[] = [
  ['&&', T.AND_SIGN],
  ['||', T.OR_SIGN],
  ['&', T.AND_SIGN],
  ['|', T.OR_SIGN],
  ['!', T.NOT_SIGN],
  ['=', T.ASSIGN],
]

/** Operators that the parser reads between values, longest first. */
const FOREIGN_OPERATORS = ['**', '^', '??', '?', '..<', '..', '%/%']

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

/** Reads a token or blanks whose first character starts no token of the language. */
export function lexForeign(lexer: T.LexerCursor, start: number, c: number): void {
  const { text, report } = lexer
  if (isForeignSpace(c)) {
    let end = start + 1
    while (isForeignSpace(text.charCodeAt(end))) end++
    report.add('foreign-space', { start, end }, [], [replaceFix('Write an ordinary space', { start, end }, ' ')])
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
  // Reported by checkControlCharacters.
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
  const fixes = comment ? [replaceFix('Write //', { start, end }, '//')] : []
  report.add('unexpected-character', { start, end }, [written, idiomOf('character', written)], fixes)
  if (comment) skipLine(lexer, end)
  else lexer.push(T.OTHER, start, end)
}

const HASH = 35
const POINT = 46

/** True if `#` means a comment: between statements, or if no statement sign follows on the line. */
function beginsComment(text: string, at: number): boolean {
  if (/(^|[;{}\n\r])[ \t]*$/.test(text.slice(Math.max(0, at - MAX_INDENT_CHARS), at))) return true
  const line = /^[^\n\r]*/.exec(text.slice(at))?.[0] ?? ''
  return !/[;{}]/.test(line)
}

/** Beyond this indent, only the rest of the line decides. */
const MAX_INDENT_CHARS = 200

function skipLine(lexer: T.LexerCursor, from: number): void {
  let end = from
  while (end < lexer.text.length && !isLineEnd(lexer.text.charCodeAt(end))) end++
  lexer.at = end
}

/** Reads a foreign sign, or a sign that replaces a word. */
function foreignSign(lexer: T.LexerCursor, start: number): boolean {
  const { text, report } = lexer
  for (const [foreign, kind, spelling] of OPERATORS) {
    if (!text.startsWith(foreign, start)) continue
    const span = { start, end: start + foreign.length }
    report.add('foreign-operator', span, [foreign, spelling], [replaceFix(`Write ${spelling}`, span, spelling)])
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
    report.add('wrong-quotes', span, [], [replaceFix(`Write ${quoted}`, span, quoted)])
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
  report.add('point-without-digits', span, [], isGroup ? [] : [replaceFix(`Write ${whole}`, span, whole)])
  lexer.push(T.NUMBER, start, end)
}

/**
 * Invisible and bidirectional control characters are wrong anywhere, because a person must see everything that is
 * signed. A byte-order mark at the start is not part of the text.
 */
export function checkControlCharacters(text: string, report: Report): void {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (let at = firstInvisible(text, from); at >= 0; ) {
    const end = at + (text.codePointAt(at)! > 0xffff ? 2 : 1)
    const span = { start: at, end }
    report.add('invisible-character', span, [codePointName(text, at)], [replaceFix('Remove the character', span, '')])
    at = firstInvisible(text, end)
  }
}
