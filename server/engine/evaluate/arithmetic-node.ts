/**
 * Arithmetic nodes.
 *
 * Promises: exact; small constants are worked out once at compile time, long ones never, because compiling has no meter.
 */

import type { Rational } from '../../language/numeric/rational'
import * as exact from '../../language/numeric/rational'
import type { ArithmeticOperator } from '../../language/syntax/syntax'
import { ARITHMETIC, negate } from './metered-arithmetic'
import { above, LEAF, type NumericNode } from './node'

export function numberNode(value: Rational): NumericNode {
  return { domain: 'numeric', kind: 'constant', value, evaluate: () => value, ...LEAF }
}

export function negationNode(operand: NumericNode): NumericNode {
  if (operand.kind === 'constant') return numberNode(exact.negate(operand.value))
  const inner = operand.evaluate
  return { domain: 'numeric', kind: 'negation', operand, evaluate: (run) => negate(inner(run)), ...above([operand]) }
}

export function arithmeticNode(operator: ArithmeticOperator, left: NumericNode, right: NumericNode): NumericNode {
  const folded = foldSmall(operator, left, right)
  if (folded !== null) return numberNode(folded)
  const operate = ARITHMETIC[operator]
  const a = left.evaluate
  const b = right.evaluate
  const evaluate: NumericNode['evaluate'] = (run) => operate(run, a(run), b(run))
  return { domain: 'numeric', kind: 'arithmetic', operator, left, right, evaluate, ...above([left, right]) }
}

/** `operand * factor + offset`. */
export function conversionNode(operand: NumericNode, factor: Rational, offset: Rational): NumericNode {
  const scaled = exact.equals(factor, exact.ONE) ? operand : arithmeticNode('*', operand, numberNode(factor))
  return exact.equals(offset, exact.ZERO) ? scaled : arithmeticNode('+', scaled, numberNode(offset))
}

function foldSmall(operator: ArithmeticOperator, left: NumericNode, right: NumericNode): Rational | null {
  if (left.kind !== 'constant' || right.kind !== 'constant') return null
  if (left.value.big !== null || right.value.big !== null) return null
  switch (operator) {
    case '+':
      return exact.add(left.value, right.value)
    case '-':
      return exact.subtract(left.value, right.value)
    case '*':
      return exact.multiply(left.value, right.value)
    case '/':
      return exact.divide(left.value, right.value)
    case '%':
      return exact.modulo(left.value, right.value)
  }
}
