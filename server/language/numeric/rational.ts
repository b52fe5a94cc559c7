/**
 * Exact rational numbers. Safe integers are kept as two doubles; if a result exceeds them, the operation is repeated
 * with bigint.
 */

const SAFE = Number.MAX_SAFE_INTEGER

/**
 * In lowest terms with a positive denominator. Small form: safe integers, `big` is null, zero is not negative. Big
 * form, only if needed: `n` and `d` are NaN, which fails every comparison, so the fast paths need no extra test.
 */
export class Rational {
  private constructor(
    readonly n: number,
    readonly d: number,
    readonly big: BigRatio | null,
  ) {}

  /** Requires safe integers in lowest terms, d above zero, n not negative zero. */
  static small(n: number, d: number): Rational {
    return new Rational(n, d, null)
  }

  /** Requires lowest terms, d above zero, beyond the small form. */
  static large(n: bigint, d: bigint): Rational {
    return new Rational(Number.NaN, Number.NaN, { n, d })
  }
}

interface BigRatio {
  readonly n: bigint
  readonly d: bigint
}

export const ZERO = Rational.small(0, 1)
export const ONE = Rational.small(1, 1)

function gcdSmall(a: number, b: number): number {
  // The remainder of doubles is a slow library call; that of 32-bit integers is one instruction.
  while (a > 0x7fffffff || b > 0x7fffffff) {
    const r = a % b
    a = b
    b = r
    if (b === 0) return a
  }
  let x = a | 0
  let y = b | 0
  while (y !== 0) {
    const r = (x % y) | 0
    x = y
    y = r
  }
  return x
}

function gcdBig(a: bigint, b: bigint): bigint {
  while (b !== 0n) {
    const r = a % b
    a = b
    b = r
    // Most of Euclid's steps have small remainders, which doubles can hold.
    if (b !== 0n && a <= 9007199254740991n) return BigInt(gcdSmall(Number(a), Number(b)))
  }
  return a
}

/** @throws RangeError if `d` is zero */
export function makeRatio(n: bigint, d: bigint): Rational {
  if (d === 0n) throw new RangeError('a rational cannot have the denominator zero')
  if (d < 0n) {
    n = -n
    d = -d
  }
  if (d !== 1n) {
    const g = gcdBig(n < 0n ? -n : n, d)
    if (g !== 1n) {
      n /= g
      d /= g
    }
  }
  const fits = n <= 9007199254740991n && n >= -9007199254740991n && d <= 9007199254740991n
  return fits ? Rational.small(Number(n), Number(d)) : Rational.large(n, d)
}

/** Makes a ratio of safe integers with d above zero; negative zero becomes zero. */
export function smallRatio(n: number, d: number): Rational {
  if (n === 0) return ZERO
  if (d === 1) return Rational.small(n, 1)
  const g = gcdSmall(Math.abs(n), d)
  return Rational.small(n / g, d / g)
}

/** Accepts safe integers; negative zero becomes zero. */
export function fromInteger(n: number): Rational {
  return Rational.small(n + 0, 1)
}

export function numeratorOf(a: Rational): bigint {
  return a.big === null ? BigInt(a.n) : a.big.n
}

export function denominatorOf(a: Rational): bigint {
  return a.big === null ? BigInt(a.d) : a.big.d
}

/** Returns a negative number, zero or a positive number. */
export function compareRationals(a: Rational, b: Rational): number {
  // The difference may round, but its sign stays correct.
  if (a.d === b.d) return a.n - b.n
  const p = a.n * b.d
  const q = b.n * a.d
  // A double product up to 2^53 - 1 is exact.
  if (p <= SAFE && p >= -SAFE && q <= SAFE && q >= -SAFE) return p - q
  const x = numeratorOf(a) * denominatorOf(b)
  const y = numeratorOf(b) * denominatorOf(a)
  return x < y ? -1 : x > y ? 1 : 0
}

export function isEqual(a: Rational, b: Rational): boolean {
  if (a.big === null || b.big === null) return a.n === b.n && a.d === b.d
  return a.big.n === b.big.n && a.big.d === b.big.d
}

export function add(a: Rational, b: Rational): Rational {
  if (a.d === b.d) {
    const n = a.n + b.n
    if (n <= SAFE && n >= -SAFE) return smallRatio(n, a.d)
  } else {
    const p = a.n * b.d
    const q = b.n * a.d
    const d = a.d * b.d
    const n = p + q
    if (d <= SAFE && Math.abs(p) <= SAFE && Math.abs(q) <= SAFE && n <= SAFE && n >= -SAFE) return smallRatio(n, d)
  }
  const da = denominatorOf(a)
  const db = denominatorOf(b)
  return makeRatio(numeratorOf(a) * db + numeratorOf(b) * da, da * db)
}

export function negate(a: Rational): Rational {
  if (a.big === null) return a.n === 0 ? ZERO : Rational.small(-a.n, a.d)
  return Rational.large(-a.big.n, a.big.d)
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b))
}

