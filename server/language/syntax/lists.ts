/**
 * The commas and closing brackets of lists: operands, members of a set.
 *
 * Promises: a mistake in one item never hides the next item; always ends at the closing bracket or at the end of the
 * statement.
 */
import { insert } from '../messages/report'
import type { Cursor } from './cursor'
import { skipInList } from './recover'
import type { Span } from './syntax'
import * as T from './token'

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
  const wrong = p.kind === T.CLOSE_SQUARE || (p.kind === T.CLOSE_ROUND && (close === T.CLOSE_ROUND || p.depth < 2))
  const fixes = wrong ? [] : [insert(`Insert ${bracket}`, p.before, bracket)]
  if (!p.panic) p.report.add('missing-close', span, [bracket, opened], fixes)
  p.lost = true
}
