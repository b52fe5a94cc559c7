/**
 * Arithmetic and comparison for the solver.
 *
 * Promises: every operation has a value exactly where its operands have one and no divisor is zero. `%` is floored
 * modulo, spelled out as `a - b * floor(a / b)`, because Z3's own modulo truncates real operands.
 */
import { add, equals, floor, ONE, type Rational, ZERO } from '../../language/numeric/rational'
import type { ArithmeticOperator, ComparisonOperator } from '../../language/syntax/syntax'
import { definiteWhere, type LoweredNumber, type Truth } from './lowered'
import type { Term, Terms } from './terms'

export function numeral(terms: Terms, value: Rational): LoweredNumber {
  return { kind: 'numeric', value: terms.real(value), defined: terms.always, constant: value }
}

export function negated(terms: Terms, { value, defined }: LoweredNumber): LoweredNumber {
  return { kind: 'numeric', value: terms.negative(value), defined }
}

/** `operand * factor + offset` with exact constants. */
export function converted(
  terms: Terms,
  { value, defined }: LoweredNumber,
  factor: Rational,
  offset: Rational,
): LoweredNumber {
  const scaled = terms.product(terms.real(factor), value)
  return { kind: 'numeric', value: offset.n === 0 ? scaled : terms.sum([scaled, terms.real(offset)]), defined }
}

export function arithmetic(
  terms: Terms,
  operator: ArithmeticOperator,
  left: LoweredNumber,
  right: LoweredNumber,
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
      const defined = terms.and([both, nonZero(terms, right)])
      if (defined === terms.never) return { kind: 'numeric', value: a, defined }
      const quotient = terms.quotient(a, b)
      if (operator === '/') return { kind: 'numeric', value: quotient, defined }
      return { kind: 'numeric', value: terms.difference(a, terms.product(b, terms.floor(quotient))), defined }
    }
  }
}

function nonZero(terms: Terms, { value, constant }: LoweredNumber): Term {
  if (constant !== undefined) return constant.n === 0 ? terms.never : terms.always
  return terms.not(terms.equal(value, terms.real(ZERO)))
}

/** No value where either side has none. */
export function comparison(
  terms: Terms,
  operator: ComparisonOperator,
  left: LoweredNumber,
  right: LoweredNumber,
): Truth {
  const defined = terms.and([left.defined, right.defined])
  if (left.counted !== undefined && right.constant !== undefined)
    return definiteWhere(terms, defined, countCompared(terms, operator, left.counted, right.constant))
  if (right.counted !== undefined && left.constant !== undefined)
    return definiteWhere(terms, defined, countCompared(terms, MIRRORED[operator], right.counted, left.constant))
  return definiteWhere(terms, defined, compareTerms(terms, operator, left.value, right.value))
}

const MIRRORED = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

/** How the number of conditions that hold compares with a constant. */
export function countCompared(
  terms: Terms,
  operator: ComparisonOperator,
  conditions: readonly Term[],
  constant: Rational,
): Term {
  const below = floor(constant)
  const isWhole = equals(below, constant)
  const above = add(below, ONE)
  switch (operator) {
    case '>=':
      return terms.countsTo(conditions, isWhole ? constant : above)
    case '>':
      return terms.countsTo(conditions, above)
    case '<':
      return terms.not(terms.countsTo(conditions, isWhole ? constant : above))
    case '<=':
      return terms.not(terms.countsTo(conditions, above))
    case '==':
      if (!isWhole) return terms.never
      return terms.and([terms.countsTo(conditions, constant), terms.not(terms.countsTo(conditions, above))])
    case '!=':
      return terms.not(countCompared(terms, '==', conditions, constant))
  }
}

/** Order or equality of two terms, both real or both whole. */
export function compareTerms(terms: Terms, operator: ComparisonOperator, left: Term, right: Term): Term {
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
