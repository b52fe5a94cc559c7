/**
 * And, Or, Not, Xor, Implies, and how many operands a function takes.
 */
import type { Checked } from '../checked-ruleset'
import type { CalledFunction, Connective, Expression } from '../syntax'
import { FUNCTIONS } from '../words'
import type { Checking } from './checking'
import { needCondition } from './conditions'
import { BOOLEAN } from './types'

type Call = Extract<Expression, { kind: 'call' }>

export function checkConnective(c: Checking, node: Call, connective: Connective): Checked | null {
  const counted = checkCount(c, node)
  const operands: Checked[] = []
  for (const operand of node.operands) {
    const checked = needCondition(c, c.check(operand), connective)
    if (checked !== null) operands.push(checked)
  }
  if (!counted || operands.length !== node.operands.length) return null
  return { kind: 'connective', connective, operands, type: BOOLEAN, start: node.start, end: node.end }
}

/** False, and told, where a function has too few or too many operands. */
export function checkCount(c: Checking, node: Call): boolean {
  const { callee, operands } = node
  const [least, most] = FUNCTIONS.get(callee) ?? [0, 0]
  if (operands.length >= least && operands.length <= most) return true
  // An operand that could not be read may be one of those that are missing.
  if (operands.some((operand) => operand.kind === 'broken')) return false
  c.report.add('operand-count', node, [callee, countText(callee, least, most), operands.length])
  return false
}

function countText(callee: CalledFunction, least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return 'one or more operands'
  if (callee === 'If') return 'three operands, If(condition, then, otherwise)'
  return least === 1 ? 'one operand' : 'two operands'
}
