/** The entries in braces of a parameter, a scale or a table: each ends with a semicolon, which the last may lack. */
import { insertFix, replaceFix } from '../../messages/report'
import type { Span } from '../../text/line-index'
import type { Cursor } from '../cursor'
import { startsLine, startsStatement } from '../recover'
import type { Expression } from '../syntax'
import * as T from '../token'

export interface Entries<Entry> {
  readonly entries: readonly Entry[]
  readonly body: Span
}

/**
 * Null, and reported, without a brace. A mistake in one entry never hides the next.
 * @param read null, and reported, for an entry that cannot be read
 */
export function parseEntries<Entry>(
  p: Cursor,
  statement: 'parameter' | 'scale' | 'table',
  read: (p: Cursor) => Entry | null,
): Entries<Entry> | null {
  if (p.kind !== T.OPEN_CURLY) {
    p.fail('expected-entries', p.span, [statement, p.describe()])
    return null
  }
  p.take()
  const { start } = p
  const entries: Entry[] = []
  while (hasEntry(p)) {
    if (skipSemicolon(p)) continue
    const entry = read(p)
    if (entry !== null) entries.push(entry)
    if (!endEntry(p)) break
  }
  const body = { start, end: Math.max(start, p.before) }
  if (entries.length === 0 && !p.panic && !p.lost) p.report.add('no-entry', body, [statement])
  if (!p.accept(T.CLOSE_CURLY) && !p.aborted) {
    const at = { start: p.before, end: p.before }
    if (!p.panic) p.report.add('missing-close', at, ['}', statement], [insertFix('Insert }', p.before, ' }')])
  }
  return { entries, body }
}

/** A semicolon without an entry before it. */
function skipSemicolon(p: Cursor): boolean {
  if (p.kind !== T.SEMICOLON) return false
  p.report.add('empty-statement', p.span, [], [replaceFix('Remove the semicolon', p.span, '')])
  p.take()
  return true
}

function hasEntry(p: Cursor): boolean {
  return p.kind !== T.CLOSE_CURLY && p.kind !== T.END && !p.aborted && !startsStatement(p)
}

/** False if no further entry can follow. */
function endEntry(p: Cursor): boolean {
  if (p.aborted) return false
  if (p.panic && !skipEntry(p)) return false
  if (p.accept(T.SEMICOLON)) return true
  if (p.kind === T.CLOSE_CURLY || p.kind === T.END) return false
  if (p.kind === T.COMMA) {
    p.report.add('entry-separator', p.span, [], [replaceFix('Write a semicolon', p.span, ';')])
    p.take()
    return true
  }
  if (startsLine(p.text, p.start)) {
    const span = { start: Math.max(0, p.before - 1), end: p.before }
    p.report.add('entry-end', span, [], [insertFix('Insert ;', p.before, ';')])
    return true
  }
  p.fail('expected-entry-end', p.span, [p.describe(), p.idiom])
  return skipEntry(p) && endEntry(p)
}

/** Skips to the end of the entry; false if the statement ends first. */
function skipEntry(p: Cursor): boolean {
  let nesting = 0
  for (; p.kind !== T.END && !startsStatement(p); p.take()) {
    const { kind } = p
    if (nesting === 0 && (kind === T.SEMICOLON || kind === T.CLOSE_CURLY)) {
      p.panic = false
      return true
    }
    if (kind === T.OPEN_CURLY || kind === T.OPEN_ROUND || kind === T.OPEN_SQUARE) nesting++
    else if (kind === T.CLOSE_CURLY || kind === T.CLOSE_ROUND || kind === T.CLOSE_SQUARE)
      nesting = Math.max(0, nesting - 1)
  }
  return false
}

/** Reads the name of a claim, a field or a definition. Null, and reported, for anything else. */
export function readReference(p: Cursor, what: 'parameter' | 'scale' | 'table'): Expression | null {
  const { start, end } = p
  const name = p.slice()
  const isPath = p.kind === T.WORD && /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/.test(name)
  if (isPath || (p.kind === T.NAME && !p.words.reserved.has(name))) {
    p.take()
    return { kind: 'name', name, start, end }
  }
  p.fail('expected-key', p.span, [what, p.describe()])
  return null
}

/** False, and reported, if the word is missing. */
export function takeWord(p: Cursor, word: string, statement: 'parameter' | 'scale'): boolean {
  if (p.word() === word) {
    p.take()
    return true
  }
  p.fail('expected-lookup-word', p.span, [word, statement, p.describe()])
  return false
}
