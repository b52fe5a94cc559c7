import { add, compareRationals, floorOf, isEqual, ONE, type Rational } from '../../language/numeric/rational'
import type { ComparisonOperator } from '../../language/syntax/syntax'
import { definiteTruthWhere, type LoweredNumber, type Truth } from './lowered'
import type { Term, Terms } from './terms'

/** Compares two numbers; no value unless both sides have one. */
export function lowerComparison(
  terms: Terms,
  operator: ComparisonOperator,
  left: LoweredNumber,
  right: LoweredNumber,
): Truth {
  const defined = terms.and([left.defined, right.defined])
  if (left.constant !== undefined && right.constant !== undefined) {
    const holds = isOrdered(operator, compareRationals(left.constant, right.constant))
    return definiteTruthWhere(terms, defined, holds ? terms.always : terms.never)
  }
  if (left.counted !== undefined && right.constant !== undefined)
    return definiteTruthWhere(terms, defined, compareCount(terms, operator, left.counted, right.constant))
  if (right.counted !== undefined && left.constant !== undefined)
    return definiteTruthWhere(terms, defined, compareCount(terms, MIRRORED[operator], right.counted, left.constant))
  return definiteTruthWhere(terms, defined, compareTerms(terms, operator, left.value, right.value))
}

const MIRRORED = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

export function compareCount(
  terms: Terms,
  operator: ComparisonOperator,
  conditions: readonly Term[],
  constant: Rational,
): Term {
  const below = floorOf(constant)
  const isWhole = isEqual(below, constant)
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
      return terms.not(compareCount(terms, '==', conditions, constant))
  }
}

/** Compares two real or two whole numbers. */
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

/** @param order negative, zero or positive */
function isOrdered(operator: ComparisonOperator, order: number): boolean {
  switch (operator) {
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}
