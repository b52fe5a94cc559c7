import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  boundDigits,
  compareRationals,
  denominatorOf,
  divide,
  flooredModulo,
  floorOf,
  fromInteger,
  isEqual,
  isInteger,
  makeRatio,
  multiply,
  negate,
  numeratorOf,
  ONE,
  type Rational,
  raiseTo,
  signOf,
  smallRatio,
  subtract,
  toDouble,
  ZERO,
} from './rational'

/** The reference: unreduced bigints, compared by cross multiplication. */
type Pair = readonly [bigint, bigint]

const BOUND = 2n ** 53n
const ROOT = 94906265n // its square is just below 2^53, and the next one just above

/** Integers where the two forms meet: near 0, near 2^53, near its root, and far beyond. */
const whole: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: -20n, max: 20n }),
  fc.bigInt({ min: BOUND - 4n, max: BOUND + 4n }),
  fc.bigInt({ min: -BOUND - 4n, max: -BOUND + 4n }),
  fc.bigInt({ min: ROOT - 3n, max: ROOT + 3n }),
  fc.bigInt({ min: -ROOT - 3n, max: -ROOT + 3n }),
  fc.bigInt({ min: 2n ** 31n - 3n, max: 2n ** 32n + 3n }),
  fc.constantFrom(10n ** 15n, 10n ** 16n, -(10n ** 15n), 2n ** 52n, 3n ** 33n, 3n ** 34n, 2n ** 1100n, -(10n ** 400n)),
  fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }),
)
const positive = whole.map((n) => (n === 0n ? 1n : n < 0n ? -n : n))
const pair: fc.Arbitrary<Pair> = fc.tuple(whole, positive)
const make = ([n, d]: Pair): Rational => makeRatio(n, d)

/** Fails unless `actual` is the value of the pair, in its only form. */
function expectExactly(actual: Rational, [n, d]: Pair): void {
  const an = numeratorOf(actual)
  const ad = denominatorOf(actual)
  const fits = an > -BOUND && an < BOUND && ad < BOUND
  const form = fits
    ? actual.big === null && !Object.is(actual.n, -0)
    : actual.big !== null && Number.isNaN(actual.n) && Number.isNaN(actual.d)
  // One comparison instead of four matchers, because this runs some hundred thousand times.
  if (an * d !== n * ad || ad <= 0n || gcd(an < 0n ? -an : an, ad) !== 1n || !form)
    throw new Error(`${n}/${d} came out as ${an}/${ad}, ${actual.big === null ? 'small' : 'big'}`)
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b)
}

describe('ratio', () => {
  it('reduces, makes the denominator positive and takes the small form exactly when it fits', () => {
    fc.assert(
      fc.property(whole, positive, fc.boolean(), (n, d, minus) => {
        expectExactly(makeRatio(n, minus ? -d : d), [minus ? -n : n, d])
      }),
      { numRuns: 2000 },
    )
  })
  it('refuses the denominator zero', () => {
    expect(() => makeRatio(1n, 0n)).toThrow(RangeError)
  })
  it('smallRatio and integer agree with it on safe integers', () => {
    const safe = fc.maxSafeInteger()
    fc.assert(
      fc.property(safe, safe, (n, m) => {
        const d = m === 0 ? 1 : Math.abs(m)
        expectExactly(smallRatio(n, d), [BigInt(n), BigInt(d)])
        expectExactly(fromInteger(n), [BigInt(n), 1n])
      }),
    )
    expectExactly(smallRatio(-0, 7), [0n, 1n])
    expectExactly(fromInteger(-0), [0n, 1n])
  })
})

