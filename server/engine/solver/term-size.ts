/**
 * How large a term is in the ways that Z3's own step count does not bound: nesting, polynomial degree, length of
 * numbers.
 *
 * Promises: never below the true size, and cheap to compute, so that a term which would occupy the solver for minutes
 * is rejected beforehand.
 */
import { denominator, digits, type Rational } from '../../language/numeric/rational'

export interface TermSize {
  readonly depth: number
  /** Highest degree as a polynomial in the variables. */
  readonly degree: number
  /** Decimal digits of the longest coefficient. */
  readonly digits: number
  /** Whether all coefficients are finite decimals, whose denominators do not pile up in a sum. */
  readonly isDecimal: boolean
}

/**
 * Deepest nesting: enough for any one expression that the language allows, not for every chain of lets. Z3 walks some
 * terms by recursion on the thread's own stack, and where that ends depends on what the thread did before; a fixed
 * depth that workers (worker-thread.ts) have ample stack for makes answers the same everywhere.
 */
const MAX_DEPTH = 1_000
/** Interest compounded over twelve months is within it; four lets that each square the one before are not far off. */
const MAX_DEGREE = 16
const MAX_DIGITS = 10_000

/** Thrown where a term is larger than Z3 is asked to deal with. */
export class TooLarge extends Error {}

export const ATOM: TermSize = { depth: 0, degree: 0, digits: 0, isDecimal: true }
export const VARIABLE: TermSize = { ...ATOM, degree: 1 }

export function numeralSize(value: Rational): TermSize {
  return { ...ATOM, digits: digits(value), isDecimal: isDecimal(value) }
}

/** Of a truth term: numbers that are compared under it are not calculated with above it. */
export function truthSize(operands: readonly TermSize[]): TermSize {
  return { ...ATOM, depth: deepest(operands) }
}

/** Of a choice between two numbers. */
export function choiceSize([condition, then, otherwise]: readonly TermSize[]): TermSize {
  return {
    ...largest([then ?? ATOM, otherwise ?? ATOM]),
    depth: deepest([condition ?? ATOM, then ?? ATOM, otherwise ?? ATOM]),
  }
}

/** Of the greatest integer below a number: to Z3 another variable. */
export function floorSize(operands: readonly TermSize[]): TermSize {
  return { ...VARIABLE, depth: deepest(operands) }
}

export function sumSize(operands: readonly TermSize[]): TermSize {
  const all = largest(operands)
  const summed = operands.reduce((sum, operand) => sum + operand.digits, 0)
  return { ...all, digits: all.isDecimal ? all.digits + Math.ceil(Math.log10(operands.length + 1)) : summed }
}

export function productSize(operands: readonly TermSize[]): TermSize {
  return {
    depth: deepest(operands),
    degree: operands.reduce((sum, operand) => sum + operand.degree, 0),
    digits: operands.reduce((sum, operand) => sum + operand.digits, 0),
    isDecimal: operands.every((operand) => operand.isDecimal),
  }
}

/** As if the divisor were multiplied across, which is what Z3 does. */
export function quotientSize(operands: readonly TermSize[]): TermSize {
  return { ...productSize(operands), isDecimal: false }
}

/** One level above what it is made of. Throws TooLarge. */
export function above(operands: TermSize): TermSize {
  const depth = operands.depth + 1
  if (depth > MAX_DEPTH) throw new TooLarge(`a term nests deeper than ${MAX_DEPTH}`)
  if (operands.degree > MAX_DEGREE) throw new TooLarge(`a term has a degree above ${MAX_DEGREE}`)
  if (operands.digits > MAX_DIGITS) throw new TooLarge(`a coefficient has more than ${MAX_DIGITS} digits`)
  return { ...operands, depth }
}

function largest(operands: readonly TermSize[]): TermSize {
  return {
    depth: deepest(operands),
    degree: operands.reduce((most, operand) => Math.max(most, operand.degree), 0),
    digits: operands.reduce((most, operand) => Math.max(most, operand.digits), 0),
    isDecimal: operands.every((operand) => operand.isDecimal),
  }
}

function deepest(operands: readonly TermSize[]): number {
  return operands.reduce((most, operand) => Math.max(most, operand.depth), 0)
}

function isDecimal(value: Rational): boolean {
  let rest = denominator(value)
  for (const prime of [10n, 2n, 5n]) while (rest % prime === 0n) rest /= prime
  return rest === 1n
}
