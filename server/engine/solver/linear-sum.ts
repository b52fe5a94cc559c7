/** A linear sum shows whole multiples of a divisor. It is built lazily, because only remainders need it. */
import { add, divide, isInteger, multiply, ONE, type Rational, ZERO } from '../../language/numeric/rational'
import { type LinearSum, type LoweredNumber, type PendingSum, splitOf } from './lowered'
import type { Terms } from './terms'
import { constantSplit, type Split, scaledSplit, sumOfSplits } from './whole-parts'

/** Larger or deeper sums count as one part. */
const MAX_PARTS = 64
const MAX_DEPTH = 200

export function linearSumOf(terms: Terms, number: LoweredNumber): LinearSum {
  const { constant, sum } = number
  if (constant !== undefined) return { summands: new Map(), offset: constant }
  const made = sum?.make()
  return made && made.summands.size <= MAX_PARTS ? made : singlePart(terms, number)
}

function singlePart(terms: Terms, number: LoweredNumber): LinearSum {
  const part = { factor: ONE, split: () => splitOf(terms, number) }
  return { summands: new Map([[number.value, part]]), offset: ZERO }
}

/** Undefined if nested too deep. */
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
  const summands = new Map(a.summands)
  for (const [term, part] of b.summands) {
    const total = add(summands.get(term)?.factor ?? ZERO, multiply(part.factor, factor))
    if (total.n === 0) summands.delete(term)
    else summands.set(term, { ...part, factor: total })
  }
  return { summands, offset: add(a.offset, multiply(b.offset, factor)) }
}

export function scaleSum(sum: LinearSum, factor: Rational): LinearSum {
  return addSums({ summands: new Map(), offset: ZERO }, sum, factor)
}

/** Null unless all factors are whole. Whole summands are then multiples, so the remainder depends only on the rest. */
export function wholeMultiples(terms: Terms, number: LoweredNumber, divisor: Rational): Split | null {
  const { summands, offset } = scaleSum(linearSumOf(terms, number), divide(ONE, divisor)!)
  if (![...summands.values()].every(({ factor }) => isInteger(factor))) return null
  return [...summands.values()].reduce(
    (all, { factor, split }) => sumOfSplits(terms, all, scaledSplit(terms, split(), factor)),
    constantSplit(terms, offset),
  )
}
