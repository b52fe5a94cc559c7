/**
 * Zeros of several polynomials. Each is listed once: a rational one exactly, an irrational one between close decimals.
 */
import type { Meter } from '../engine/core/meter'
import {
  add,
  boundDigits,
  compareRationals,
  denominatorOf,
  divide,
  floorOf,
  fromInteger,
  isEqual,
  makeRatio,
  negate,
  numeratorOf,
  type Rational,
  subtract,
} from '../language/numeric/rational'
import type { Polynomial } from './polynomial'

/** Encloses one irrational root, and no other. */
export interface Bracket {
  readonly low: Rational
  readonly high: Rational
}

export interface Roots {
  readonly rational: readonly Rational[]
  readonly irrational: readonly Bracket[]
}

const MAX_DEGREE = 12
/** Digits of one coefficient. */
const MAX_DIGITS = 200
/** The first try, and the most. */
const DECIMAL_PLACES_STEP = 6
const MAX_DECIMAL_PLACES = 60

/** From the constant upwards, without a common divisor. */
type Whole = readonly bigint[]

export function realRoots(polynomials: readonly Polynomial[], meter: Meter): Roots | null {
  const rational: Rational[] = []
  let irrational: Whole = [1n]
  for (const polynomial of polynomials) {
    if (polynomial.length < 2) continue
    if (polynomial.length === 2) {
      addOnce(rational, negate(divide(polynomial[0]!, polynomial[1]!)!))
      continue
    }
    if (polynomial.length > MAX_DEGREE + 1 || polynomial.some((one) => boundDigits(one) > MAX_DIGITS)) return null
    const whole = squareFree(wholeCoefficients(polynomial))
    meter.spend(whole.length ** 3)
    const linear: Whole[] = []
    for (const root of isolateRoots(whole, meter).flatMap((bracket) => rationalIn(whole, bracket, meter) ?? [])) {
      addOnce(rational, root)
      linear.push([-numeratorOf(root), denominatorOf(root)])
    }
    const rest = linear.reduce(quotient, whole)
    irrational = squareFree(product(irrational, quotient(rest, commonDivisor(irrational, rest))))
    if (irrational.length > MAX_DEGREE + 1) return null
  }
  if (irrational.length === 1) return { rational, irrational: [] }
  const brackets = isolateRoots(irrational, meter).map((bracket) => inDecimals(irrational, bracket, rational, meter))
  return brackets.includes(null) ? null : { rational, irrational: brackets.filter((each) => each !== null) }
}

function addOnce(list: Rational[], value: Rational): void {
  if (!list.some((each) => isEqual(each, value))) list.push(value)
}

/** Half-open intervals with one root each: above `low`, up to `high`. */
function isolateRoots(polynomial: Whole, meter: Meter): readonly Bracket[] {
  if (polynomial.length < 2) return []
  const chain = sturmChain(polynomial)
  const leading = magnitude(polynomial.at(-1)!)
  const bound = makeRatio(polynomial.map(magnitude).reduce((a, b) => (a > b ? a : b)) / leading + 2n, 1n)
  const brackets: Bracket[] = []
  const open: Bracket[] = [{ low: negate(bound), high: bound }]
  for (let bracket = open.pop(); bracket !== undefined; bracket = open.pop()) {
    meter.spend(chain.length ** 2)
    const { low, high } = bracket
    const count = countSignChanges(chain, low) - countSignChanges(chain, high)
    if (count === 1) brackets.push(bracket)
    if (count < 2) continue
    const between = middle(bracket)
    open.push({ low: between, high }, { low, high: between })
  }
  return brackets
}

/** Null if the root is irrational. A rational root's denominator divides the leading coefficient. */
function rationalIn(polynomial: Whole, bracket: Bracket, meter: Meter): Rational | null {
  const leading = magnitude(polynomial.at(-1)!)
  let { low, high } = bracket
  const chain = sturmChain(polynomial)
  while (compareRationals(subtract(high, low), makeRatio(1n, leading)) >= 0) {
    meter.spend(chain.length ** 2)
    const between = middle({ low, high })
    if (countSignChanges(chain, low) - countSignChanges(chain, between) === 1) high = between
    else low = between
  }
  const candidate = makeRatio(numeratorOf(floorOf(times(high, leading))), leading)
  return compareRationals(candidate, low) > 0 && signAt(polynomial, candidate) === 0 ? candidate : null
}

