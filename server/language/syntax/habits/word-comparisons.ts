/** Comparisons with words of other languages: `in`, `not in` and `between`. */
import type { Cursor, Reader } from '../cursor'
import { hasComma, parseList } from '../lists'
import type { Expression } from '../syntax'
import * as T from '../token'
import { intervalAt, parseInterval, parsePythonRange } from './intervals'

export interface OperandReaders {
  readonly sum: Reader
  readonly expression: Reader
}

/** Returns `left` if no such word follows. */
export function parseWordComparison(p: Cursor, left: Expression, read: OperandReaders): Expression {
  const word = p.word().toLowerCase()
  if (word === 'in') return infixIn(p, left, false, read)
  if (word === 'not' && p.word(1).toLowerCase() === 'in') return infixIn(p, left, true, read)
  if (word === 'between' && p.idiom === 'between') return infixBetween(p, left, read.sum)
  if (word === 'not' && p.word(1).toLowerCase() === 'between') return infixBetween(p, left, read.sum)
  const by = word === 'not' ? 1 : 0
  if (/^i?like$/i.test(p.word(by)) && p.ahead(by + 1) === T.STRING) return infixLike(p, left, by === 1, read.sum)
  return left
}

/** `kind LIKE 'm%'`. */
function infixLike(p: Cursor, value: Expression, negated: boolean, read: Reader): Expression {
  const { start } = p
  const { height } = p
  if (negated) p.take()
  const at = { start, end: p.end }
  p.take()
  const pattern = read(p)
  const name = p.text.slice(at.start, at.end)
  const form = { name, idiom: 'text-search', at, operands: [value, pattern], isCall: false } as const
  return p.foreign(form, value.start, Math.max(height, p.height))
}

/** `kind in {"a", "b"}`; SQL uses round brackets and capitals. */
function infixIn(p: Cursor, value: Expression, negated: boolean, read: OperandReaders): Expression {
  const height = p.height
  const { start: from } = p
  if (negated) p.take()
  const span = { start: from, end: p.end }
  const idiom = negated ? 'not-in' : 'in-list'
  p.take()
  const interval = intervalAt(p, 0)
  if (interval !== null) return parseInterval(p, value, interval, span, negated, read.sum)
  if (!negated && p.word() === 'range' && p.ahead(1) === T.OPEN_ROUND) {
    p.take()
    const from = p.start
    p.take()
    return parsePythonRange(p, value, span, () => parseMembers(p, from, read.expression), height)
  }
  const round = p.kind === T.OPEN_ROUND && (p.ahead(1) === T.STRING || hasComma(p, 0))
  const open = p.start
  if (round) p.take()
  const set: Expression = round ? parseMembers(p, open, read.expression) : read.sum(p)
  const { start } = value
  const { end } = set
  const edits = [
    { start, end: start, text: negated ? 'Not(IsMember(' : 'IsMember(' },
    { start: value.end, end: value.end, text: ',' },
    { start: span.start, end: p.text[span.end] === ' ' ? span.end + 1 : span.end, text: '' },
    ...(round ? [{ start: open, end: open + 1, text: '{' }] : []),
    ...(round ? [{ start: end - 1, end, text: '}' }] : []),
    { start: end, end, text: negated ? '))' : ')' },
  ]
  const title = negated ? 'Write Not(IsMember(...))' : 'Write IsMember(...)'
  if (set.kind !== 'broken') p.report.add('infix-in', span, [idiom], [{ title, edits }])
  if (!p.rise(Math.max(height, p.height) + (negated ? 2 : 1))) return p.broken(start)
  const member: Expression = { kind: 'call', callee: 'IsMember', operands: [value, set], start, end }
  return negated ? { kind: 'call', callee: 'Not', operands: [member], start, end } : member
}

/** Reads the members after `(`. */
function parseMembers(p: Cursor, start: number, read: Reader): Expression {
  const members = parseList(p, T.CLOSE_ROUND, '(', read)
  return p.rise(p.height + 1) && !p.panic ? { kind: 'set', members, start, end: p.before } : p.broken(start)
}

/** `days between 1 and 30` includes both bounds. */
function infixBetween(p: Cursor, value: Expression, read: Reader): Expression {
  const { start: from } = p
  let { height } = p
  const negated = p.word().toLowerCase() === 'not'
  if (negated) p.take()
  const at = { start: from, end: p.end }
  p.take()
  const low = read(p)
  height = Math.max(height, p.height)
  const name = p.text.slice(at.start, at.end)
  if (p.word().toLowerCase() !== 'and') {
    p.report.add('unexpected-in-body', at, [`"${name}"`, 'between'])
    p.lost = true
    return p.broken(value.start)
  }
  p.take()
  const high = read(p)
  height = Math.max(height, p.height)
  const borders = negated ? 'not [..]' : '[..]'
  const form = { name: borders, idiom: 'between', at, operands: [value, low, high], isCall: false } as const
  return p.foreign(form, value.start, height)
}
