/**
 * Checks expressions. A null result means that the mistake was reported, so outer expressions stay silent. Every
 * operand is checked. The parser has limited the nesting.
 */

import type { Fix } from '../messages/diagnostic'
import { replaceFix } from '../messages/report'
import { dateShape } from '../syntax/date-shape'
import { quoteText } from '../syntax/string-literal'
import type { Expression, TextLiteral } from '../syntax/syntax'
import { checkArithmetic, checkNegate } from './arithmetic'
import type { Checked } from './checked-ruleset'
import type { Checking } from './checking'
import { checkComparison } from './comparison'
import { checkCase, checkFirst, checkIf, checkIfCall } from './conditional'
import { checkConnective, checkQuantifier } from './connective'
import { checkDate, checkDateFunction } from './functions/dates'
import { checkFirstFailed } from './functions/first-failed'
import {
  checkAggregateOf,
  checkCountOf,
  checkFormFunction,
  checkNoneRepeated,
  reportAggregateForm,
  reportFieldFold,
} from './functions/list-functions'
import { checkNumberFunction } from './functions/number-functions'
import { checkIsMember, checkMembers, checkSet, checkSetPair } from './functions/sets'
import { checkForeignForm } from './habits/foreign-form'
import { bridgeTypes } from './measures/meeting'
import { checkPartOfInstant, checkTimestamp } from './measures/timestamps'
import { checkApplication } from './named-conditions'
import { checkName } from './names'
import { checkLength, checkMatches } from './texts/text-functions'
import { BARE, BOOLEAN } from './types'

export function checkExpression(c: Checking, node: Expression): Checked | null {
  const { misplacedUnits } = c.parsed
  const unit = misplacedUnits.size === 0 ? undefined : misplacedUnits.get(node)
  const checked = checkNode(c, node)
  return unit === undefined ? checked : reportMisplacedUnit(c, node, checked, unit)
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
    case 'date':
      return checkDate(c, node)
    case 'timestamp':
      return checkTimestamp(c, node)
    case 'comparison':
      return checkComparison(c, node)
    case 'call':
      return checkCall(c, node)
    case 'apply':
      return checkApplication(c, node)
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
    case 'first-failed':
      return checkFirstFailed(c, node)
    case 'first':
      return checkFirst(c, node)
    case 'quantifier':
      return checkQuantifier(c, node)
    case 'aggregate':
      return checkAggregateOf(c, node)
    case 'set':
      return checkSet(c, node)
    case 'broken':
      return checkForeignForm(c, node)
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
    case 'Min':
    case 'Max':
      return reportFieldFold(c, node, callee) ? null : checkNumberFunction(c, node, callee)
    case 'Abs':
    case 'Floor':
    case 'Ceil':
    case 'Round':
      return checkNumberFunction(c, node, callee)
    case 'IsNumber':
    case 'IsWhole':
    case 'IsGiven':
      return checkFormFunction(c, node, callee)
    case 'Sum':
      return reportAggregateForm(c, node)
    case 'Count':
      return checkCountOf(c, node)
    case 'Length':
      return checkLength(c, node)
    case 'Matches':
      return checkMatches(c, node)
    case 'NoneRepeated':
      return checkNoneRepeated(c, node)
    case 'Year':
    case 'Month':
    case 'Day':
    case 'Weekday':
    case 'EndOfMonth':
    case 'FullMonths':
    case 'FullYears':
      return checkDateFunction(c, node, callee)
    case 'DateOf':
    case 'HourOf':
      return checkPartOfInstant(c, node, callee)
    default:
      return checkConnective(c, node, callee)
  }
}

type NumberLiteral = Extract<Expression, { kind: 'number' }>

function checkNumber(c: Checking, node: NumberLiteral): Checked | null {
  const { text, value, unit, start, end } = node
  // Reported by the lexer.
  if (dateShape(text.replace(/^-/, '')) !== null) return null
  if (unit === null) return { kind: 'number', value, type: BARE, start, end }
  const read = c.units.read(unit.value, unit, quoteText)
  return read === null ? null : { kind: 'number', value, type: { kind: 'numeric', unit: read }, start, end }
}

/** Reports `(a + b) "USD"`. The fix multiplies a bare expression by one of the unit, or removes a repeated unit. */
function reportMisplacedUnit(c: Checking, node: Expression, checked: Checked | null, unit: TextLiteral): null {
  const meant = c.units.find(unit.value)
  const fixes: Fix[] = []
  if (meant !== null && checked?.type.kind === 'numeric') {
    const own = checked.type.unit
    const span = { start: node.end, end: unit.end }
    if (own === null)
      fixes.push(replaceFix(`Multiply by 1 ${quoteText(unit.value)}`, span, ` * 1 ${quoteText(unit.value)}`))
    else {
      const { conversion, unbridged } = bridgeTypes(c.units.library, own, meant)
      if (conversion !== null || unbridged === null) fixes.push(replaceFix('Remove the unit', span, ''))
    }
  }
  c.report.add('misplaced-unit', unit, [unit.value], fixes)
  return null
}