export function multiply(a: Rational, b: Rational): Rational {
  const n = a.n * b.n
  const d = a.d * b.d
  if (n <= SAFE && n >= -SAFE && d <= SAFE) return smallRatio(n, d)
  return makeRatio(numeratorOf(a) * numeratorOf(b), denominatorOf(a) * denominatorOf(b))
}

/** Returns null if `b` is zero. */
export function divide(a: Rational, b: Rational): Rational | null {
  if (b.n === 0) return null
  const n = a.n * b.d
  const d = a.d * b.n
  if (n <= SAFE && n >= -SAFE && d <= SAFE && d >= -SAFE) return d < 0 ? smallRatio(-n, -d) : smallRatio(n, d)
  return makeRatio(numeratorOf(a) * denominatorOf(b), denominatorOf(a) * numeratorOf(b))
}

/** Zero must not have a negative exponent. */
export function raiseTo(a: Rational, exponent: number): Rational {
  if (exponent === 1) return a
  const e = BigInt(Math.abs(exponent))
  const n = numeratorOf(a) ** e
  const d = denominatorOf(a) ** e
  return exponent < 0 ? makeRatio(d, n) : makeRatio(n, d)
}

export function floorOf(a: Rational): Rational {
  // The quotient never rounds to the next integer: the distance is at least 1/d, more than half the spacing of doubles
  // there, because |n| is below 2^53.
  if (a.big === null) return a.d === 1 ? a : fromInteger(Math.floor(a.n / a.d))
  const { n, d } = a.big
  const q = n / d
  return makeRatio(n < 0n && q * d !== n ? q - 1n : q, 1n)
}

/** `a - b * floor(a / b)`; null if `b` is zero (public/docs/language.md, "Arithmetic"). */
export function flooredModulo(a: Rational, b: Rational): Rational | null {
  if (a.d === 1 && b.d === 1 && b.n !== 0) {
    const r = a.n % b.n
    if (r === 0) return ZERO
    return Rational.small(r < 0 === b.n < 0 ? r : r + b.n, 1)
  }
  const q = divide(a, b)
  return q === null ? null : subtract(a, multiply(b, floorOf(q)))
}

export function signOf(a: Rational): -1 | 0 | 1 {
  if (a.big === null) return a.n < 0 ? -1 : a.n > 0 ? 1 : 0
  return a.big.n < 0n ? -1 : 1
}

export function isInteger(a: Rational): boolean {
  return a.big === null ? a.d === 1 : a.big.d === 1n
}

/**
 * Bounds the decimal digits of numerator and denominator together: never below the true count, above it by at most two
 * each and one in ten thousand. Cheap for any size.
 */
export function boundDigits(a: Rational): number {
  if (a.big === null) return decimalDigits(a.n) + decimalDigits(a.d)
  return bigDigits(a.big.n) + bigDigits(a.big.d)
}

function decimalDigits(n: number): number {
  const m = n < 0 ? -n : n
  let count = 1
  for (let bound = 10; m >= bound; bound *= 10) count++
  return count
}

function hexDigits(n: bigint): number {
  return (n < 0n ? -n : n).toString(16).length
}

function bigDigits(n: bigint): number {
  // Hexadecimal takes linear time, decimal quadratic; a hex digit is log10(16) = 1.20412 decimal digits.
  return Math.ceil(hexDigits(n) * 1.2042)
}

/** The nearest finite double, ties to even, for reports and JSON only. JSON has no infinity. */
export function toDouble(a: Rational): number {
  if (a.big === null) return a.n / a.d
  const m = a.big.n < 0n ? -a.big.n : a.big.n
  const nearest = Math.min(nearestDouble(m, a.big.d), Number.MAX_VALUE)
  return a.big.n < 0n && nearest !== 0 ? -nearest : nearest
}

function nearestDouble(n: bigint, d: bigint): number {
  // 68 to 76 bits of the quotient; the last bit marks a remainder, so that one rounding decides.
  const shift = 72 - 4 * (hexDigits(n) - hexDigits(d))
  const [q, rest] = divideShifted(n, d, shift)
  const exponent = q.toString(2).length - 1 - shift
  if (exponent >= -1022) {
    // 2^shift may exceed the range of doubles although the value does not.
    const half = Math.trunc(shift / 2)
    return Number(rest === 0n ? q : q | 1n) * 2 ** -half * 2 ** (half - shift)
  }
  // Below the normal range, doubles are multiples of 2^-1074.
  const [units, left] = divideShifted(n, d, 1074)
  const twice = left * 2n
  const up = twice > d || (twice === d && (units & 1n) === 1n)
  return Number(up ? units + 1n : units) * Number.MIN_VALUE
}

/** Returns quotient and remainder of n * 2^shift / d. */
function divideShifted(n: bigint, d: bigint, shift: number): readonly [bigint, bigint] {
  const top = shift > 0 ? n << BigInt(shift) : n
  const bottom = shift < 0 ? d << BigInt(-shift) : d
  return [top / bottom, top % bottom]
}
