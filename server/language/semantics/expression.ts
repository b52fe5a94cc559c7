/**
 * One expression: which check looks at it.
 *
 * Promises: answers the checked tree, or null where something in the expression is wrong and has been told, so that
 * whatever stands around it stays silent about it. Every part is looked at either way. Trusts the parser to have
 * stopped what nests too deep.
 */

import type { Expression } from '../syntax/syntax'
import { checkArithmetic, checkNegate } from './arithmetic'
import type { Checked } from './checked-ruleset'
import type { Checking } from './checking'
import { checkComparison } from './comparison'
import { checkCase, checkIf, checkIfCall } from './conditional'
import { checkConnective, checkQuantifier } from './connective'
import { checkNumber, tellMisplacedUnit } from './literals'
import { checkName } from './names'
import { checkIsMember, checkMembers, checkSet, checkSetPair } from './sets'
import { BOOLEAN } from './types'

export function checkExpression(c: Checking, node: Expression): Checked | null {
  const { misplacedUnits } = c.parsed
  const unit = misplacedUnits.size === 0 ? undefined : misplacedUnits.get(node)
  const checked = checkNode(c, node)
  return unit === undefined ? checked : tellMisplacedUnit(c, node, checked, unit)
}

function checkNode(c: Checking, node: Expression): Checked | null {
  switch (node.kind) {
    case 'name':
      return checkName(c, node)
    case 'number':
      return checkNumber(c, node)
    case 'string': {
      const { value, start, end } = node
      return { kind: 'string', value, type: { kind: 'text', members: [value] }, start, end }
    }
    case 'boolean': {
      const { value, start, end } = node
      return { kind: 'boolean', value, type: BOOLEAN, start, end }
    }
    case 'comparison':
      return checkComparison(c, node)
    case 'call':
      return checkCall(c, node)
    case 'arithmetic':
      return checkArithmetic(c, node)
    case 'negate':
      return checkNegate(c, node)
    case 'group':
      return c.check(node.inner)
    case 'if':
      return checkIf(c, node)
    case 'case':
      return checkCase(c, node)
    case 'quantifier':
      return checkQuantifier(c, node)
    case 'set':
      return checkSet(c, node)
    case 'broken':
      return null
  }
}

function checkCall(c: Checking, node: Extract<Expression, { kind: 'call' }>): Checked | null {
  const { callee } = node
  switch (callee) {
    case 'If':
      return checkIfCall(c, node)
    case 'IsMember':
      return checkIsMember(c, node)
    case 'Members':
      return checkMembers(c, node)
    case 'IsSubset':
    case 'Union':
    case 'Intersect':
    case 'Difference':
      return checkSetPair(c, node, callee)
    default:
      return checkConnective(c, node, callee)
  }
}
