/** An unknown input always has some value. Only small constants are folded, because compiling has no meter. */

import * as exact from '../../language/numeric/rational'
import { Rational } from '../../language/numeric/rational'
import type { ArithmeticOperator } from '../../language/syntax/syntax'
import { FALSE, TRUE } from '../core/value'
import { EITHER } from './kleene'
import { ARITHMETIC, negateQuantity } from './metered-arithmetic'
import { type BooleanNode, extentAbove, LEAF, type MemberNode, type NumericNode, type ValueNode } from './node'
import { SOME } from './quantity'

export function inputNode(input: number, domain: ValueNode['domain']): ValueNode {
  switch (domain) {
    case 'boolean':
      return {
        domain,
        kind: 'input',
        input,
        evaluate: (run) => {
          const value = run.known[input]
          return value === null ? EITHER : value === true ? TRUE : FALSE
        },
        ...LEAF,
      } satisfies BooleanNode
    case 'numeric':
      return {
        domain,
        kind: 'input',
        input,
        evaluate: (run) => {
          const value = run.known[input]
          return value instanceof Rational ? value : SOME
        },
        ...LEAF,
      } satisfies NumericNode
    case 'member':
      return {
        domain,
        kind: 'input',
        input,
        evaluate: (run) => {
          const value = run.known[input]
          return typeof value === 'string' ? value : SOME
        },
        ...LEAF,
      } satisfies MemberNode
  }
}

export function memberNode(value: string): MemberNode {
  return { domain: 'member', kind: 'constant', value, evaluate: () => value, ...LEAF }
}

export function numberNode(value: Rational): NumericNode {
  return { domain: 'numeric', kind: 'constant', value, evaluate: () => value, ...LEAF }
}

export function negationNode(operand: NumericNode): NumericNode {
  if (operand.kind === 'constant') return numberNode(exact.negate(operand.value))
  const inner = operand.evaluate
  return {
    domain: 'numeric',
    kind: 'negation',
    operand,
    evaluate: (run) => negateQuantity(inner(run)),
    ...extentAbove([operand]),
  }
}

export function arithmeticNode(operator: ArithmeticOperator, left: NumericNode, right: NumericNode): NumericNode {
  const folded = foldSmall(operator, left, right)
  if (folded !== null) return numberNode(folded)
  const operate = ARITHMETIC[operator]
  const a = left.evaluate
  const b = right.evaluate
  const evaluate: NumericNode['evaluate'] = (run) => operate(run, a(run), b(run))
  return { domain: 'numeric', kind: 'arithmetic', operator, left, right, evaluate, ...extentAbove([left, right]) }
}

/** `operand * factor + offset`. */
export function conversionNode(operand: NumericNode, factor: Rational, offset: Rational): NumericNode {
  const scaled = exact.isEqual(factor, exact.ONE) ? operand : arithmeticNode('*', operand, numberNode(factor))
  return exact.isEqual(offset, exact.ZERO) ? scaled : arithmeticNode('+', scaled, numberNode(offset))
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
      return exact.flooredModulo(left.value, right.value)
  }
}
