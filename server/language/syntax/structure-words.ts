/** Missing words are reported. Lower-case words are reported and read. */
import { insertFix, replaceFix } from '../messages/report'
import type { Cursor } from './cursor'
import { quoteText, readString } from './string-literal'
import type { TextLiteral } from './syntax'
import * as T from './token'

/** Returns null, and reports it, if the label or its colon is missing. */
export function readLabel(p: Cursor): TextLiteral | null {
  const span = p.span
  if (p.kind === T.STRING && p.ahead(1) === T.COLON) {
    const label = readString(p.text, span.start, span.end, p.report)
    p.take()
    p.take()
    return label
  }
  if ((p.kind === T.NAME || p.kind === T.WORD) && p.ahead(1) === T.COLON) {
    const value = p.slice().normalize('NFC')
    p.report.add('unquoted-label', span, [value], [replaceFix(`Write ${quoteText(value)}`, span, quoteText(value))])
    p.take()
    p.take()
    return { value, ...span }
  }
  p.fail('expected-label', span, [p.describe(), p.kind === T.NUMBER ? 'case-number' : null])
  return null
}

/** Takes the comma before another arm, or assumes a missing one and reports it. */
export function nextArm(p: Cursor): boolean {
  if (p.panic) return false
  if (p.accept(T.COMMA)) return true
  if (p.kind === T.SEMICOLON && (p.ahead(2) === T.COLON || p.word(1).toUpperCase() === 'END')) {
    const last = p.ahead(2) !== T.COLON
    const title = last ? 'Remove the semicolon' : 'Write a comma'
    p.report.add('arm-separator', p.span, [], [replaceFix(title, p.span, last ? '' : ',')])
    p.take()
    return !last
  }
  const arm = p.ahead(1) === T.COLON && (p.kind === T.STRING || isWord(p, 'DEFAULT'))
  if (arm) p.report.add('missing-comma', p.span, [], [insertFix('Insert a comma', p.before, ',')])
  return arm
}

/** True at a word that begins another branch in other languages. */
export function isBranchWord(p: Cursor): boolean {
  return p.kind === T.NAME && /^(ELSEIF|ELSIF|ELIF|WHEN)$/i.test(p.slice()) && !p.isDeclared(p.slice())
}

/** Ignores case. */
export function isWord(p: Cursor, word: string): boolean {
  if (p.kind !== T.NAME || p.end - p.start !== word.length) return false
  return p.slice().toUpperCase() === word
}

/** Accepts and reports lower case. */
export function acceptWord(p: Cursor, word: string): boolean {
  if (!isWord(p, word)) return false
  if (p.slice() !== word) p.report.add('keyword-case', p.span, [word], [replaceFix(`Write ${word}`, p.span, word)])
  p.take()
  return true
}

/** Expects `word`, or skips to it within the statement. */
export function expectWord(p: Cursor, word: 'THEN' | 'OF' | 'END', opener: 'IF' | 'CASE'): boolean {
  if (p.aborted) return false
  if (!p.panic && acceptWord(p, word)) return true
  if (!p.panic) {
    const fixes = word === 'END' && endsConstruct(p) ? [insertFix('Insert END', p.before, ' END')] : []
    p.fail('expected-word', p.span, [word, opener, p.describe(), p.idiom], fixes)
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

/** Reports a word of language 1.4 in an older text. The fix writes the version that knows the word. */
export function reportNewerWord(p: Cursor): void {
  const fix =
    p.versionAt === null
      ? insertFix('Write version 1.4;', 0, 'version 1.4;\n')
      : replaceFix('Change the version to 1.4', p.versionAt, '1.4')
  p.report.add('newer-word', p.span, [p.slice()], [fix])
}
