/**
 * Literals: numbers with their units, strings, truth values, and units that stand where none can.
 */

import type { Fix } from '../messages/diagnostic'
import { replace } from '../messages/report'
import { dateShape } from '../syntax/date-shape'
import { quote } from '../syntax/string-literal'
import type { Expression, TextLiteral } from '../syntax/syntax'
import type { Checked } from './checked-ruleset'
import type { Checking } from './checking'
import { bridge } from './meeting'
import { BARE } from './types'

type NumberLiteral = Extract<Expression, { kind: 'number' }>

export function checkNumber(c: Checking, node: NumberLiteral): Checked | null {
  const { text, value, unit, start, end } = node
  // The lexer has told of it.
  if (dateShape(text.replace(/^-/, '')) !== null) return null
  if (unit === null) return { kind: 'number', value, type: BARE, start, end }
  const read = c.units.read(unit.value, unit, quote)
  return read === null ? null : { kind: 'number', value, type: { kind: 'numeric', unit: read }, start, end }
}

/**
 * Tells of `(a + b) "USD"`. Where the expression is bare, multiplying by one of the unit says what was meant; where it
 * has the unit already, the string is one too many.
 */
export function tellMisplacedUnit(c: Checking, node: Expression, checked: Checked | null, unit: TextLiteral): null {
  const meant = c.units.find(unit.value)
  const fixes: Fix[] = []
  if (meant !== null && checked?.type.kind === 'numeric') {
    const own = checked.type.unit
    const span = { start: node.end, end: unit.end }
    if (own === null) fixes.push(replace(`Multiply by 1 ${quote(unit.value)}`, span, ` * 1 ${quote(unit.value)}`))
    else {
      const { conversion, unbridged } = bridge(c.units.library, own, meant)
      if (conversion !== null || unbridged === null) fixes.push(replace('Remove the unit', span, ''))
    }
  }
  c.report.add('misplaced-unit', unit, [unit.value], fixes)
  return null
}
