/** A mistake in one item never hides the next item. */
import { insertFix } from '../messages/report'
import type { Span } from '../text/line-index'
import type { Cursor, Reader } from './cursor'
import { skipInList } from './recover'
import type { Expression } from './syntax'
import * as T from './token'

/**
 * Ends after the closing bracket or at the end of the statement. The height becomes that of the highest item.
 * @param opened the open bracket in messages: `And(`
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

const CONDITIONS = /^(And|Or|Not|Xor|Implies)\($/

/** Limits the search from each open bracket. */
const LOOK_AHEAD_TOKENS = 1_000

/** `IF(c, a, b)` lists several things, `IF (c) THEN` does not. Commas of an inner CASE do not count. */
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

/** False if the list ends here. */
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
  if ((p.kind === T.STRING && p.tokens.kinds[p.index - 1] === T.STRING) || startsCall(p)) {
    p.report.add('missing-comma', p.span, [], [insertFix('Insert a comma', p.before, ',')])
    return true
  }
  if (!isClosing(p)) {
    p.fail('unexpected-in-list', p.span, [p.describe(), opened, p.idiom])
    return skipInList(p, close) && nextItem(p, close, opened)
  }
  missingClose(p, close, opened)
  return false
}

function startsCall(p: Cursor): boolean {
  return p.kind === T.NAME && p.ahead(1) === T.OPEN_ROUND && p.words.callable.includes(p.slice())
}

/** False, and reported, if the statement ends first. */
export function expectClose(p: Cursor, close: number, opened: string): boolean {
  if (p.aborted) return false
  if (p.accept(close)) {
    p.panic = false
    return true
  }
  if (!p.panic && isClosing(p)) {
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

/** Whether the token ends something outside, so that only the bracket is missing. */
function isClosing(p: Cursor): boolean {
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
  const fixes = wrong ? [] : [insertFix(`Insert ${bracket}`, p.before, bracket)]
  if (!p.panic) p.report.add('missing-close', span, [bracket, opened], fixes)
  p.lost = true
}

/** Whether the `}` ends neither a set nor a body: its opening brace is missing or wrong. */
function isStrayBrace(p: Cursor): boolean {
  if (p.kind !== T.CLOSE_CURLY || p.sets > 0) return false
  const next = p.ahead(1)
  return next !== T.SEMICOLON && next !== T.END && next !== T.NAME
}
