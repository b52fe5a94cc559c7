/**
 * One pass over the code units. Foreign spellings (`<>`, a curly quote, a typed `≥`) become the intended token, with a
 * diagnostic and its fix.
 */

import { insertFix, type Report, replaceFix } from '../messages/report'
import {
  continuesName,
  isDigit,
  isForeignSpace,
  isInvisible,
  isLetter,
  isLineEnd,
  isSpace,
  startsName,
} from './characters'
import { dateEnd, dateNumber, dateReadings, isTimed } from './date-shape'
import { lexForeign } from './habits/foreign-spelling'
import type { Comment } from './syntax'
import * as T from './token'

/** Reports wrong characters and spellings. */
export function lexText(text: string, report: Report, divisions: ReadonlySet<number> = new Set()): T.Tokens {
  return new Lexer(text, report, divisions).run()
}

/** Only this part of a numeral is searched for points between thousands. */
const MAX_POINTED_CHARS = 40

/** Characters that are always a token. */
const SINGLE = new Uint8Array(128)
for (const [character, kind] of [
  [';', T.SEMICOLON],
  [',', T.COMMA],
  ['(', T.OPEN_ROUND],
  [')', T.CLOSE_ROUND],
  ['{', T.OPEN_CURLY],
  ['}', T.CLOSE_CURLY],
  ['[', T.OPEN_SQUARE],
  [']', T.CLOSE_SQUARE],
  ['+', T.PLUS],
  ['%', T.PERCENT],
] as const) {
  SINGLE[character.charCodeAt(0)] = kind
}

class Lexer implements T.LexerCursor {
  at = 0
  private count = 0
  /** Whether the text is in a version that has dates and tables. */
  private hasDates = false
  private readonly kinds: Uint8Array
  private readonly starts: Int32Array
  private readonly ends: Int32Array
  private readonly comments: Comment[] = []

  constructor(
    readonly text: string,
    readonly report: Report,
    private readonly divisions: ReadonlySet<number>,
  ) {
    this.kinds = new Uint8Array(text.length + 1)
    this.starts = new Int32Array(text.length + 1)
    this.ends = new Int32Array(text.length + 1)
  }

  push(kind: number, start: number, end: number): void {
    const i = this.count++
    this.kinds[i] = kind
    this.starts[i] = start
    this.ends[i] = end
    this.at = end
  }

  run(): T.Tokens {
    const { text } = this
    const length = text.length
    while (this.at < length) {
      const start = this.at
      const c = text.charCodeAt(start)
      if (isSpace(c)) this.at++
      else if (startsName(c)) this.name(start)
      else if (isDigit(c)) this.number(start)
      else if (c === 37 && /^%(?:\/?)%/.test(text.slice(start, start + 3))) lexForeign(this, start, c)
      else if (c < 128 && SINGLE[c] !== 0) this.push(SINGLE[c]!, start, start + 1)
      else if (c === 34) this.string(start)
      else if (c === 47) this.slash(start)
      else this.rest(start, c)
    }
    this.push(T.END, length, length)
    return { kinds: this.kinds, starts: this.starts, ends: this.ends, count: this.count, comments: this.comments }
  }

  private name(start: number): void {
    const { text } = this
    let i = start + 1
    while (continuesName(text.charCodeAt(i))) i++
    const c = text.charCodeAt(i)
    if (c === 46 && continuesName(text.charCodeAt(i + 1))) this.path(start, i)
    else if (c === 58 && this.hasDates && isHashWord(text, start, i)) this.hash(start, i)
    else if (c < 128 || i === text.length || isForeignSpace(c)) this.push(T.NAME, start, i)
    else if (isInvisible(c)) this.pierced(start, i)
    else if (isLetter(text, i)) this.word(start)
    else this.push(T.NAME, start, i)
  }

  /** `sha256:3f…`, even if it is shortened. */
  private hash(start: number, colon: number): void {
    const { text } = this
    let i = colon + 1
    while (continuesName(text.charCodeAt(i)) || text.charAt(i) === '…') i++
    this.push(T.HASH, start, i)
  }

  /** `loan.amount`, a part of a thing in other languages. */
  private path(start: number, at: number): void {
    const { text } = this
    let i = at
    while (text.charCodeAt(i) === 46 && continuesName(text.charCodeAt(i + 1))) {
      i++
      while (continuesName(text.charCodeAt(i))) i++
    }
    this.push(T.WORD, start, i)
  }

  /** A name with an invisible character, which checkControlCharacters reports. */
  private pierced(start: number, at: number): void {
    const { text } = this
    let end = at
    while (end < text.length && (continuesName(text.charCodeAt(end)) || isInvisible(text.charCodeAt(end)))) end++
    const inside = continuesName(text.charCodeAt(end - 1))
    this.push(inside ? T.OTHER : T.NAME, start, inside ? end : at)
  }

  word(start: number): void {
    const { text } = this
    let i = start
    while (i < text.length && (continuesName(text.charCodeAt(i)) || isLetter(text, i))) {
      i += text.codePointAt(i)! > 0xffff ? 2 : 1
    }
    this.push(T.WORD, start, i)
  }

