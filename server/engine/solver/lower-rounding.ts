/** Min, Max, Abs and roundings over the reals; a rounding is made of whole parts of the quotient by its step. */
import {
  divide,
  floorOf,
  fromInteger,
  isEqual,
  ONE,
  type Rational,
  smallRatio,
  ZERO,
} from '../../language/numeric/rational'
import type { RoundingMode } from '../../language/semantics/checked-ruleset'
import { lowerArithmetic, lowerNegation, lowerNumeral } from './lower-arithmetic'
import { lowerComparison } from './lower-numbers'
import { chooseLowered, type LoweredNumber, splitOf, type Truth } from './lowered'
import type { Terms } from './terms'
import { roundSplit, wholeSplit } from './whole-parts'

const HALF = smallRatio(1, 2)
const TWO = fromInteger(2)

/** @param operands at least one */
export function lowerExtreme(terms: Terms, extreme: 'Min' | 'Max', operands: readonly LoweredNumber[]): LoweredNumber {
  const operator = extreme === 'Min' ? '<=' : '>='
  return operands.reduce((best, other) => choose(terms, lowerComparison(terms, operator, best, other), best, other))
}

export function lowerAbsolute(terms: Terms, number: LoweredNumber): LoweredNumber {
  return choose(terms, isAtLeastZero(terms, number), number, lowerNegation(terms, number))
}

/** @param step above zero */
export function lowerRounding(terms: Terms, number: LoweredNumber, step: Rational, mode: RoundingMode): LoweredNumber {
  if (isEqual(step, ONE)) return lowerWhole(terms, number, mode)
  const quotient = lowerArithmetic(terms, '*', number, lowerNumeral(terms, divide(ONE, step)!))
  return lowerArithmetic(terms, '*', lowerWhole(terms, quotient, mode), lowerNumeral(terms, step))
}

function lowerWhole(terms: Terms, number: LoweredNumber, mode: RoundingMode): LoweredNumber {
  switch (mode) {
    case 'floor':
      return floor(terms, number)
    case 'ceiling':
      return ceiling(terms, number)
    case 'down':
      return choose(terms, isAtLeastZero(terms, number), floor(terms, number), ceiling(terms, number))
    case 'up':
      return choose(terms, isAtLeastZero(terms, number), ceiling(terms, number), floor(terms, number))
    case 'half_up': {
      const half = lowerNumeral(terms, HALF)
      const above = floor(terms, lowerArithmetic(terms, '+', number, half))
      const below = ceiling(terms, lowerArithmetic(terms, '-', number, half))
      return choose(terms, isAtLeastZero(terms, number), above, below)
    }
    case 'half_even': {
      const below = floor(terms, number)
      const next = lowerArithmetic(terms, '+', below, lowerNumeral(terms, ONE))
      const middle = lowerArithmetic(terms, '+', below, lowerNumeral(terms, HALF))
      const odd = lowerArithmetic(terms, '%', below, lowerNumeral(terms, TWO))
      const even = choose(terms, lowerComparison(terms, '==', odd, lowerNumeral(terms, ZERO)), below, next)
      const isTie = lowerComparison(terms, '==', number, middle)
      const nearest = choose(terms, lowerComparison(terms, '<', number, middle), below, next)
      return choose(terms, isTie, even, nearest)
    }
  }
}

function floor(terms: Terms, number: LoweredNumber): LoweredNumber {
  const { defined, constant } = number
  if (constant !== undefined) return { ...lowerNumeral(terms, floorOf(constant)), defined }
  const { whole } = roundSplit(terms, splitOf(terms, number))
  return { kind: 'numeric', value: terms.asReal(whole), defined, split: () => wholeSplit(whole) }
}

function ceiling(terms: Terms, number: LoweredNumber): LoweredNumber {
  return lowerNegation(terms, floor(terms, lowerNegation(terms, number)))
}

function isAtLeastZero(terms: Terms, number: LoweredNumber): Truth {
  return lowerComparison(terms, '>=', number, lowerNumeral(terms, ZERO))
}

function choose(terms: Terms, condition: Truth, then: LoweredNumber, otherwise: LoweredNumber): LoweredNumber {
  const chosen = chooseLowered(terms, condition, then, otherwise)
  if (chosen.kind !== 'numeric') throw new Error(`a choice of numbers is a ${chosen.kind}`)
  return chosen
}
