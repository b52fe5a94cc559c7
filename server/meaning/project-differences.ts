/**
 * Finds points at which the order of comparisons can change along one of several unknown numbers. A comparison of x
 * with others is zero on a surface `p(x) + a*y + b*z`. Between neighbouring zeros of the projected polynomials, these
 * surfaces cross in the same way for every x.
 */
import * as metered from '../engine/evaluate/metered-arithmetic'
import type { Run } from '../engine/evaluate/node'
import { requireDefinite } from '../engine/evaluate/quantity'
import { isEqual, type Rational, ZERO } from '../language/numeric/rational'
import { isConstant, type Polynomial, PolynomialArithmetic } from './polynomial'

/** `above + factor * input + …`, with at least one input and nonzero factors. */
export interface Difference {
  readonly above: Polynomial
  readonly others: ReadonlyMap<number, Rational>
}

const MAX_DIFFERENCES = 80

/**
 * Polynomials in the open number with these zeros, or null if they are not followed.
 * @param opaque unknown inputs in other terms that are not followed
 */
export function projectDifferences(
  differences: readonly Difference[],
  opaque: ReadonlySet<number>,
  run: Run,
): readonly Polynomial[] | null {
  const joined = joinedInputs(differences)
  if ([...joined].some((input) => opaque.has(input))) return null
  const projected: Polynomial[] = []
  let left = distinctDifferences(
    differences.filter(({ others }) => [...others.keys()].some((input) => joined.has(input))),
  )
  for (const input of joined) {
    const having = left.filter(({ others }) => others.has(input))
    if (having.length ** 2 > MAX_DIFFERENCES ** 2 / 4 || left.length > MAX_DIFFERENCES) return null
    const met = having.flatMap((one, index) =>
      having.slice(index + 1).map((other) => eliminateInput(one, other, input, run)),
    )
    projected.push(...met.filter(({ others }) => others.size === 0).map(({ above }) => above))
    left = distinctDifferences([
      ...left.filter(({ others }) => !others.has(input)),
      ...met.filter(({ others }) => others.size > 0),
    ])
  }
  return projected.filter((polynomial) => !isConstant(polynomial))
}

/** Inputs that are compared with the open one, also through others. */
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

function eliminateInput(one: Difference, other: Difference, input: number, run: Run): Difference {
  const arithmetic = new PolynomialArithmetic(run)
  const factor = requireDefinite(metered.divideMetered(run, one.others.get(input)!, other.others.get(input)!))
  const others = new Map(one.others)
  for (const [each, amount] of other.others) {
    const taken = requireDefinite(metered.multiplyMetered(run, amount, factor))
    const rest = requireDefinite(metered.subtractMetered(run, others.get(each) ?? ZERO, taken))
    if (rest.n === 0) others.delete(each)
    else others.set(each, rest)
  }
  others.delete(input)
  return { above: arithmetic.difference(one.above, arithmetic.scaled(other.above, factor)), others }
}

function distinctDifferences(differences: readonly Difference[]): readonly Difference[] {
  return differences.filter((one, index) => differences.findIndex((other) => isSame(one, other)) === index)
}

function isSame(a: Difference, b: Difference): boolean {
  return (
    a.above.length === b.above.length &&
    a.above.every((one, index) => isEqual(one, b.above[index]!)) &&
    a.others.size === b.others.size &&
    [...a.others].every(([input, factor]) => isEqual(factor, b.others.get(input) ?? ZERO))
  )
}
