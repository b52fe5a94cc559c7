/**
 * The commas and closing brackets of lists: operands, members of a set.
 *
 * Promises: a mistake in one item never hides the next item; always ends at the closing bracket or at the end of the
 * statement.
 */
import { insert } from '../messages/report'
import type { Cursor, Reader } from './cursor'
import { skipInList } from './recover'
import type { Expression, Span } from './syntax'
import * as T from './token'

/**
 * Reads items up to and with `close`; the opening bracket is taken already. Sets the cursor's height to that of the
 * highest item.
 * @param opened the bracket that is open, for messages: `And(`
 * @param read reads one item
 */
export function parseList(p: Cursor, close: number, opened: string, read: Reader): Expression[] {
  const items: Expression[] = []
  let height = 0
  const outer = p.inConditions
  p.inConditions = CONDITIONS.test(opened)
  p.lists++
  while (p.kind !== close) {
    const item = read(p)
    items.push(item)
    if (p.height > height) height = p.height
    if (!nextItem(p, close, opened)) break
  }
  p.lists--
  p.inConditions = outer
  p.accept(close)
  p.height = height
  return items
}

/** What opens a list of conditions. */
const CONDITIONS = /^(And|Or|Not|Xor|Implies)\($/

/** Bounds a search from each of many open brackets. */
const LOOK_AHEAD_TOKENS = 1_000

/**
 * True where the bracket behind the word here lists several things, as `IF(c, a, b)` does and `IF (c) THEN` does not.
 * The commas of a CASE inside are its own.
 */
export function hasComma(p: Cursor, from = 1): boolean {
  let nesting = 0
  let constructs = 0
  for (let by = from; by < from + LOOK_AHEAD_TOKENS; by++) {
    const kind = p.ahead(by)
    if (kind === T.OPEN_ROUND || kind === T.OPEN_CURLY || kind === T.OPEN_SQUARE) nesting++
    else if (kind === T.COMMA && nesting === 1 && constructs === 0) return true
    else if (kind === T.END || kind === T.SEMICOLON) return false
    else if (kind === T.CLOSE_ROUND || kind === T.CLOSE_CURLY || kind === T.CLOSE_SQUARE) {
      if (--nesting === 0) return false
    } else if (kind === T.NAME && nesting === 1) {
      const word = p.word(by)
      if (word === 'IF' || word === 'CASE') constructs++
      else if (word === 'END') constructs--
    }
  }
  return false
}

/** Takes the comma before a further item. False when the list ends here, at its bracket or by a mistake. */
export function nextItem(p: Cursor, close: number, opened: string): boolean {
  if (p.aborted) return false
  if (p.panic && !skipInList(p, close)) return false
  if (p.kind === T.COMMA) {
    const comma: Span = p.span
    p.take()
    if (p.kind !== close) return true
    p.report.add('trailing-comma', comma, [], [{ title: 'Remove the comma', edits: [{ ...comma, text: '' }] }])
    return false
  }
  if (p.kind === close) return false
  if (p.kind === T.STRING && p.tokens.kinds[p.index - 1] === T.STRING) {
    p.report.add('missing-comma', p.span, [], [insert('Insert a comma', p.before, ',')])
    return true
  }
  if (!closes(p)) {
    p.fail('unexpected-in-list', p.span, [p.describe(), opened, p.idiom])
    return skipInList(p, close) && nextItem(p, close, opened)
  }
  missingClose(p, close, opened)
  return false
}

/** Expects the bracket that ends `opened`; false, and reported, if the statement ends without one. */
export function expectClose(p: Cursor, close: number, opened: string): boolean {
  if (p.aborted) return false
  if (p.accept(close)) {
    p.panic = false
    return true
  }
  if (!p.panic && closes(p)) {
    missingClose(p, close, opened)
    return true
  }
  if (!p.panic) p.fail('unexpected-in-list', p.span, [p.describe(), opened, p.idiom])
  while (skipInList(p, close)) {
    if (p.accept(close)) return true
    p.take()
  }
  p.panic = true
  return false
}

/** True at a token that ends something around the open bracket, so that the bracket alone is missing. */
function closes(p: Cursor): boolean {
  const { kind } = p
  return (
    kind === T.SEMICOLON ||
    kind === T.CLOSE_CURLY ||
    kind === T.CLOSE_ROUND ||
    kind === T.CLOSE_SQUARE ||
    kind === T.END
  )
}

function missingClose(p: Cursor, close: number, opened: string): void {
  const bracket = close === T.CLOSE_ROUND ? ')' : close === T.CLOSE_CURLY ? '}' : ']'
  const span = { start: p.before, end: p.before }
  const wrong =
    isStrayBrace(p) ||
    p.kind === T.CLOSE_SQUARE ||
    (p.kind === T.CLOSE_ROUND && (close === T.CLOSE_ROUND || p.depth < 2))
  const fixes = wrong ? [] : [insert(`Insert ${bracket}`, p.before, bracket)]
  if (!p.panic) p.report.add('missing-close', span, [bracket, opened], fixes)
  p.lost = true
}

/** True at a `}` that ends neither a set nor a body: its own opening brace is what is missing or wrong. */
function isStrayBrace(p: Cursor): boolean {
  if (p.kind !== T.CLOSE_CURLY || p.sets > 0) return false
  const next = p.ahead(1)
  return next !== T.SEMICOLON && next !== T.END && next !== T.NAME
}
