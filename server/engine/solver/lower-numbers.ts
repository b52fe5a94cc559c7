/**
 * Arithmetic and comparison for the solver.
 *
 * Promises: every operation has a value exactly where its operands have one and no divisor is zero. `%` is floored
 * modulo, spelled out as `a - b * floor(a / b)`, because Z3's own modulo truncates real operands (engine.md).
 */
import { type Rational, ZERO } from '../../exact/rational'
import type { ArithmeticOperator, ComparisonOperator } from '../../language/syntax'
import type { LoweredNumber } from './lowered'
import type { Term, Terms } from './terms'
import { definiteWhere, type Truth } from './truth'

export function numeral(terms: Terms, value: Rational): LoweredNumber {
  return { kind: 'numeric', value: terms.real(value), defined: terms.always }
}

export function negated(terms: Terms, operand: LoweredNumber): LoweredNumber {
  return { ...operand, value: terms.negative(operand.value) }
}

/** `operand * factor + offset` with exact constants. */
export function converted(terms: Terms, operand: LoweredNumber, factor: Rational, offset: Rational): LoweredNumber {
  const scaled = terms.product(terms.real(factor), operand.value)
  return { ...operand, value: offset.n === 0 ? scaled : terms.sum([scaled, terms.real(offset)]) }
}

/** @param divisor the divisor where it is written as a number, which settles whether it is zero */
export function arithmetic(
  terms: Terms,
  operator: ArithmeticOperator,
  left: LoweredNumber,
  right: LoweredNumber,
  divisor: Rational | null,
): LoweredNumber {
  const both = terms.and([left.defined, right.defined])
  const [a, b] = [left.value, right.value]
  switch (operator) {
    case '+':
      return { kind: 'numeric', value: terms.sum([a, b]), defined: both }
    case '-':
      return { kind: 'numeric', value: terms.difference(a, b), defined: both }
    case '*':
      return { kind: 'numeric', value: terms.product(a, b), defined: both }
    case '/':
    case '%': {
      const defined = terms.and([both, nonZero(terms, b, divisor)])
      if (defined === terms.never) return { kind: 'numeric', value: a, defined }
      const quotient = terms.quotient(a, b)
      if (operator === '/') return { kind: 'numeric', value: quotient, defined }
      return { kind: 'numeric', value: terms.difference(a, terms.product(b, terms.floor(quotient))), defined }
    }
  }
}

function nonZero(terms: Terms, divisor: Term, written: Rational | null): Term {
  if (written !== null) return written.n === 0 ? terms.never : terms.always
  return terms.not(terms.equal(divisor, terms.real(ZERO)))
}

/** Order or equality of two numeric terms, either real or whole; no value outside `defined`. */
export function comparison(terms: Terms, operator: ComparisonOperator, defined: Term, left: Term, right: Term): Truth {
  return definiteWhere(terms, defined, compare(terms, operator, left, right))
}

function compare(terms: Terms, operator: ComparisonOperator, left: Term, right: Term): Term {
  switch (operator) {
    case '==':
      return terms.equal(left, right)
    case '!=':
      return terms.not(terms.equal(left, right))
    case '<':
      return terms.below(left, right)
    case '<=':
      return terms.atMost(left, right)
    case '>':
      return terms.below(right, left)
    case '>=':
      return terms.atMost(right, left)
  }
}
