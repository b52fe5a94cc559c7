/**
 * ForAll, Exists, AtLeast, AtMost, ExactlyOne and CountWhere.
 *
 * Promises: the variable has a name of its own and is known in the body alone.
 */
import type { Checked } from '../checked-ruleset'
import type { Expression } from '../syntax'
import type { Checking } from './checking'
import { needCondition, needNumber, needSet } from './conditions'
import { BARE, BOOLEAN } from './types'

type Quantifier = Extract<Expression, { kind: 'quantifier' }>

export function checkQuantifier(c: Checking, node: Quantifier): Checked | null {
  const { quantifier, variable, start, end } = node
  const count = node.count === null ? null : checkBound(c, node.count, quantifier)
  const set = needSet(c, c.check(node.set), quantifier)
  if (c.knows(variable.name)) c.report.add('hides-name', variable, [variable.name])
  const number = c.nextVariable++
  const hidden = c.variables.get(variable.name)
  const element = set?.type.kind === 'set' ? set.type.element : null
  c.variables.set(variable.name, { number, type: element, at: variable })
  if (element !== null) c.variableTypes.set(variable.start, element)
  c.use(variable, 'variable', true, variable.start)
  const body = needCondition(c, c.check(node.body), quantifier)
  if (hidden === undefined) c.variables.delete(variable.name)
  else c.variables.set(variable.name, hidden)
  if (set === null || body === null || (node.count !== null && count === null)) return null
  const type = quantifier === 'CountWhere' ? BARE : BOOLEAN
  return { kind: 'quantified', quantifier, count, variable: number, name: variable.name, set, body, type, start, end }
}

function checkBound(c: Checking, node: Expression, quantifier: string): Checked | null {
  const count = needNumber(c, c.check(node), quantifier)
  if (count?.type.kind !== 'numeric' || count.type.unit === null) return count
  c.report.add('plain-count', node, [quantifier, count.type.unit.text])
  return null
}
