/** Foreign choices and powers, which the checker reports: `c ? a : b`, `a ?? b`, `a if c else b`, `a ** 2`. */
import type { Cursor, Reader } from '../cursor'
import type { Expression } from '../syntax'
import * as T from '../token'

/** Returns `first` if no choice follows. */
export function parseForeignChoice(p: Cursor, first: Expression, read: Reader): Expression {
  if (p.panic) return first
  if (p.kind === T.FOREIGN && p.slice() === '?') return parseTernary(p, first, read)
  if (p.kind === T.FOREIGN && p.slice() === '??') return parseCoalesce(p, first, read)
  return p.kind === T.NAME && p.slice() === 'if' && first.kind !== 'broken' ? valueFirst(p, first, read) : first
}

function parseTernary(p: Cursor, condition: Expression, read: Reader): Expression {
  let { height } = p
  const at = p.span
  p.take()
  const then = read(p)
  height = Math.max(height, p.height)
  if (p.panic || !p.accept(T.COLON)) return reportUnfinished(p, condition, '?', at)
  const otherwise = read(p)
  height = Math.max(height, p.height)
  const form = { name: '?', idiom: 'ternary', at, operands: [condition, then, otherwise], isCall: false } as const
  return p.foreign(form, condition.start, height)
}

function parseCoalesce(p: Cursor, first: Expression, read: Reader): Expression {
  const { height, span } = p
  p.take()
  const other = read(p)
  const form = { name: '??', idiom: 'coalesce', at: span, operands: [first, other], isCall: false } as const
  return p.foreign(form, first.start, Math.max(height, p.height))
}

/** `5 if has_id else 9`. */
function valueFirst(p: Cursor, then: Expression, read: Reader): Expression {
  let { height } = p
  const at = p.span
  p.take()
  const condition = read(p)
  height = Math.max(height, p.height)
  if (p.panic || p.word().toLowerCase() !== 'else') return reportUnfinished(p, then, 'if', at)
  p.take()
  const otherwise = read(p)
  height = Math.max(height, p.height)
  const form = { name: 'if', idiom: 'ternary', at, operands: [condition, then, otherwise], isCall: false } as const
  return p.foreign(form, then.start, height)
}

function reportUnfinished(p: Cursor, first: Expression, name: string, at: { start: number; end: number }): Expression {
  if (!p.panic) p.fail('unexpected-in-body', at, [`"${name}"`, 'ternary'])
  return p.broken(first.start)
}

/**
 * `base ^ 2` or `base ** 2`. A minus before it belongs to the power in some languages and to the base in others, so the
 * form begins at the base.
 */
export function parseForeignPower(p: Cursor, start: number, base: Expression, read: Reader): Expression {
  if (p.kind !== T.FOREIGN || p.panic || (p.slice() !== '^' && p.slice() !== '**')) return base
  const { height, span } = p
  const name = p.slice()
  p.take()
  const exponent = read(p)
  const isDoubtful = base.start < start || isNegated(p.text, start) || p.text[start] === '-'
  const form = { name, idiom: 'power', at: span, operands: [base, exponent], isCall: false, isDoubtful } as const
  return p.foreign(form, start, Math.max(height, p.height))
}

/** True after a minus without a value before it. */
function isNegated(text: string, start: number): boolean {
  return /(^|[^\w)\]}"\s])\s*-\s*$/.test(text.slice(Math.max(0, start - MAX_SEARCHED_CHARS), start))
}

/** Limits the search before a power. */
const MAX_SEARCHED_CHARS = 20
