/**
 * `a < b < c`: comparisons do not chain, so what was meant is offered.
 *
 * Promises: reads the whole chain as And of its comparisons, with one diagnostic; the mend is certain only where all
 * operators run the same way.
 */
import type { TextEdit } from '../diagnostic'
import type { Expression } from '../syntax'
import * as T from '../token'
import type { Cursor } from './cursor'
import { comparisonOperator, isComparison, parseSum } from './expressions'

type Comparison = Extract<Expression, { kind: 'comparison' }>

export function chainedComparison(p: Cursor, first: Comparison): Expression {
  const links: Comparison[] = [first]
  let height = p.height
  while (isComparison(p) && p.kind !== T.ARROW && !p.aborted) {
    const left = links[links.length - 1]!.right
    const operator = comparisonOperator(p)
    const right = parseSum(p)
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
