/**
 * Intervals of other notations after `in`: `[1..30]`, `(1..5]`, `]1..5]`, `[1, 5)`, and Python's `range(1, 30)`. With a
 * comma and matching brackets, it is a list and not reported.
 */

import type { Span } from '../../text/line-index'
import type { Cursor, Reader } from '../cursor'
import type { Expression } from '../syntax'
import * as T from '../token'

interface Borders {
  /** The form in messages: `[..)`. */
  readonly name: string
}

/** Limits the search, so that many open brackets stay cheap. */
const MAX_INTERVAL_TOKENS = 64

/** Recognises two borders with `..` or a comma between them. */
export function intervalAt(p: Cursor, from: number): Borders | null {
  const opener = p.ahead(from)
  if (opener === T.NUMBER && p.ahead(from + 1) === T.FOREIGN && p.slice(from + 1) === '..') return { name: '[..]' }
  if (opener !== T.OPEN_SQUARE && opener !== T.OPEN_ROUND && opener !== T.CLOSE_SQUARE) return null
  let nesting = 0
  let dots = false
  let commas = 0
  for (let by = from + 1; by <= from + MAX_INTERVAL_TOKENS; by++) {
    const kind = p.ahead(by)
    if (kind === T.END || kind === T.SEMICOLON || kind === T.CLOSE_CURLY) return null
    if (kind === T.OPEN_ROUND) nesting++
    else if (nesting > 0 && kind === T.CLOSE_ROUND) nesting--
    else if (nesting > 0) continue
    else if (kind === T.FOREIGN && p.slice(by) === '..') dots = true
    else if (kind === T.COMMA) commas++
    else if (kind === T.CLOSE_SQUARE || kind === T.CLOSE_ROUND || (kind === T.OPEN_SQUARE && dots)) {
      const mixed = (opener === T.OPEN_SQUARE) !== (kind === T.CLOSE_SQUARE) || opener === T.CLOSE_SQUARE
      const isInterval = dots ? commas === 0 : commas === 1 && mixed
      return isInterval ? { name: `${bracketSign(opener)}..${bracketSign(kind)}` } : null
    }
  }
  return null
}

function bracketSign(kind: number): string {
  return kind === T.OPEN_SQUARE ? '[' : kind === T.CLOSE_SQUARE ? ']' : kind === T.OPEN_ROUND ? '(' : ')'
}

/** Reads an interval after `in`, where {@link intervalAt} has found one. */
export function parseInterval(
  p: Cursor,
  value: Expression,
  { name }: Borders,
  at: Span,
  negated: boolean,
  sum: Reader,
) {
  let { height } = p
  const bracketed = p.kind !== T.NUMBER
  if (bracketed) p.take()
  const low = sum(p)
  height = Math.max(height, p.height)
  if (p.kind === T.FOREIGN || p.kind === T.COMMA) p.take()
  const high = sum(p)
  height = Math.max(height, p.height)
  if (bracketed && !p.panic) p.take()
  const form = { name: `${negated ? 'not ' : ''}${name}`, at, operands: [value, low, high], isCall: false }
  return p.foreign({ ...form, idiom: 'range' }, value.start, height)
}

/** Reads `range(1, 30)` after `in`. */
export function parsePythonRange(p: Cursor, value: Expression, at: Span, items: Reader, height: number): Expression {
  const list = items(p)
  const operands = list.kind === 'set' ? [value, ...list.members] : [value]
  const form = { name: 'range', idiom: 'whole-range', at, operands, isCall: false } as const
  return p.foreign(form, value.start, Math.max(height, p.height))
}