/** A decimal bracket inside the given one that does not enclose any of `others`. */
function inDecimals(polynomial: Whole, bracket: Bracket, others: readonly Rational[], meter: Meter): Bracket | null {
  let { low, high } = bracket
  const above = signAt(polynomial, high)
  for (let places = DECIMAL_PLACES_STEP; places <= MAX_DECIMAL_PLACES; places += DECIMAL_PLACES_STEP) {
    const unit = 10n ** BigInt(places)
    while (compareRationals(subtract(high, low), makeRatio(1n, 4n * unit)) > 0) {
      meter.spend(polynomial.length ** 2)
      const between = middle({ low, high })
      if (signAt(polynomial, between) === above) high = between
      else low = between
    }
    const step = makeRatio(1n, unit)
    const down = makeRatio(numeratorOf(floorOf(times(low, unit))), unit)
    const up = add(makeRatio(numeratorOf(floorOf(times(high, unit))), unit), step)
    const isInside = compareRationals(down, bracket.low) > 0 && compareRationals(up, bracket.high) < 0
    if (isInside && !others.some((other) => compareRationals(other, down) >= 0 && compareRationals(other, up) <= 0))
      return { low: down, high: up }
  }
  return null
}

function times(a: Rational, b: bigint): Rational {
  return makeRatio(numeratorOf(a) * b, denominatorOf(a))
}

function middle({ low, high }: Bracket): Rational {
  return divide(add(low, high), fromInteger(2))!
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

function wholeCoefficients(polynomial: Polynomial): Whole {
  const common = polynomial.map(denominatorOf).reduce((a, b) => (a / greatestDivisor(a, b)) * b)
  return primitivePart(polynomial.map((one) => numeratorOf(one) * (common / denominatorOf(one))))
}

function primitivePart(polynomial: Whole): Whole {
  const last = polynomial.findLastIndex((one) => one !== 0n)
  const lowest = polynomial.slice(0, last + 1)
  const common = lowest.reduce(greatestDivisor, 0n)
  return common < 2n ? lowest : lowest.map((one) => one / common)
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [magnitude(a), magnitude(b)]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

function derivative(polynomial: Whole): Whole {
  return polynomial.slice(1).map((one, index) => one * BigInt(index + 1))
}

function product(a: Whole, b: Whole): Whole {
  const result = new Array<bigint>(a.length + b.length - 1).fill(0n)
  for (const [i, one] of a.entries()) for (const [j, other] of b.entries()) result[i + j]! += one * other
  return primitivePart(result)
}

/** A positive multiple of the remainder of `a` by `b`. */
function remainder(a: Whole, b: Whole): Whole {
  return divideWhole(a, b).rest
}

/** A constant multiple of `a / b`; `b` must divide `a` without a remainder. */
function quotient(a: Whole, b: Whole): Whole {
  return b.length === 1 ? a : divideWhole(a, b).quotient
}

function divideWhole(a: Whole, b: Whole): { readonly quotient: Whole; readonly rest: Whole } {
  const leading = b.at(-1)!
  const size = magnitude(leading)
  const sign = leading < 0n ? -1n : 1n
  let rest = a
  let coefficients = new Array<bigint>(Math.max(a.length - b.length + 1, 1)).fill(0n)
  while (rest.length >= b.length && rest.length > 0) {
    const shift = rest.length - b.length
    const factor = rest.at(-1)! * sign
    coefficients = coefficients.map((one) => one * size)
    coefficients[shift]! += factor
    const reduced = rest.map((one, index) => one * size - (index < shift ? 0n : factor * b[index - shift]!))
    rest = reduced.slice(0, reduced.findLastIndex((one) => one !== 0n) + 1)
  }
  return { quotient: primitivePart(coefficients), rest: primitivePart(rest) }
}

function commonDivisor(a: Whole, b: Whole): Whole {
  let [x, y] = a.length < b.length ? [b, a] : [a, b]
  while (y.length > 0) [x, y] = [y, remainder(x, y)]
  return x.length === 1 ? [1n] : x
}

function squareFree(polynomial: Whole): Whole {
  if (polynomial.length < 3) return polynomial
  return quotient(polynomial, commonDivisor(polynomial, derivative(polynomial)))
}

function sturmChain(polynomial: Whole): readonly Whole[] {
  const chain: Whole[] = [polynomial, derivative(polynomial)]
  for (let last = chain.at(-1)!; last.length > 1; last = chain.at(-1)!) {
    const next = remainder(chain.at(-2)!, last)
    if (next.length === 0) break
    chain.push(next.map((one) => -one))
  }
  return chain
}

function countSignChanges(chain: readonly Whole[], at: Rational): number {
  const signs = chain.map((polynomial) => signAt(polynomial, at)).filter((sign) => sign !== 0)
  return signs.filter((sign, index) => index > 0 && sign !== signs[index - 1]).length
}

function signAt(polynomial: Whole, at: Rational): -1 | 0 | 1 {
  const [n, d] = [numeratorOf(at), denominatorOf(at)]
  let [value, scale] = [0n, 1n]
  for (let index = polynomial.length - 1; index >= 0; index--) {
    value = value * n + polynomial[index]! * scale
    scale *= d
  }
  return value === 0n ? 0 : value < 0n ? -1 : 1
}
