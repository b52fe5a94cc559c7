/**
 * Where the order of comparisons of several unknown numbers can change along one of them.
 *
 * A comparison of the number x with others is zero on a surface `p(x) + a*y + b*z`. Between two neighbouring zeros of the
 * projected polynomials these surfaces cross each other in the same way whatever x is, so the same combinations of
 * comparisons are possible.
 */
import * as metered from '../engine/evaluate/metered-arithmetic'
import type { Run } from '../engine/evaluate/node'
import { definite } from '../engine/evaluate/quantity'
import { equals, type Rational, ZERO } from '../language/numeric/rational'
import { isConstant, type Polynomial, PolynomialArithmetic } from './polynomial'

/** `above + factor * input + …`, with one input at least and no factor zero. */
export interface Difference {
  readonly above: Polynomial
  readonly others: ReadonlyMap<number, Rational>
}

/** Differences of one projection. */
const MAX_DIFFERENCES = 80

/**
 * Polynomials in the open number whose zeros are all such places; null if that is not followed.
 * @param opaque unknown inputs on which other comparisons depend in a way that is not followed
 */
export function projectDifferences(
  differences: readonly Difference[],
  opaque: ReadonlySet<number>,
  run: Run,
): readonly Polynomial[] | null {
  const joined = joinedInputs(differences)
  if ([...joined].some((input) => opaque.has(input))) return null
  const projected: Polynomial[] = []
  let left = distinct(differences.filter(({ others }) => [...others.keys()].some((input) => joined.has(input))))
  for (const input of joined) {
    const having = left.filter(({ others }) => others.has(input))
    if (having.length ** 2 > MAX_DIFFERENCES ** 2 / 4 || left.length > MAX_DIFFERENCES) return null
    const met = having.flatMap((one, index) =>
      having.slice(index + 1).map((other) => eliminate(one, other, input, run)),
    )
    projected.push(...met.filter(({ others }) => others.size === 0).map(({ above }) => above))
    left = distinct([
      ...left.filter(({ others }) => !others.has(input)),
      ...met.filter(({ others }) => others.size > 0),
    ])
  }
  return projected.filter((polynomial) => !isConstant(polynomial))
}

/** The unknown inputs that meet the open one in some comparison, through others too. */
function joinedInputs(differences: readonly Difference[]): ReadonlySet<number> {
  const joined = new Set<number>()
  let size = -1
  while (size !== joined.size) {
    size = joined.size
    for (const { above, others } of differences) {
      const inputs = [...others.keys()]
      if (!isConstant(above) || inputs.some((input) => joined.has(input))) for (const input of inputs) joined.add(input)
    }
  }
  return joined
}

function eliminate(one: Difference, other: Difference, input: number, run: Run): Difference {
  const arithmetic = new PolynomialArithmetic(run)
  const factor = definite(metered.divide(run, one.others.get(input)!, other.others.get(input)!))
  const others = new Map(one.others)
  for (const [each, amount] of other.others) {
    const taken = definite(metered.multiply(run, amount, factor))
    const rest = definite(metered.subtract(run, others.get(each) ?? ZERO, taken))
    if (rest.n === 0) others.delete(each)
    else others.set(each, rest)
  }
  others.delete(input)
  return { above: arithmetic.difference(one.above, arithmetic.scaled(other.above, factor)), others }
}

/** Each once. */
function distinct(differences: readonly Difference[]): readonly Difference[] {
  return differences.filter((one, index) => differences.findIndex((other) => isSame(one, other)) === index)
}

function isSame(a: Difference, b: Difference): boolean {
  return (
    a.above.length === b.above.length &&
    a.above.every((one, index) => equals(one, b.above[index]!)) &&
    a.others.size === b.others.size &&
    [...a.others].every(([input, factor]) => equals(factor, b.others.get(input) ?? ZERO))
  )
}
