/**
 * Exact rational numbers.
 *
 * Promises: no operation rounds. A value whose numerator and denominator are safe integers is kept as two
 * doubles and worked on without bigint; an operation that would pass that bound is done again on bigint, so the
 * answer is the same and only slower. Trusts nothing and imports nothing.
 */

const SAFE = Number.MAX_SAFE_INTEGER

/**
 * An exact rational in lowest terms with a positive denominator.
 * Small form: `big` is null and `n`/`d` are safe integers. Big form: `n` and `d` are NaN and `big` holds the value;
 * NaN makes every small-form bound check fail, so the fast paths need no test of their own.
 */
export class Rational {
  private constructor(
    readonly n: number,
    readonly d: number,
    readonly big: BigRatio | null,
  ) {}

  static small(n: number, d: number): Rational {
    return new Rational(n, d, null)
  }

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
  while (b !== 0) {
    const r = a % b
    a = b
    b = r
  }
  return a
}

function gcdBig(a: bigint, b: bigint): bigint {
  while (b !== 0n) {
    const r = a % b
    a = b
    b = r
    // Once both fit, finish on doubles: most of Euclid's steps happen on small remainders.
    if (b !== 0n && a <= 9007199254740991n) return BigInt(gcdSmall(Number(a), Number(b)))
  }
  return a
}

/** The rational n/d in lowest terms. `d` must not be zero: dividing by zero has no value and is the caller's case. */
export function ratio(n: bigint, d: bigint): Rational {
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

/** The rational n/d for safe integers, d above zero. */
export function smallRatio(n: number, d: number): Rational {
  if (n === 0) return ZERO
  if (d === 1) return Rational.small(n, 1)
  const g = gcdSmall(Math.abs(n), d)
  return Rational.small(n / g, d / g)
}

/** A safe integer as a rational. */
export function integer(n: number): Rational {
  return Rational.small(n + 0, 1)
}

export function numerator(a: Rational): bigint {
  return a.big === null ? BigInt(a.n) : a.big.n
}

export function denominator(a: Rational): bigint {
  return a.big === null ? BigInt(a.d) : a.big.d
}

/** Negative, zero or positive, as `a` is below, equal to or above `b`. */
export function compare(a: Rational, b: Rational): number {
  const p = a.n * b.d
  const q = b.n * a.d
  // A double product that is at most 2^53 - 1 is exact.
  if (p <= SAFE && p >= -SAFE && q <= SAFE && q >= -SAFE) return p - q
  const x = numerator(a) * denominator(b)
  const y = numerator(b) * denominator(a)
  return x < y ? -1 : x > y ? 1 : 0
}

export function equals(a: Rational, b: Rational): boolean {
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
  const da = denominator(a)
  const db = denominator(b)
  return ratio(numerator(a) * db + numerator(b) * da, da * db)
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
  return ratio(numerator(a) * numerator(b), denominator(a) * denominator(b))
}

/** a / b, or null where b is zero: division by zero has no value. */
export function divide(a: Rational, b: Rational): Rational | null {
  if (b.n === 0) return null
  const n = a.n * b.d
  const d = a.d * b.n
  if (n <= SAFE && n >= -SAFE && d <= SAFE && d >= -SAFE) return d < 0 ? smallRatio(-n, -d) : smallRatio(n, d)
  return ratio(numerator(a) * denominator(b), denominator(a) * numerator(b))
}

/** The greatest integer that is not above `a`. */
export function floor(a: Rational): Rational {
  if (a.big === null) return a.d === 1 ? a : integer(Math.floor(a.n / a.d) || 0)
  const { n, d } = a.big
  const q = n / d
  return ratio(n < 0n && q * d !== n ? q - 1n : q, 1n)
}

/** Floored modulo, `a - b * floor(a / b)`, or null where b is zero (language.md, "Names and types"). */
export function modulo(a: Rational, b: Rational): Rational | null {
  const q = divide(a, b)
  return q === null ? null : subtract(a, multiply(b, floor(q)))
}

export function sign(a: Rational): -1 | 0 | 1 {
  if (a.big === null) return a.n < 0 ? -1 : a.n > 0 ? 1 : 0
  return a.big.n < 0n ? -1 : 1
}

export function isInteger(a: Rational): boolean {
  return a.big === null ? a.d === 1 : a.big.d === 1n
}

/**
 * A bound on the decimal digits of numerator and denominator together, for budgets: never below the true count by
 * more than one digit each, cheap on any size.
 */
export function digits(a: Rational): number {
  if (a.big === null) return decimalDigits(a.n) + decimalDigits(a.d)
  return bigDigits(a.big.n) + bigDigits(a.big.d)
}

function decimalDigits(n: number): number {
  const m = Math.abs(n)
  return m < 10 ? 1 : Math.floor(Math.log10(m)) + 1
}

function bigDigits(n: bigint): number {
  // Hexadecimal text costs linear time, decimal text quadratic; a hex digit is log10(16) decimal ones.
  return Math.ceil((n < 0n ? -n : n).toString(16).length * 1.2042)
}

/** The nearest double; only for reports to people and JSON numbers, never to compute with. */
export function toDouble(a: Rational): number {
  if (a.big === null) return a.n / a.d
  const { n, d } = a.big
  const negative = n < 0n
  const m = negative ? -n : n
  // Keep 64 significant bits of the quotient before the division into doubles, so that neither part overflows.
  const shift = BigInt(Math.max(0, 64 - (m.toString(2).length - d.toString(2).length)))
  const q = (m << shift) / d
  const bits = q.toString(2).length
  const drop = BigInt(Math.max(0, bits - 64))
  const value = Number(q >> drop) * 2 ** (Number(drop) - Number(shift))
  return negative ? -value : value
}
