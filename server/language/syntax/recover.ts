/** Recovery moves only forward. */
import { isLineEnd, isSpace } from './characters'
import type { Cursor } from './cursor'
import * as T from './token'
import { LOOKUP_WORDS } from './words'

/** Skips to the next comma or `close`. False if the statement ends first. */
export function skipInList(p: Cursor, close: number): boolean {
  if (p.aborted) return false
  let nesting = 0
  while (p.kind !== T.END && p.kind !== T.SEMICOLON && !startsStatement(p)) {
    const kind = p.kind
    if (nesting === 0 && (kind === T.COMMA || kind === close)) {
      p.panic = false
      return true
    }
    if (kind === T.OPEN_ROUND || kind === T.OPEN_CURLY || kind === T.OPEN_SQUARE) nesting++
    else if (kind === T.CLOSE_ROUND || kind === T.CLOSE_CURLY || kind === T.CLOSE_SQUARE) {
      // A stray square bracket belongs to nothing; other brackets end what is outside.
      if (nesting === 0 && kind !== T.CLOSE_SQUARE) return false
      if (nesting > 0) nesting--
    }
    p.take()
  }
  return false
}

/** Skips to the closing brace; false if the statement ends first. */
export function skipToBodyEnd(p: Cursor): boolean {
  let nesting = 0
  for (; p.kind !== T.END && !startsStatement(p); p.take()) {
    if (p.kind === T.OPEN_CURLY) nesting++
    else if (p.kind === T.CLOSE_CURLY && nesting-- === 0) return true
  }
  return false
}

export function skipStatement(p: Cursor, first: number): void {
  let nesting = 0
  for (let i = first; i < p.index; i++) {
    const kind = p.tokens.kinds[i]
    if (kind === T.OPEN_CURLY) nesting++
    else if (kind === T.CLOSE_CURLY) nesting--
  }
  for (; p.kind !== T.END; p.take()) {
    if (p.index > first && startsStatement(p)) break
    if (p.inPart && p.kind === T.CLOSE_CURLY && nesting <= 0) break
    if (p.kind === T.OPEN_CURLY) nesting++
    else if (p.kind === T.CLOSE_CURLY) nesting--
    else if (p.kind === T.SEMICOLON && nesting <= 0) {
      p.take()
      break
    }
  }
  p.panic = false
  p.aborted = false
}

/**
 * The first words may also be claims, so the next tokens or the start of the line must agree. Only used after a
 * mistake.
 */
export function startsStatement(p: Cursor): boolean {
  if (p.kind !== T.NAME) return false
  const word = p.slice()
  const next = p.ahead(1)
  if (word === 'use') return p.words.version === '1.4' && next === T.STRING && startsLine(p.text, p.start)
  if (word === 'library') return p.words.version === '1.4' && next === T.OPEN_CURLY && startsLine(p.text, p.start)
  if (word === 'declare')
    return next === T.NAME && (p.word(1) === 'local' || p.word(2) === 'as' || startsLine(p.text, p.start))
  if (word === 'let') return next === T.NAME && (p.ahead(2) === T.ASSIGN || startsLine(p.text, p.start))
  if (word === 'report')
    return next === T.NAME && (p.ahead(2) === T.ASSIGN || (p.words.version === '1.4' && startsLine(p.text, p.start)))
  if (word === 'condition')
    return p.words.version === '1.4' && next === T.NAME && (p.ahead(2) === T.OPEN_ROUND || startsLine(p.text, p.start))
  if (word === 'month_end' || word === 'vocabulary' || word === 'shape')
    return p.words.version === '1.4' && next === T.NAME && startsLine(p.text, p.start)
  if (LOOKUP_WORDS.some((known) => known === word))
    return p.words.version === '1.4' && next === T.NAME && startsLine(p.text, p.start)
  if (word === 'assert') {
    const after = p.ahead(2)
    return next === T.NAME && (after === T.OPEN_CURLY || after === T.OPEN_SQUARE || startsLine(p.text, p.start))
  }
  return false
}

export function startsLine(text: string, offset: number): boolean {
  let i = offset - 1
  while (i >= 0 && isSpace(text.charCodeAt(i)) && !isLineEnd(text.charCodeAt(i))) i--
  return i < 0 || isLineEnd(text.charCodeAt(i))
}
