/** Comparisons, and what other languages write instead. */
import type { TextEdit } from '../../messages/diagnostic'
import { idiomOf } from '../../messages/idioms'
import { replaceFix } from '../../messages/report'
import type { Cursor, Reader } from '../cursor'
import { startsValue } from '../habits/foreign-forms'
import { type OperandReaders, parseWordComparison } from '../habits/word-comparisons'
import type { ComparisonOperator, Expression } from '../syntax'
import * as T from '../token'

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

/** Reads a comparison, or only its left side if no operator follows. */
export function parseComparison(p: Cursor, read: OperandReaders): Expression {
  const left = read.sum(p)
  if (!isComparison(p)) return p.kind === T.NAME && !p.panic ? parseWordComparison(p, left, read) : left
  const leftHeight = p.height
  const operator = comparisonOperator(p)
  const right = read.sum(p)
  const first: Expression = { kind: 'comparison', operator, left, right, start: left.start, end: right.end }
  if (!p.rise(Math.max(leftHeight, p.height) + 1)) return p.broken(left.start)
  return isComparison(p) && p.kind !== T.ARROW ? chainedComparison(p, first, read.sum) : first
}

/** An arrow before a number can only mean "at least". */
function isComparison(p: Cursor): boolean {
  const { kind } = p
  if (kind === T.NAME) return p.idiom === 'word-comparison' && startsValue(p.ahead(1))
  if (kind === T.ARROW && p.inArm) return false
  if (kind === T.ARROW) return p.ahead(1) === T.NUMBER || p.ahead(1) === T.DATE || p.ahead(1) === T.MINUS
  return (kind >= T.EQUAL && kind <= T.GREATER_OR_EQUAL) || kind === T.ASSIGN
}

/** A single `=` is reported and read as `==`. */
function comparisonOperator(p: Cursor): ComparisonOperator {
  if (p.kind === T.ASSIGN) p.report.add('single-equals', p.span, [], [replaceFix('Write ==', p.span, '==')])
  if (p.kind === T.ARROW) p.report.add('arrow', p.span, [p.slice()])
  if (p.kind === T.NAME) {
    const negated = p.word(1).toLowerCase() === 'not'
    const operator = negated ? '!=' : '=='
    const span = { start: p.start, end: negated ? p.tokens.ends[p.index + 1]! : p.end }
    if (!isAbsentWord(p, negated ? 2 : 1))
      p.report.add(
        'unexpected-in-body',
        span,
        [p.describe(), p.idiom],
        [replaceFix(`Write ${operator}`, span, operator)],
      )
    p.take()
    if (negated) p.take()
    return operator
  }
  const operator = COMPARISONS[p.kind]!
  p.take()
  return operator
}

/** True at `null` and similar words: the checker reports the entire question. */
function isAbsentWord(p: Cursor, by: number): boolean {
  return idiomOf('name', p.word(by)) === 'null' && !p.isDeclared(p.word(by))
}

type Comparison = Extract<Expression, { kind: 'comparison' }>

/**
 * `a < b < c` is not allowed. It is read as And of its comparisons, with one diagnostic. The fix is certain only if all
 * operators have the same direction.
 */
function chainedComparison(p: Cursor, first: Comparison, read: Reader): Expression {
  const links: Comparison[] = [first]
  let height = p.height
  while (isComparison(p) && p.kind !== T.ARROW && !p.aborted) {
    const left = links[links.length - 1]!.right
    const operator = comparisonOperator(p)
    const right = read(p)
    height = Math.max(height, p.height + 1)
    links.push({ kind: 'comparison', operator, left, right, start: left.start, end: right.end })
  }
  const start = first.start
  const end = links[links.length - 1]!.end
  const rising = links.every((link) => link.operator === '<' || link.operator === '<=')
  const falling = links.every((link) => link.operator === '>' || link.operator === '>=')
  const edits: TextEdit[] = [{ start, end: start, text: 'And(' }]
  for (const link of links.slice(0, -1)) {
    const middle = link.right
    edits.push({ start: middle.end, end: middle.end, text: `, ${p.text.slice(middle.start, middle.end)}` })
  }
  edits.push({ start: end, end, text: ')' })
  const fixes = rising || falling ? [{ title: 'Join the comparisons with And(...)', edits }] : []
  p.report.add('chained-comparison', { start, end }, [], fixes)
  if (!p.rise(height + 1)) return p.broken(start)
  return { kind: 'call', callee: 'And', operands: links, start, end }
}
