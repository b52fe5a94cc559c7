/**
 * Sums have one unit. In products, symbols cancel but are never converted. Units with a shifted zero (`degC`) may only
 * be subtracted.
 */

import type { Expression } from '../syntax/syntax'
import type { Unit } from '../units/unit'
import type { Checked } from './checked-ruleset'
import type { Type } from './checked-type'
import type { Checking } from './checking'
import { reportMismatch, unbridgedPair } from './comparison'
import { needNumber, unitOf } from './conditions'
import { checkDateArithmetic } from './functions/dates'
import { adviseOnSum } from './measures/date-differences'
import { meetTypes } from './measures/meeting'
import { productType, sumType } from './measures/number-type'
import { unitedProduct } from './measures/product-unit'
import { checkTimestampArithmetic } from './measures/timestamps'
import { convertNode } from './measures/unit-meeting'
import { BARE } from './types'

type Arithmetic = Extract<Expression, { kind: 'arithmetic' }>
type Negate = Extract<Expression, { kind: 'negate' }>

const NAMES = {
  '+': 'Addition',
  '-': 'Subtraction',
  '*': 'Multiplication',
  '/': 'Division',
  '%': 'A remainder',
} as const

/** Null, and reported, if a side is not a number or the units do not fit. */
export function checkArithmetic(c: Checking, node: Arithmetic): Checked | null {
  // A long sum leans to the left, so its left sides are checked in a loop.
  const where = NAMES[node.operator]
  const [a, b] = [c.checkAs(BARE, node.left), c.checkAs(BARE, node.right)]
  if (a?.type.kind === 'timestamp' || b?.type.kind === 'timestamp') return checkTimestampArithmetic(c, node, a, b)
  if (a?.type.kind === 'date' || b?.type.kind === 'date') return checkDateArithmetic(c, node, a, b)
  const left = needNumber(c, a, where)
  const right = needNumber(c, b, where)
  if (left === null || right === null) return null
  return node.operator === '*' || node.operator === '/'
    ? checkProduct(c, node, left, right)
    : checkSum(c, node, left, right)
}

export function checkNegate(c: Checking, node: Negate): Checked | null {
  const operand = needNumber(c, c.checkAs(BARE, node.operand), 'A minus')
  if (operand === null || reportAffine(c, node, operand)) return null
  return { kind: 'negate', operand, type: operand.type, start: node.start, end: node.end }
}

function checkProduct(c: Checking, node: Arithmetic, left: Checked, right: Checked): Checked | null {
  if (reportAffine(c, node, left) || reportAffine(c, node, right)) return null
  const product = unitedProduct(c, left, right, node.operator === '*' ? 1 : -1)
  if (product === null) {
    c.report.add('unwieldy-unit', node, [])
    return null
  }
  const type = productType(node.operator === '*' ? '*' : '/', left, right, product.unit)
  return arithmeticNode(node, product.left, product.right, type)
}

function checkSum(c: Checking, node: Arithmetic, left: Checked, right: Checked): Checked | null {
  const { operator } = node
  const meeting = meetTypes(c, left.type, right.type)
  if (!meeting.met) {
    reportMismatch(c, left, right, meeting, node, true)
    return null
  }
  const a = unitOf(left)
  const b = unitOf(right)
  let unit = left.type.kind === 'numeric' ? a : b
  if (a?.affine || b?.affine) {
    // Next to a difference, a literal of the same scale is a difference too: 5 "degC" is then 5 degrees apart.
    const literalDifference = a?.difference === true && right.kind === 'number' && operator !== '%'
    const subtraction = operator === '-' && !a?.difference && !b?.difference
    if (!literalDifference && !subtraction) {
      reportAffine(c, node, a?.affine ? left : right)
      return null
    }
    if (subtraction && a !== null) unit = c.units.library.difference(a)
  }
  const type = sumType([left, right], unit)
  if (meeting.unbridged !== null)
    return unbridgedPair(c, left, right, operator, meeting.unbridged, type, node, adviseOnSum(c, node, [left, right]))
  const side = meeting.conversion === null ? right : convertNode(right, meeting.conversion, left.type)
  return arithmeticNode(node, left, side, type)
}

function arithmeticNode(node: Arithmetic, left: Checked, right: Checked, type: Type): Checked {
  return { kind: 'arithmetic', operator: node.operator, left, right, type, start: node.start, end: node.end }
}

/** Reports a value of a unit whose zero is not zero of the base unit, such as degrees Celsius. */
export function reportAffine(c: Checking, node: Expression, value: Checked): boolean {
  const unit: Unit | null = unitOf(value)
  if (!unit?.affine) return false
  c.report.add('affine-arithmetic', node, [unit.text])
  return true
}
