/**
 * Intervals of other notations behind `in`: `[1..30]`, `(1..5]`, `]1..5]`, `[1, 5)`, and `range(1, 30)` of Python.
 *
 * Promises: the checker reports each with the borders that its brackets say; an interval whose brackets agree and that
 * has a comma is a list, and left alone.
 */
import type { Cursor, Reader } from './cursor'
import type { Expression, Span } from './syntax'
import * as T from './token'

interface Borders {
  /** As the form is named: `[..)`. */
  readonly name: string
}

/** Two borders are short sums. The search is bounded, so that many open brackets cost no more than their number. */
const LONGEST_TOKENS = 64

/** True at a bracket, a bracket again, or nothing, with `..` or a comma between two borders. */
export function intervalAt(p: Cursor, from: number): Borders | null {
  const opener = p.ahead(from)
  if (opener === T.NUMBER && p.ahead(from + 1) === T.FOREIGN && p.slice(from + 1) === '..') return { name: '[..]' }
  if (opener !== T.OPEN_SQUARE && opener !== T.OPEN_ROUND && opener !== T.CLOSE_SQUARE) return null
  let nesting = 0
  let dots = false
  let commas = 0
  for (let by = from + 1; by <= from + LONGEST_TOKENS; by++) {
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
      return isInterval ? { name: `${sign(opener)}..${sign(kind)}` } : null
    }
  }
  return null
}

function sign(kind: number): string {
  return kind === T.OPEN_SQUARE ? '[' : kind === T.CLOSE_SQUARE ? ']' : kind === T.OPEN_ROUND ? '(' : ')'
}

/** Reads an interval behind `in`, which is taken; {@link intervalAt} has said that one begins here. */
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

/** Reads `range(1, 30)` behind `in`, which is taken. */
export function parsePythonRange(p: Cursor, value: Expression, at: Span, items: Reader, height: number): Expression {
  const list = items(p)
  const operands = list.kind === 'set' ? [value, ...list.members] : [value]
  const form = { name: 'range', idiom: 'whole-range', at, operands, isCall: false } as const
  return p.foreign(form, value.start, Math.max(height, p.height))
}
