/** Small values are compared by products of safe integers, others by metered-arithmetic.ts. */
import { Rational } from '../../language/numeric/rational'
import type { ComparisonOperator } from '../../language/syntax/syntax'
import { FALSE, type Outcomes, TRUE } from '../core/value'
import { compareQuantities, SAFE } from './metered-arithmetic'
import { type BooleanNode, extentAbove, type NumericNode, type Run } from './node'
import { type Quantity, SOME } from './quantity'

type Closure = (run: Run) => Outcomes

export function numberComparison(operator: ComparisonOperator, left: NumericNode, right: NumericNode): BooleanNode {
  return {
    domain: 'boolean',
    kind: 'number-comparison',
    operator,
    left,
    right,
    evaluate: comparisonClosure(operator, left, right),
    ...extentAbove([left, right]),
  }
}

/** The equivalent operator after the sides are exchanged. */
export const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

function comparisonClosure(operator: ComparisonOperator, left: NumericNode, right: NumericNode): Closure {
  if (left.kind === 'input' && right.kind === 'constant' && right.value.big === null)
    return inputAgainstConstant(operator, left.input, right.value)
  if (left.kind === 'constant' && right.kind === 'input' && left.value.big === null)
    return inputAgainstConstant(MIRRORED[operator], right.input, left.value)
  return generalClosure(operator, left.evaluate, right.evaluate)
}

function isExact(p: number, q: number): boolean {
  return p <= SAFE && p >= -SAFE && q <= SAFE && q >= -SAFE
}

/** Separate closures avoid testing the operator on every call. */
function inputAgainstConstant(operator: ComparisonOperator, input: number, constant: Rational): Closure {
  const n = constant.n
  const d = constant.d
  const slowly = (run: Run): Outcomes => {
    const value = run.known[input]
    return compareQuantities(run, operator, value instanceof Rational ? value : SOME, constant)
  }
  const at = (run: Run) => run.known[input]
  switch (operator) {
    case '==':
      return (run) => {
        const value = at(run)
        if (!(value instanceof Rational) || value.big !== null) return slowly(run)
        return value.n === n && value.d === d ? TRUE : FALSE
      }
    case '!=':
      return (run) => {
        const value = at(run)
        if (!(value instanceof Rational) || value.big !== null) return slowly(run)
        return value.n === n && value.d === d ? FALSE : TRUE
      }
    case '<':
      return (run) => {
        const value = at(run)
        if (!(value instanceof Rational)) return slowly(run)
        const p = value.n * d
        const q = n * value.d
        return isExact(p, q) ? (p < q ? TRUE : FALSE) : slowly(run)
      }
    case '<=':
      return (run) => {
        const value = at(run)
        if (!(value instanceof Rational)) return slowly(run)
        const p = value.n * d
        const q = n * value.d
        return isExact(p, q) ? (p <= q ? TRUE : FALSE) : slowly(run)
      }
    case '>':
      return (run) => {
        const value = at(run)
        if (!(value instanceof Rational)) return slowly(run)
        const p = value.n * d
        const q = n * value.d
        return isExact(p, q) ? (p > q ? TRUE : FALSE) : slowly(run)
      }
    case '>=':
      return (run) => {
        const value = at(run)
        if (!(value instanceof Rational)) return slowly(run)
        const p = value.n * d
        const q = n * value.d
        return isExact(p, q) ? (p >= q ? TRUE : FALSE) : slowly(run)
      }
  }
}

function generalClosure(
  operator: ComparisonOperator,
  left: (run: Run) => Quantity,
  right: (run: Run) => Quantity,
): Closure {
  switch (operator) {
    case '==':
      return (run) => testEqual(run, left(run), right(run), TRUE, FALSE)
    case '!=':
      return (run) => testEqual(run, left(run), right(run), FALSE, TRUE)
    case '<':
      return (run) => testBelow(run, '<', left(run), right(run), FALSE)
    case '<=':
      return (run) => testBelow(run, '<=', left(run), right(run), TRUE)
    case '>':
      return (run) => testBelow(run, '<', right(run), left(run), FALSE)
    case '>=':
      return (run) => testBelow(run, '<=', right(run), left(run), TRUE)
  }
}

function testEqual(run: Run, a: Quantity, b: Quantity, same: Outcomes, different: Outcomes): Outcomes {
  if (a.n === b.n && a.d === b.d) return same
  // Only small rationals have a denominator above zero.
  if (a.d > 0 && b.d > 0) return different
  return compareQuantities(run, same === TRUE ? '==' : '!=', a, b)
}

function testBelow(run: Run, operator: '<' | '<=', a: Quantity, b: Quantity, level: Outcomes): Outcomes {
  const p = a.n * b.d
  const q = b.n * a.d
  if (isExact(p, q)) return p < q ? TRUE : p > q ? FALSE : level
  return compareQuantities(run, operator, a, b)
}

/** `==` of any two quantities, for membership in a set. */
export function equalQuantities(run: Run, a: Quantity, b: Quantity): Outcomes {
  return testEqual(run, a, b, TRUE, FALSE)
}
