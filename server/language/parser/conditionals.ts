/**
 * `IF c THEN a ELSE b END` and `CASE s OF "x": a, DEFAULT: b END`.
 *
 * Promises: a missing word is told with its place; words in small letters are told, mended and read.
 */
import { insert, replace } from '../report'
import { quote, readString } from '../string-literal'
import type { Expression, TextLiteral } from '../syntax'
import * as T from '../token'
import type { Cursor } from './cursor'
import { parseExpression } from './expressions'

/** Reads from the word IF. */
export function parseIf(p: Cursor): Expression {
  const { start } = p
  p.take()
  const condition = parseExpression(p)
  let height = p.height
  if (!expectWord(p, 'THEN', 'IF')) return p.broken(start)
  const then = parseExpression(p)
  height = Math.max(height, p.height)
  let otherwise: Expression | null = null
  if (acceptWord(p, 'ELSE')) {
    otherwise = parseExpression(p)
    height = Math.max(height, p.height)
  }
  if (!expectWord(p, 'END', 'IF')) return p.broken(start)
  if (!p.rise(height + 1)) return p.broken(start)
  return { kind: 'if', condition, then, otherwise, start, end: p.before }
}

interface Arm {
  readonly label: TextLiteral
  readonly value: Expression
}

/** Reads from the word CASE. */
export function parseCase(p: Cursor): Expression {
  const { start } = p
  p.take()
  const subject = parseExpression(p)
  let height = p.height
  if (!expectWord(p, 'OF', 'CASE')) return p.broken(start)
  const arms: Arm[] = []
  p.lists++
  let fallback: Expression | null = null
  do {
    if (fallback !== null) {
      p.fail('default-not-last', p.span, [])
      break
    }
    if (isWord(p, 'DEFAULT') && p.ahead(1) === T.COLON) {
      acceptWord(p, 'DEFAULT')
      p.take()
      fallback = parseExpression(p)
    } else {
      const label = readLabel(p)
      if (label === null) break
      arms.push({ label, value: parseExpression(p) })
    }
    height = Math.max(height, p.height)
  } while (!p.aborted && nextArm(p))
  p.lists--
  const sound = !p.panic
  if (!expectWord(p, 'END', 'CASE') || !sound) return p.broken(start)
  if (!p.rise(height + 1)) return p.broken(start)
  return { kind: 'case', subject, arms, fallback, start, end: p.before }
}

function readLabel(p: Cursor): TextLiteral | null {
  const span = p.span
  if (p.kind === T.STRING && p.ahead(1) === T.COLON) {
    const label = readString(p.text, span.start, span.end, p.report)
    p.take()
    p.take()
    return label
  }
  if ((p.kind === T.NAME || p.kind === T.WORD) && p.ahead(1) === T.COLON) {
    const value = p.slice().normalize('NFC')
    p.report.add('unquoted-label', span, [value], [replace(`Write ${quote(value)}`, span, quote(value))])
    p.take()
    p.take()
    return { value, ...span }
  }
  p.fail('expected-label', span, [p.describe()])
  return null
}

/** Takes the comma before a further arm; a comma that was forgotten is told and put in. */
function nextArm(p: Cursor): boolean {
  if (p.panic) return false
  if (p.accept(T.COMMA)) return true
  if (p.kind === T.SEMICOLON && (p.ahead(2) === T.COLON || p.word(1).toUpperCase() === 'END')) {
    const last = p.ahead(2) !== T.COLON
    const title = last ? 'Remove the semicolon' : 'Write a comma'
    p.report.add('arm-separator', p.span, [], [replace(title, p.span, last ? '' : ',')])
    p.take()
    return !last
  }
  const arm = p.ahead(1) === T.COLON && (p.kind === T.STRING || isWord(p, 'DEFAULT'))
  if (arm) p.report.add('missing-comma', p.span, [], [insert('Insert a comma', p.before, ',')])
  return arm
}

function isWord(p: Cursor, word: string): boolean {
  if (p.kind !== T.NAME || p.end - p.start !== word.length) return false
  return p.slice().toUpperCase() === word
}

/** Takes `word`, in small letters too. */
function acceptWord(p: Cursor, word: string): boolean {
  if (!isWord(p, word)) return false
  if (p.slice() !== word) p.report.add('keyword-case', p.span, [word], [replace(`Write ${word}`, p.span, word)])
  p.take()
  return true
}

/** Expects `word` of the construct that `opener` began; skips to it within the statement where it stands further on. */
function expectWord(p: Cursor, word: 'THEN' | 'OF' | 'END', opener: 'IF' | 'CASE'): boolean {
  if (p.aborted) return false
  if (!p.panic && acceptWord(p, word)) return true
  if (!p.panic) {
    const fixes = word === 'END' && endsConstruct(p) ? [insert('Insert END', p.before, ' END')] : []
    p.fail('expected-word', p.span, [word, opener, p.describe()], fixes)
    if (fixes.length > 0) {
      p.panic = false
      return true
    }
  }
  return skipToWord(p, word)
}

function endsConstruct(p: Cursor): boolean {
  const { kind } = p
  if (kind === T.SEMICOLON) return p.ahead(1) === T.CLOSE_CURLY || p.ahead(1) === T.END
  return kind === T.CLOSE_CURLY || kind === T.CLOSE_ROUND || kind === T.COMMA || kind === T.END
}

/** Skips over nested constructs and brackets to `word`; false, and nothing taken, where the statement has none. */
function skipToWord(p: Cursor, word: string): boolean {
  let brackets = 0
  let constructs = 0
  for (let by = 0; ; by++) {
    const kind = p.ahead(by)
    if (kind === T.END || kind === T.SEMICOLON) return false
    if (kind === T.OPEN_ROUND || kind === T.OPEN_CURLY || kind === T.OPEN_SQUARE) brackets++
    else if (kind === T.CLOSE_ROUND || kind === T.CLOSE_CURLY || kind === T.CLOSE_SQUARE) {
      if (brackets-- === 0) return false
    } else if (kind === T.NAME && brackets === 0) {
      const text = p.word(by)
      if (text === 'IF' || text === 'CASE') constructs++
      else if (text === 'END' && constructs > 0) constructs--
      else if (text === word && constructs === 0) {
        for (let i = 0; i <= by; i++) p.take()
        p.panic = false
        return true
      }
    }
  }
}
