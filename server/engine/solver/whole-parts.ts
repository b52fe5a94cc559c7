/**
 * Splits a number into a whole part and the rest. Z3 does not find that a sum of reals is whole if a guard makes them whole, so
 * whole parts are added as integers and only the rest is rounded. Nothing is assumed of a claim: the guard `n % 1 == 0`
 * can fail.
 */
import {
  add,
  compareRationals,
  floorOf,
  multiply,
  numeratorOf,
  ONE,
  type Rational,
  signOf,
  subtract,
  ZERO,
} from '../../language/numeric/rational'
import type { Term, Terms } from './terms'

export interface Split {
  /** A term of sort Int. */
  readonly whole: Term
  /** Real terms with factors; with `offset` they are the rest. */
  readonly rest: ReadonlyMap<Term, Rational>
  readonly offset: Rational
  /** Whether 0 <= rest < 1, so `whole` is the floor. */
  readonly isRounded: boolean
}

const NO_REST: ReadonlyMap<Term, Rational> = new Map()

export function constantSplit(terms: Terms, value: Rational): Split {
  const below = floorOf(value)
  return { whole: terms.integer(below), rest: NO_REST, offset: subtract(value, below), isRounded: true }
}

/** @param whole of sort Int */
export function wholeSplit(whole: Term): Split {
  return { whole, rest: NO_REST, offset: ZERO, isRounded: true }
}

export function roundedDown(terms: Terms, value: Term): Split {
  const whole = terms.greatestInteger(value)
  const rest = new Map([[terms.difference(value, terms.asReal(whole)), ONE]])
  return { whole, rest, offset: ZERO, isRounded: true }
}

/**
 * `a + factor * b`.
 * @param factor an integer
 */
export function sumOfSplits(terms: Terms, a: Split, b: Split, factor = ONE): Split {
  const other = scaledSplit(terms, b, factor)
  const rest = new Map(a.rest)
  for (const [term, own] of other.rest) {
    const total = add(rest.get(term) ?? ZERO, own)
    if (total.n === 0) rest.delete(term)
    else rest.set(term, total)
  }
  const whole = terms.sum([a.whole, other.whole])
  const isRounded = (isWholeSplit(a) && other.isRounded) || (isWholeSplit(other) && a.isRounded)
  return { whole, rest, offset: add(a.offset, other.offset), isRounded }
}

/** @param factor an integer */
export function scaledSplit(terms: Terms, split: Split, factor: Rational): Split {
  if (isOne(factor)) return split
  const whole = terms.product(terms.integer(factor), split.whole)
  return { ...scaledRest(split, factor), whole, isRounded: isWholeSplit(split) }
}

function scaledRest(split: Split, factor: Rational): Pick<Split, 'rest' | 'offset'> {
  const rest = new Map([...split.rest].map(([term, own]) => [term, multiply(own, factor)]))
  return { rest, offset: multiply(split.offset, factor) }
}

/** Whole if both factors are. */
export function productOfSplits(terms: Terms, value: Term, a: Split, b: Split): Split {
  if (isWholeSplit(a) && isWholeSplit(b)) return wholeSplit(terms.product(a.whole, b.whole))
  const split = roundedDown(terms, value)
  const none = terms.real(ZERO)
  const areWhole = terms.and([terms.equal(restOf(terms, a), none), terms.equal(restOf(terms, b), none)])
  terms.state(terms.or([terms.not(areWhole), terms.equal(value, terms.asReal(split.whole))]))
  return split
}

export function chosenSplit(terms: Terms, condition: Term, then: Split, otherwise: Split): Split {
  const whole = terms.choose(condition, then.whole, otherwise.whole)
  if (isWholeSplit(then) && isWholeSplit(otherwise)) return { whole, rest: NO_REST, offset: ZERO, isRounded: true }
  const rest = new Map([[terms.choose(condition, restOf(terms, then), restOf(terms, otherwise)), ONE]])
  return { whole, rest, offset: ZERO, isRounded: then.isRounded && otherwise.isRounded }
}

/** Whether every whole number is a multiple of the divisor: `% 1`, `% 0.01`, `% -1`. */
export function isUnitFraction(divisor: Rational): boolean {
  const above = numeratorOf(divisor)
  return above === 1n || above === -1n
}

/** The remainder of `divisor * multiple`; the divisor is not zero. */
export function remainderOfMultiple(terms: Terms, multiple: Split, divisor: Rational): Split {
  const isRounded = signOf(divisor) > 0 && compareRationals(divisor, ONE) <= 0
  return { ...scaledRest(roundSplit(terms, multiple), divisor), whole: terms.integer(ZERO), isRounded }
}

/** The same number with the floor as its whole part. */
export function roundSplit(terms: Terms, split: Split): Split {
  const { whole, rest, offset, isRounded } = split
  if (isRounded) return split
  const above = rest.size === 0 ? constantSplit(terms, offset) : roundedDown(terms, restOf(terms, split))
  return { ...above, whole: terms.sum([whole, above.whole]) }
}

export function restOf(terms: Terms, { rest, offset }: Split): Term {
  const summands = [...rest].map(([term, factor]) => (isOne(factor) ? term : terms.product(terms.real(factor), term)))
  if (offset.n !== 0 || summands.length === 0) summands.push(terms.real(offset))
  const [only] = summands
  return only !== undefined && summands.length === 1 ? only : terms.sum(summands)
}

/** Whether the rest is nothing, whatever the variables are. */
export function isWholeSplit({ rest, offset }: Split): boolean {
  return rest.size === 0 && offset.n === 0
}

function isOne({ n, d }: Rational): boolean {
  return n === 1 && d === 1
}
