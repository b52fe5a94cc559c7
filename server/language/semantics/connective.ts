import { replaceFix } from '../messages/report'
import { withDecimalPoint } from '../syntax/expressions/literals'
import type { CalledFunction, Connective, Expression } from '../syntax/syntax'
import { FUNCTIONS } from '../syntax/words'
import type { Span } from '../text/line-index'
import type { Checked } from './checked-ruleset'
import type { Checking } from './checking'
import { warnNegatedGuard } from './codes'
import { needCondition, needNumber, needSet } from './conditions'
import { asListed, codedSet, overCodedSet } from './functions/coded-sets'
import { checkOverEntries } from './functions/entries'
import { namedGroup } from './paths'
import { BARE, BOOLEAN } from './types'

type Call = Extract<Expression, { kind: 'call' }>

/** Null, and reported, if an operand is not a condition. */
export function checkConnective(c: Checking, node: Call, connective: Connective): Checked | null {
  const counted = checkCount(c, node)
  const operands: Checked[] = []
  for (const operand of node.operands) {
    const checked = needCondition(c, c.checkAs(BOOLEAN, operand), connective)
    if (checked !== null) operands.push(checked)
    if (checked !== null && connective === 'Not') warnNegatedGuard(c, checked, node)
  }
  if (!counted || operands.length !== node.operands.length) return null
  return { kind: 'connective', connective, operands, type: BOOLEAN, start: node.start, end: node.end }
}

/** False, and reported, for a wrong number of operands. */
export function checkCount(c: Checking, node: Call): boolean {
  const { callee, operands } = node
  const [least, most] = FUNCTIONS.get(callee) ?? [0, 0]
  if (operands.length >= least && operands.length <= most) return true
  // An unreadable operand may be the missing one.
  if (operands.some((operand) => operand.kind === 'broken')) return false
  const decimals = dividedDecimals(c, operands)
  if (decimals.length > 0 && operands.length - decimals.length <= most) {
    for (const { at, plain } of decimals)
      c.report.add('decimal-comma', at, [plain], [replaceFix(`Write ${plain}`, at, plain)])
    return false
  }
  c.report.add('operand-count', node, [callee, countText(callee, least, most), operands.length])
  return false
}

/** Numbers with a decimal comma that were read as two operands. */
function dividedDecimals(c: Checking, operands: readonly Expression[]): readonly { at: Span; plain: string }[] {
  return operands.slice(1).flatMap((operand, before) => {
    const { end } = operands[before]!
    if (operand.start !== end + 1) return []
    const [whole] = /(?<![\w."])\d[\d.]*$/.exec(c.text.slice(operands[before]!.start, end)) ?? ['']
    const [decimals] = /^\d+(?![\w.])/.exec(c.text.slice(operand.start, operand.end)) ?? ['']
    const plain = withDecimalPoint(whole, decimals)
    return plain === null ? [] : [{ at: { start: end - whole.length, end: operand.start + decimals.length }, plain }]
  })
}

function countText(callee: CalledFunction, least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return least === 1 ? 'one or more operands' : 'two or more operands'
  if (callee === 'If') return 'three operands, If(condition, then, otherwise)'
  return least === 1 ? 'one operand' : 'two operands'
}

type Quantifier = Extract<Expression, { kind: 'quantifier' }>

/** The variable is a new name, known only in the body. */
export function checkQuantifier(c: Checking, node: Quantifier): Checked | null {
  const { quantifier, variable, start, end } = node
  const count = node.count === null ? null : checkBound(c, node.count, quantifier)
  const list = c.groups.size === 0 ? null : namedGroup(c, node.set)
  if (list?.kind === 'list')
    return node.count !== null && count === null ? null : checkOverEntries(c, node, list, count)
  const set = needSet(c, c.check(node.set), quantifier)
  if (c.knows(variable.name)) c.report.add('hides-name', variable, [variable.name])
  const number = c.nextVariable++
  const hidden = c.variables.get(variable.name)
  const element = set?.type.kind === 'set' ? set.type.element : null
  c.variables.set(variable.name, { number, type: element, at: variable })
  if (element !== null) c.variableTypes.set(variable.start, element)
  c.use(variable, 'variable', true, variable.start)
  const body = needCondition(c, c.checkAs(BOOLEAN, node.body), quantifier)
  if (hidden === undefined) c.variables.delete(variable.name)
  else c.variables.set(variable.name, hidden)
  if (set === null || body === null || (node.count !== null && count === null)) return null
  const type = quantifier === 'CountWhere' ? BARE : BOOLEAN
  const { name } = variable
  const coded = codedSet(c, set)
  const shown = { kind: 'quantified', quantifier, count, variable: number, name, body, type, start, end } as const
  if (coded === null) return { ...shown, set }
  return overCodedSet(c, node, { ...shown, set: asListed(set, coded) }, coded)
}

function checkBound(c: Checking, node: Expression, quantifier: string): Checked | null {
  const count = needNumber(c, c.checkAs(BARE, node), quantifier)
  if (count?.type.kind !== 'numeric' || count.type.unit === null) return count
  c.report.add('plain-count', node, [quantifier, count.type.unit.text])
  return null
}