describe('arithmetic against plain bigints', () => {
  it('adds, subtracts, multiplies', () => {
    fc.assert(
      fc.property(pair, pair, (p, q) => {
        const a = make(p)
        const b = make(q)
        expectExactly(add(a, b), [p[0] * q[1] + q[0] * p[1], p[1] * q[1]])
        expectExactly(subtract(a, b), [p[0] * q[1] - q[0] * p[1], p[1] * q[1]])
        expectExactly(multiply(a, b), [p[0] * q[0], p[1] * q[1]])
        expectExactly(negate(a), [-p[0], p[1]])
      }),
      { numRuns: 5000 },
    )
  })
  it('divides, and returns null for zero', () => {
    fc.assert(
      fc.property(pair, pair, (p, q) => {
        const answer = divide(make(p), make(q))
        if (q[0] === 0n) expect(answer).toBeNull()
        else if (answer === null) throw new Error('a quotient is missing')
        else expectExactly(answer, q[0] < 0n ? [-p[0] * q[1], p[1] * -q[0]] : [p[0] * q[1], p[1] * q[0]])
      }),
      { numRuns: 5000 },
    )
  })
  it('floors towards minus infinity', () => {
    fc.assert(
      fc.property(pair, ([n, d]) => {
        expectExactly(floorOf(makeRatio(n, d)), [floorDivide(n, d), 1n])
      }),
      { numRuns: 5000 },
    )
  })
  it('floors quotients next to an integer that a rounded double would reach', () => {
    const d = fc.integer({ min: 2, max: 2 ** 30 })
    fc.assert(
      fc.property(
        d,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(-1, 1),
        fc.boolean(),
        (q, share, step, minus) => {
          const k = Math.floor(share * Math.floor((Number.MAX_SAFE_INTEGER - 1) / q))
          const n = (k * q + step) * (minus ? -1 : 1)
          expectExactly(floorOf(smallRatio(n, q)), [floorDivide(BigInt(n), BigInt(q)), 1n])
        },
      ),
      { numRuns: 5000 },
    )
  })
  it('computes the floored modulo, and returns null for zero', () => {
    fc.assert(
      fc.property(pair, pair, (p, q) => {
        const answer = flooredModulo(make(p), make(q))
        if (q[0] === 0n) {
          expect(answer).toBeNull()
          return
        }
        // a - b * floor(a / b) over the common denominator.
        const x = p[0] * q[1]
        const y = q[0] * p[1]
        const k = y < 0n ? floorDivide(-x, -y) : floorDivide(x, y)
        if (answer === null) throw new Error('a remainder is missing')
        expectExactly(answer, [x - y * k, p[1] * q[1]])
      }),
      { numRuns: 5000 },
    )
    expect(flooredModulo(fromInteger(-7), fromInteger(3))).toEqual(fromInteger(2))
    expect(flooredModulo(fromInteger(7), fromInteger(-3))).toEqual(fromInteger(-2))
    expect(flooredModulo(fromInteger(-6), fromInteger(3))).toEqual(ZERO)
  })
  it('computes whole powers', () => {
    fc.assert(
      fc.property(pair, fc.integer({ min: -6, max: 6 }), (p, e) => {
        fc.pre(p[0] !== 0n || e >= 0)
        let expected: Pair = [1n, 1n]
        for (let i = 0; i < Math.abs(e); i++) expected = [expected[0] * p[0], expected[1] * p[1]]
        if (e < 0) expected = expected[0] < 0n ? [-expected[1], -expected[0]] : [expected[1], expected[0]]
        expectExactly(raiseTo(make(p), e), expected)
      }),
    )
  })
})

describe('order', () => {
  it('compares like cross products', () => {
    fc.assert(
      fc.property(pair, pair, (p, q) => {
        const difference = p[0] * q[1] - q[0] * p[1]
        const expected = difference < 0n ? -1 : difference > 0n ? 1 : 0
        expect(Math.sign(compareRationals(make(p), make(q)))).toBe(expected)
        expect(isEqual(make(p), make(q))).toBe(expected === 0)
      }),
      { numRuns: 5000 },
    )
  })
  it('distinguishes neighbours at every size', () => {
    fc.assert(
      fc.property(pair, positive, (p, tiny) => {
        const a = make(p)
        const b = add(a, makeRatio(1n, tiny))
        expect(compareRationals(a, b)).toBeLessThan(0)
        expect(compareRationals(b, a)).toBeGreaterThan(0)
        expect(isEqual(a, b)).toBe(false)
        expect(isEqual(a, make([p[0] * 3n, p[1] * 3n]))).toBe(true)
      }),
    )
  })
  it('returns the sign, and recognises integers', () => {
    fc.assert(
      fc.property(pair, (p) => {
        expect(signOf(make(p))).toBe(p[0] < 0n ? -1 : p[0] > 0n ? 1 : 0)
        expect(isInteger(make(p))).toBe(p[0] % p[1] === 0n)
      }),
    )
  })
})

