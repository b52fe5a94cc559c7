/**
 * A number for the solver as a sum of other numbers with constant factors, so that whole multiples of a divisor are seen.
 *
 * Promises: parts times factors and the offset add up to the number wherever it has a value. Nothing is assumed of the
 * parts. Made on demand, because only a remainder needs it.
 */
import { add, divide, isInteger, multiply, ONE, type Rational, ZERO } from '../../language/numeric/rational'
import { type LoweredNumber, splitOf } from './lowered'
import type { Term, Terms } from './terms'
import { constantSplit, type Split, scaledSplit, sumOfSplits } from './whole-parts'

export interface LinearPart {
  readonly factor: Rational
  readonly split: () => Split
}

export interface LinearSum {
  /** By the real term of the part. */
  readonly parts: ReadonlyMap<Term, LinearPart>
  readonly offset: Rational
}

/** A sum that is made when it is needed, null if it has too many parts; `depth` counts the sums that it is made of, one in the other. */
export interface PendingSum {
  readonly depth: number
  readonly make: () => LinearSum | null
}

/** Sums of more parts, and sums more deeply in each other, are one part. */
const MAX_PARTS = 64
const MAX_DEPTH = 200

export function linearSumOf(terms: Terms, number: LoweredNumber): LinearSum {
  const { constant, sum } = number
  if (constant !== undefined) return { parts: new Map(), offset: constant }
  const made = sum?.make()
  return made && made.parts.size <= MAX_PARTS ? made : singlePart(terms, number)
}

function singlePart(terms: Terms, number: LoweredNumber): LinearSum {
  const part = { factor: ONE, split: () => splitOf(terms, number) }
  return { parts: new Map([[number.value, part]]), offset: ZERO }
}

/** Undefined if the operands are sums too deeply in each other. */
export function pendingSum(operands: readonly LoweredNumber[], make: PendingSum['make']): PendingSum | undefined {
  const depth = 1 + Math.max(...operands.map(({ sum }) => sum?.depth ?? 0))
  if (depth > MAX_DEPTH) return undefined
  let made: LinearSum | null | undefined
  return {
    depth,
    make: () => {
      if (made === undefined) made = make()
      return made
    },
  }
}

/** `a + factor * b`. */
export function addSums(a: LinearSum, b: LinearSum, factor: Rational): LinearSum {
  const parts = new Map(a.parts)
  for (const [term, part] of b.parts) {
    const total = add(parts.get(term)?.factor ?? ZERO, multiply(part.factor, factor))
    if (total.n === 0) parts.delete(term)
    else parts.set(term, { ...part, factor: total })
  }
  return { parts, offset: add(a.offset, multiply(b.offset, factor)) }
}

export function scaleSum(sum: LinearSum, factor: Rational): LinearSum {
  return addSums({ parts: new Map(), offset: ZERO }, sum, factor)
}

/**
 * The number divided by a constant, if that leaves whole factors only: then the whole parts of the number are whole
 * multiples of the divisor, and the remainder is that of the rest.
 */
export function wholeMultiples(terms: Terms, number: LoweredNumber, divisor: Rational): Split | null {
  const { parts, offset } = scaleSum(linearSumOf(terms, number), divide(ONE, divisor)!)
  if (![...parts.values()].every(({ factor }) => isInteger(factor))) return null
  return [...parts.values()].reduce(
    (all, { factor, split }) => sumOfSplits(terms, all, scaledSplit(terms, split(), factor)),
    constantSplit(terms, offset),
  )
}
