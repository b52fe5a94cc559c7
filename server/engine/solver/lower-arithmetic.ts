/**
 * Constants are calculated here. `%` is floored, `a - b * floor(a / b)`, because Z3's modulo truncates reals; `% 1` is
 * the part above the whole part (whole-parts.ts).
 */
import {
  add,
  boundDigits,
  divide,
  flooredModulo,
  isInteger,
  multiply,
  negate,
  ONE,
  type Rational,
  subtract,
  ZERO,
} from '../../language/numeric/rational'
import type { ArithmeticOperator } from '../../language/syntax/syntax'
import { addSums, linearSumOf, pendingSum, scaleSum, wholeMultiples } from './linear-sum'
import { type LinearSum, type LoweredNumber, type PendingSum, splitOf, splitOnce } from './lowered'
import type { Term, Terms } from './terms'
import {
  isUnitFraction,
  productOfSplits,
  remainderOfMultiple,
  restOf,
  roundedDown,
  type Split,
  scaledSplit,
  sumOfSplits,
  wholeSplit,
} from './whole-parts'

export function lowerNumeral(terms: Terms, value: Rational): LoweredNumber {
  return { kind: 'numeric', value: terms.real(value), defined: terms.always, constant: value }
}

const MINUS_ONE = negate(ONE)

export function lowerNegation(terms: Terms, number: LoweredNumber): LoweredNumber {
  const { value, defined, constant } = number
  if (constant !== undefined) return { ...lowerNumeral(terms, negate(constant)), defined }
  const split = splitOnce(() => scaledSplit(terms, splitOf(terms, number), MINUS_ONE))
  const sum = pendingSum([number], () => scaleSum(linearSumOf(terms, number), MINUS_ONE))
  return { kind: 'numeric', value: terms.negative(value), defined, split, sum }
}

/** `operand * factor + offset`. */
export function lowerConversion(
  terms: Terms,
  number: LoweredNumber,
  factor: Rational,
  offset: Rational,
): LoweredNumber {
  const scaled = lowerArithmetic(terms, '*', lowerNumeral(terms, factor), number)
  return offset.n === 0 ? scaled : lowerArithmetic(terms, '+', scaled, lowerNumeral(terms, offset))
}

export function lowerArithmetic(
  terms: Terms,
  operator: ArithmeticOperator,
  left: LoweredNumber,
  right: LoweredNumber,
): LoweredNumber {
  const both = terms.and([left.defined, right.defined])
  const divides = operator === '/' || operator === '%'
  const defined = divides ? terms.and([both, nonZero(terms, right)]) : both
  if (defined === terms.never) return { kind: 'numeric', value: left.value, defined }
  const constant = foldConstants(operator, left.constant, right.constant)
  if (constant !== null) return { ...lowerNumeral(terms, constant), defined }
  const multiple = operator === '%' ? multipleOf(terms, left, right.constant) : null
  if (multiple !== null) {
    const split = remainderOfMultiple(terms, multiple, right.constant!)
    return { kind: 'numeric', value: restOf(terms, split), defined, split: () => split }
  }
  const value = resultTerm(terms, operator, left.value, right.value)
  const split = splitOnce(() => splitOfResult(terms, operator, left, right, value))
  return { kind: 'numeric', value, defined, split, sum: sumOfResult(terms, operator, left, right) }
}

/** Null unless the whole part is then known without rounding. */
function multipleOf(terms: Terms, number: LoweredNumber, divisor: Rational | undefined): Split | null {
  if (divisor === undefined || divisor.n === 0) return null
  const multiple = wholeMultiples(terms, number, divisor)
  if (multiple !== null || !isUnitFraction(divisor)) return multiple
  return scaledSplit(terms, splitOf(terms, number), divide(ONE, divisor)!)
}