  private number(start: number): void {
    const { text, report } = this
    const end = dateEnd(text, start)
    if (end >= 0) {
      this.date(start, end)
      return
    }
    const pointed = /^\d{1,3}(?:\.\d{3}){2,}(?![\d.])/.exec(text.slice(start, start + MAX_POINTED_CHARS))?.[0]
    if (pointed !== undefined) {
      const span = { start, end: start + pointed.length }
      const plain = pointed.replaceAll('.', '')
      report.add('digit-separator', span, [plain], [replaceFix(`Write ${plain}`, span, plain)])
      this.push(T.NUMBER, start, span.end)
      return
    }
    let i = start + 1
    let separated = false
    while (isDigit(text.charCodeAt(i)) || (text.charCodeAt(i) === 95 && isDigit(text.charCodeAt(i + 1)))) {
      if (text.charCodeAt(i) === 95) separated = true
      i++
    }
    if (text.charCodeAt(i) === 46 && text.charCodeAt(i + 1) !== 46) {
      if (isDigit(text.charCodeAt(i + 1))) {
        i = this.digits(i + 1)
      } else if (!startsName(text.charCodeAt(i + 1))) {
        i++
        report.add(
          'point-without-digits',
          { start, end: i },
          [],
          [replaceFix(`Write ${text.slice(start, i - 1)}`, { start, end: i }, text.slice(start, i - 1))],
        )
      }
    }
    const c = text.charCodeAt(i)
    if (c === 101 || c === 69) {
      const sign = text.charCodeAt(i + 1)
      const first = sign === 43 || sign === 45 ? i + 2 : i + 1
      if (isDigit(text.charCodeAt(first))) i = this.digits(first)
    }
    if (separated) {
      const plain = text.slice(start, i).replaceAll('_', '')
      report.add(
        'digit-separator',
        { start, end: i },
        [plain],
        [replaceFix(`Write ${plain}`, { start, end: i }, plain)],
      )
    }
    if (this.count === 1 && text.slice(this.starts[0], this.ends[0]) === 'version')
      this.hasDates = text.slice(start, i) === '1.4'
    this.push(T.NUMBER, start, i)
  }

  private date(start: number, end: number): void {
    const { text, report } = this
    const written = text.slice(start, end)
    if (!this.hasDates) report.add('date', { start, end }, [dateNumber(written)])
    else if (isTimed(written)) {
      // The analysis says what is wrong with it.
      this.push(T.DATE, start, end)
      return
    } else if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) {
      const readings = dateReadings(written)
      const fixes = readings.map((right) => replaceFix(`Write ${right}`, { start, end }, right))
      report.add('date-form', { start, end }, [written, readings], fixes)
    }
    const isDate = this.hasDates && dateReadings(written).length === 1
    this.push(isDate ? T.DATE : T.NUMBER, start, end)
  }

  private digits(from: number): number {
    let i = from
    while (isDigit(this.text.charCodeAt(i))) i++
    return i
  }

  private string(start: number): void {
    const { text } = this
    for (let i = start + 1; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === 34) {
        this.push(T.STRING, start, i + 1)
        return
      }
      if (c === 92 && !isLineEnd(text.charCodeAt(i + 1))) i++
      else if (isLineEnd(c)) {
        this.unterminated(start, i)
        return
      }
    }
    this.unterminated(start, text.length)
  }

  unterminated(start: number, end: number): void {
    this.report.add('unterminated-string', { start, end }, [])
    this.push(T.BAD_STRING, start, end)
  }

  private slash(start: number): void {
    const { text, report } = this
    const next = text.charCodeAt(start + 1)
    if (next === 47 && this.divisions.has(start)) {
      this.push(T.FOREIGN, start, start + 2)
    } else if (next === 47) {
      let i = start + 2
      while (i < text.length && !isLineEnd(text.charCodeAt(i))) i++
      this.comments.push({ kind: 'line', text: text.slice(start + 2, i), start, end: i })
      this.at = i
    } else if (next === 42) {
      const close = text.indexOf('*/', start + 2)
      const end = close < 0 ? text.length : close + 2
      if (close < 0)
        report.add('unterminated-comment', { start, end: start + 2 }, [], [insertFix('Close the comment', end, ' */')])
      this.comments.push({ kind: 'block', text: text.slice(start + 2, close < 0 ? end : close), start, end })
      this.at = end
    } else {
      this.push(T.OVER, start, start + 1)
    }
  }

  private rest(start: number, c: number): void {
    const next = this.text.charCodeAt(start + 1)
    if (c === 45 && next !== 62) this.push(T.MINUS, start, start + 1)
    else if (c === 58 && next !== 61) this.push(T.COLON, start, start + 1)
    else if (c === 42 && next !== 42) this.push(T.TIMES, start, start + 1)
    else if (c === 62)
      this.push(next === 61 ? T.GREATER_OR_EQUAL : T.GREATER, start, next === 61 ? start + 2 : start + 1)
    else if (c === 60 && next !== 62)
      this.push(next === 61 ? T.LESS_OR_EQUAL : T.LESS, start, next === 61 ? start + 2 : start + 1)
    else if (c === 61 && next === 61 && this.text.charCodeAt(start + 2) !== 61) this.push(T.EQUAL, start, start + 2)
    else if (c === 64 && this.hasDates) this.push(T.AT, start, start + 1)
    else if (c === 33 && next === 61 && this.text.charCodeAt(start + 2) !== 61) this.push(T.NOT_EQUAL, start, start + 2)
    else lexForeign(this, start, c)
  }
}

/** Whether the word is the name of the hash function, which its digits touch. */
function isHashWord(text: string, start: number, colon: number): boolean {
  return text.slice(start, colon) === 'sha256' && continuesName(text.charCodeAt(colon + 1))
}
