/**
 * Bounds of nesting, polynomial degree and length of numbers, which Z3's step count does not limit. They reject terms
 * that would occupy the solver for minutes.
 */
import { boundDigits, denominatorOf, type Rational } from '../../language/numeric/rational'

export interface TermSize {
  readonly depth: number
  /** As a polynomial in the variables. */
  readonly degree: number
  /** Decimal, of the longest coefficient. */
  readonly digits: number
  /** Denominators of finite decimals do not multiply in a sum. */
  readonly isDecimal: boolean
}

/**
 * Enough for any single expression. Z3 recurses on the thread's stack, whose free space varies; a fixed depth, with
 * ample stack (worker-thread.ts), gives the same answers everywhere.
 */
const MAX_DEPTH = 1_000
/** Allows interest over twelve months; four successive squarings reach it. */
const MAX_DEGREE = 16
const MAX_DIGITS = 10_000

export class TermTooLargeError extends Error {}

export const ATOM: TermSize = { depth: 0, degree: 0, digits: 0, isDecimal: true }
export const VARIABLE: TermSize = { ...ATOM, degree: 1 }

export function numeralSize(value: Rational): TermSize {
  return { ...ATOM, digits: boundDigits(value), isDecimal: isDecimal(value) }
}

/** Compared numbers do not enter calculations above. */
export function truthSize(operands: readonly TermSize[]): TermSize {
  return { ...ATOM, depth: maxDepth(operands) }
}

export function choiceSize([condition, then, otherwise]: readonly TermSize[]): TermSize {
  return {
    ...largestSize([then ?? ATOM, otherwise ?? ATOM]),
    depth: maxDepth([condition ?? ATOM, then ?? ATOM, otherwise ?? ATOM]),
  }
}

/** The size of a floor, which is another variable for Z3. */
export function floorSize(operands: readonly TermSize[]): TermSize {
  return { ...VARIABLE, depth: maxDepth(operands) }
}

export function sumSize(operands: readonly TermSize[]): TermSize {
  const all = largestSize(operands)
  const summed = operands.reduce((sum, operand) => sum + operand.digits, 0)
  return { ...all, digits: all.isDecimal ? all.digits + Math.ceil(Math.log10(operands.length + 1)) : summed }
}

export function productSize(operands: readonly TermSize[]): TermSize {
  return {
    depth: maxDepth(operands),
    degree: operands.reduce((sum, operand) => sum + operand.degree, 0),
    digits: operands.reduce((sum, operand) => sum + operand.digits, 0),
    isDecimal: operands.every((operand) => operand.isDecimal),
  }
}

/** Z3 multiplies the divisor across. */
export function quotientSize(operands: readonly TermSize[]): TermSize {
  return { ...productSize(operands), isDecimal: false }
}

/** @throws TermTooLargeError */
export function sizeAbove(operands: TermSize): TermSize {
  const depth = operands.depth + 1
  if (depth > MAX_DEPTH) throw new TermTooLargeError(`a term nests deeper than ${MAX_DEPTH}`)
  if (operands.degree > MAX_DEGREE) throw new TermTooLargeError(`a term has a degree above ${MAX_DEGREE}`)
  if (operands.digits > MAX_DIGITS) throw new TermTooLargeError(`a coefficient has more than ${MAX_DIGITS} digits`)
  return { ...operands, depth }
}

function largestSize(operands: readonly TermSize[]): TermSize {
  return {
    depth: maxDepth(operands),
    degree: operands.reduce((most, operand) => Math.max(most, operand.degree), 0),
    digits: operands.reduce((most, operand) => Math.max(most, operand.digits), 0),
    isDecimal: operands.every((operand) => operand.isDecimal),
  }
}

function maxDepth(operands: readonly TermSize[]): number {
  return operands.reduce((most, operand) => Math.max(most, operand.depth), 0)
}

function isDecimal(value: Rational): boolean {
  let rest = denominatorOf(value)
  for (const prime of [10n, 2n, 5n]) while (rest % prime === 0n) rest /= prime
  return rest === 1n
}