/** Undefined for a single number. */
function sumOfResult(
  terms: Terms,
  operator: ArithmeticOperator,
  left: LoweredNumber,
  right: LoweredNumber,
): PendingSum | undefined {
  const sumOf = (number: LoweredNumber) => linearSumOf(terms, number)
  const scaled = (number: LoweredNumber, factor: Rational) =>
    pendingSum([number], () => scaleSum(sumOf(number), factor))
  switch (operator) {
    case '+':
    case '-':
      return pendingSum([left, right], () => addSums(sumOf(left), sumOf(right), operator === '+' ? ONE : MINUS_ONE))
    case '*':
      if (left.constant !== undefined) return scaled(right, left.constant)
      if (right.constant !== undefined) return scaled(left, right.constant)
      return pendingSum([left, right], () => productOfSums(terms, sumOf(left), sumOf(right)))
    case '/':
      return right.constant === undefined || right.constant.n === 0
        ? undefined
        : scaled(left, divide(ONE, right.constant)!)
    case '%': {
      const divisor = right.constant
      if (divisor === undefined || divisor.n === 0) return undefined
      return pendingSum([left], () => {
        const times = terms.floor(terms.quotient(left.value, right.value))
        const part = { factor: negate(divisor), split: () => wholeSplit(times) }
        return addSums(sumOf(left), { summands: new Map([[terms.asReal(times), part]]), offset: ZERO }, ONE)
      })
    }
  }
}

/** Larger products of sums are one summand. */
const MAX_PRODUCTS = 16

/** Null if there are too many. */
function productOfSums(terms: Terms, a: LinearSum, b: LinearSum): LinearSum | null {
  if (a.summands.size * b.summands.size > MAX_PRODUCTS) return null
  let sum: LinearSum = { summands: new Map(), offset: multiply(a.offset, b.offset) }
  for (const [term, part] of a.summands)
    for (const [other, partOther] of b.summands) {
      const value = terms.product(term, other)
      const split = splitOnce(() => productOfSplits(terms, value, part.split(), partOther.split()))
      const summands = new Map([[value, { factor: multiply(part.factor, partOther.factor), split }]])
      sum = addSums(sum, { summands, offset: ZERO }, ONE)
    }
  sum = addSums(sum, { summands: a.summands, offset: ZERO }, b.offset)
  return addSums(sum, { summands: b.summands, offset: ZERO }, a.offset)
}

function nonZero(terms: Terms, { value, constant }: LoweredNumber): Term {
  if (constant !== undefined) return constant.n === 0 ? terms.never : terms.always
  return terms.not(terms.equal(value, terms.real(ZERO)))
}

/** Beyond this Z3 gets the operation, which bounds term sizes. */
const MAX_FOLDED_DIGITS = 1_000

/** Null unless both are constant. */
function foldConstants(
  operator: ArithmeticOperator,
  a: Rational | undefined,
  b: Rational | undefined,
): Rational | null {
  if (a === undefined || b === undefined || boundDigits(a) + boundDigits(b) > MAX_FOLDED_DIGITS) return null
  switch (operator) {
    case '+':
      return add(a, b)
    case '-':
      return subtract(a, b)
    case '*':
      return multiply(a, b)
    case '/':
      return divide(a, b)
    case '%':
      return flooredModulo(a, b)
  }
}

function resultTerm(terms: Terms, operator: ArithmeticOperator, a: Term, b: Term): Term {
  switch (operator) {
    case '+':
      return terms.sum([a, b])
    case '-':
      return terms.difference(a, b)
    case '*':
      return terms.product(a, b)
    case '/':
      return terms.quotient(a, b)
    case '%':
      return terms.difference(a, terms.product(b, terms.asReal(terms.floor(terms.quotient(a, b)))))
  }
}

function splitOfResult(
  terms: Terms,
  operator: ArithmeticOperator,
  left: LoweredNumber,
  right: LoweredNumber,
  value: Term,
): Split {
  switch (operator) {
    case '+':
    case '-':
      return sumOfSplits(terms, splitOf(terms, left), splitOf(terms, right), operator === '+' ? ONE : MINUS_ONE)
    case '*': {
      const [factor, other] = left.constant === undefined ? [right.constant, left] : [left.constant, right]
      if (factor === undefined) return productOfSplits(terms, value, splitOf(terms, left), splitOf(terms, right))
      return isInteger(factor) ? scaledSplit(terms, splitOf(terms, other), factor) : roundedDown(terms, value)
    }
    case '%': {
      const divisor = right.constant
      if (divisor === undefined || !isInteger(divisor)) return roundedDown(terms, value)
      // Subtracting whole multiples of an integer keeps the rest.
      const split = splitOf(terms, left)
      const times = terms.product(terms.integer(divisor), terms.floor(terms.quotient(left.value, right.value)))
      return { ...split, whole: terms.difference(split.whole, times) }
    }
    case '/':
      return roundedDown(terms, value)
  }
}
