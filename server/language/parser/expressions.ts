/**
 * Expressions: comparison, sum, product, minus.
 *
 * Promises: recursive descent after language.md's grammar; always answers a node, `broken` where nothing could be
 * read. Trusts the cursor to stop what nests too deep.
 */
import { replace } from '../report'
import type { ArithmeticOperator, ComparisonOperator, Expression } from '../syntax'
import * as T from '../token'
import { chainedComparison } from './chained-comparison'
import type { Cursor } from './cursor'
import { parseNumber, percentSign } from './literals'
import { parsePrimary } from './primaries'
import { isInfixWord, isPrefixNot, parseInfixWords, parsePrefixNot } from './word-operators'

const COMPARISONS: Readonly<Record<number, ComparisonOperator>> = {
  [T.EQUAL]: '==',
  [T.ASSIGN]: '==',
  [T.NOT_EQUAL]: '!=',
  [T.LESS]: '<',
  [T.LESS_OR_EQUAL]: '<=',
  [T.GREATER]: '>',
  [T.GREATER_OR_EQUAL]: '>=',
  [T.ARROW]: '>=',
}

const ARITHMETIC: Readonly<Record<number, ArithmeticOperator>> = {
  [T.PLUS]: '+',
  [T.MINUS]: '-',
  [T.TIMES]: '*',
  [T.OVER]: '/',
  [T.PERCENT]: '%',
}

export function parseExpression(p: Cursor): Expression {
  const start = p.start
  if (!p.enter()) {
    p.leave()
    return p.broken(start)
  }
  let node = parseComparison(p)
  if (isInfixWord(p)) node = parseInfixWords(p, node)
  p.leave()
  return node
}

/** A comparison, or what stands alone where one could be. */
export function parseComparison(p: Cursor): Expression {
  const left = parseSum(p)
  if (!isComparison(p)) return p.kind === T.NAME && p.word() === 'in' && !p.panic ? infixIn(p, left) : left
  const leftHeight = p.height
  const operator = comparisonOperator(p)
  const right = parseSum(p)
  const first: Expression = { kind: 'comparison', operator, left, right, start: left.start, end: right.end }
  if (!p.rise(Math.max(leftHeight, p.height) + 1)) return p.broken(left.start)
  return isComparison(p) && p.kind !== T.ARROW ? chainedComparison(p, first) : first
}

/** `kind in {"a", "b"}`, as other languages write membership. */
function infixIn(p: Cursor, value: Expression): Expression {
  const height = p.height
  const { span } = p
  p.take()
  const set = parseSum(p)
  const { start } = value
  const { end } = set
  const edits = [
    { start, end: start, text: 'IsMember(' },
    { start: value.end, end: value.end, text: ',' },
    { start: span.start, end: p.text[span.end] === ' ' ? span.end + 1 : span.end, text: '' },
    { start: end, end, text: ')' },
  ]
  if (set.kind !== 'broken') p.report.add('infix-in', span, [], [{ title: 'Write IsMember(...)', edits }])
  if (!p.rise(Math.max(height, p.height) + 1)) return p.broken(start)
  return { kind: 'call', callee: 'IsMember', operands: [value, set], start, end }
}

/** True at a comparison operator, and at an arrow before a number, which can only mean "at least". */
export function isComparison(p: Cursor): boolean {
  const { kind } = p
  if (kind === T.ARROW) return p.ahead(1) === T.NUMBER || p.ahead(1) === T.MINUS
  return (kind >= T.EQUAL && kind <= T.GREATER_OR_EQUAL) || kind === T.ASSIGN
}

/** Takes the comparison operator that stands here; a single `=` is told and taken for `==`. */
export function comparisonOperator(p: Cursor): ComparisonOperator {
  if (p.kind === T.ASSIGN) p.report.add('single-equals', p.span, [], [replace('Write ==', p.span, '==')])
  if (p.kind === T.ARROW) p.report.add('arrow', p.span, [p.slice()])
  const operator = COMPARISONS[p.kind]!
  p.take()
  return operator
}

export function parseSum(p: Cursor): Expression {
  let left = parseProduct(p)
  while (p.kind === T.PLUS || p.kind === T.MINUS) {
    left = arithmetic(p, left, parseProduct)
    if (p.aborted) break
  }
  return left
}

function parseProduct(p: Cursor): Expression {
  let left = parseUnary(p)
  while (p.kind >= T.TIMES && p.kind <= T.PERCENT) {
    const united = percentSign(p, left)
    left = united ?? arithmetic(p, left, parseUnary)
    if (p.aborted) break
  }
  return left
}

function arithmetic(p: Cursor, left: Expression, next: (p: Cursor) => Expression): Expression {
  const leftHeight = p.height
  const operator = ARITHMETIC[p.kind]!
  p.take()
  const right = next(p)
  if (!p.rise(Math.max(leftHeight, p.height) + 1)) return p.broken(left.start)
  return { kind: 'arithmetic', operator, left, right, start: left.start, end: right.end }
}

function parseUnary(p: Cursor): Expression {
  const { start, kind } = p
  if (kind === T.NUMBER) return parseNumber(p, start)
  if (kind === T.MINUS) {
    p.take()
    if (p.kind === T.NUMBER) return parseNumber(p, start)
    const operand = nested(p, start, parseUnary)
    if (!p.rise(p.height + 1)) return p.broken(start)
    return { kind: 'negate', operand, start, end: operand.end }
  }
  if (kind === T.PLUS) {
    p.report.add('plus-sign', p.span, [], [replace('Leave the + out', p.span, '')])
    p.take()
    return nested(p, start, parseUnary)
  }
  if (isPrefixNot(p)) return parsePrefixNot(p)
  return parsePrimary(p)
}

/** Reads one level further down, where no bracket counts the depth. */
export function nested(p: Cursor, start: number, read: (p: Cursor) => Expression): Expression {
  const node = p.enter() ? read(p) : p.broken(start)
  p.leave()
  return node
}