describe('digits', () => {
  it('never counts too few, and not many too many', () => {
    fc.assert(
      fc.property(pair, (p) => {
        const a = make(p)
        const n = numeratorOf(a)
        const exact = String(n < 0n ? -n : n).length + String(denominatorOf(a)).length
        expect(boundDigits(a)).toBeGreaterThanOrEqual(exact)
        expect(boundDigits(a)).toBeLessThanOrEqual(exact * 1.0001 + 4)
      }),
      { numRuns: 2000 },
    )
  })
  it('counts powers of ten and their neighbours exactly in the small form', () => {
    for (let k = 0; k <= 15; k++) {
      expect(boundDigits(makeRatio(10n ** BigInt(k), 1n))).toBe(k + 2)
      if (k > 0) expect(boundDigits(makeRatio(10n ** BigInt(k) - 1n, 1n))).toBe(k + 1)
    }
  })
})

describe('toDouble', () => {
  it('returns every finite double unchanged', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        expect(toDouble(exactly(x))).toBe(x === 0 ? 0 : x)
      }),
      { numRuns: 2000 },
    )
  })
  it('rounds to the nearest, ties to even, down to the smallest', () => {
    const double = fc.oneof(
      fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE / 2, noNaN: true }),
      fc.double({ min: Number.MIN_VALUE, max: 1e-307, noNaN: true }),
    )
    // Points a, a + gap/2 and just next to the middle, where rounding twice goes wrong.
    fc.assert(
      fc.property(double, fc.constantFrom(-1n, 0n, 1n), fc.integer({ min: 60, max: 2000 }), (x, side, depth) => {
        const above = nextUp(x)
        const middle = multiply(add(exactly(x), exactly(above)), makeRatio(1n, 2n))
        const nudged = add(middle, makeRatio(side, 2n ** BigInt(depth + 1100)))
        const even = isEven(x) ? x : above
        expect(toDouble(nudged)).toBe(side < 0n ? x : side > 0n ? above : even)
        expect(toDouble(negate(nudged))).toBe(-(side < 0n ? x : side > 0n ? above : even))
      }),
      { numRuns: 2000 },
    )
  })
  it('stays finite, and reaches zero without a sign', () => {
    expect(toDouble(makeRatio(10n ** 400n, 3n))).toBe(Number.MAX_VALUE)
    expect(toDouble(makeRatio(-(10n ** 400n), 3n))).toBe(-Number.MAX_VALUE)
    expect(Object.is(toDouble(makeRatio(-1n, 10n ** 400n)), 0)).toBe(true)
    expect(toDouble(makeRatio(1n, 3n))).toBe(1 / 3)
    expect(toDouble(ONE)).toBe(1)
  })
})

function floorDivide(n: bigint, d: bigint): bigint {
  const q = n / d
  return n < 0n && q * d !== n ? q - 1n : q
}

/** The bits of the double as a rational: sign, 53 bits and a power of two. */
function exactly(x: number): Rational {
  const bits = new BigUint64Array(Float64Array.of(x).buffer)[0]!
  const raw = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  const n = (raw === 0 ? fraction : fraction | (1n << 52n)) * (bits >> 63n === 1n ? -1n : 1n)
  const e = (raw === 0 ? 1 : raw) - 1075
  return e >= 0 ? makeRatio(n << BigInt(e), 1n) : makeRatio(n, 1n << BigInt(-e))
}

function nextUp(x: number): number {
  const bits = new BigUint64Array(Float64Array.of(x).buffer)
  return new Float64Array(BigUint64Array.of(bits[0]! + 1n).buffer)[0]!
}

function isEven(x: number): boolean {
  return (new BigUint64Array(Float64Array.of(x).buffer)[0]! & 1n) === 0n
}
