import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRational, parseNumeral, printNumeral } from './numeral'
import { denominatorOf, isEqual, makeRatio, numeratorOf, type Rational } from './rational'

const LIMIT = 1000

function value(text: string, limit = LIMIT): Rational {
  const answer = parseNumeral(text, limit)
  if (!isRational(answer)) throw new Error(`${text} is refused: ${answer.problem}`)
  return answer
}

/** The meaning of a numeral, by plain bigint arithmetic. */
function meaning(sign: string, whole: string, decimals: string, exponent: number): Rational {
  const n = BigInt(sign + whole + decimals)
  const scale = exponent - decimals.length
  return scale >= 0 ? makeRatio(n * 10n ** BigInt(scale), 1n) : makeRatio(n, 10n ** BigInt(-scale))
}

const digitText = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''))
const sign = fc.constantFrom('', '-')

describe('parseNumeral', () => {
  it('reads a decimal of any length exactly', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(sign, digitText(1, 40), digitText(0, 40), (s, whole, decimals) => {
        const answer = value(`${s}${whole}${decimals === '' ? '' : `.${decimals}`}`)
        expect(isEqual(answer, meaning(s, whole, decimals, 0))).toBe(true)
        expect(Object.is(answer.n, -0)).toBe(false)
      }),
      { numRuns: 3000 },
    )
  })
  it('reads exponents exactly, also around the limit of exact doubles', { tags: 'thorough' }, () => {
    const exponent = fc.oneof(fc.integer({ min: -25, max: 25 }), fc.integer({ min: -300, max: 300 }))
    const written = fc.constantFrom('e', 'E')
    fc.assert(
      fc.property(
        sign,
        digitText(1, 18),
        digitText(0, 18),
        exponent,
        written,
        fc.boolean(),
        (s, w, f, e, mark, plus) => {
          const text = `${s}${w}${f === '' ? '' : `.${f}`}${mark}${plus && e >= 0 ? '+' : ''}${e}`
          const answer = value(text)
          expect(isEqual(answer, meaning(s, w, f, e))).toBe(true)
          expect(Object.is(answer.n, -0)).toBe(false)
        },
      ),
      { numRuns: 3000 },
    )
  })
  it('reads powers of ten exactly', () => {
    for (let k = 0; k <= 400; k++) {
      expect(numeratorOf(value(`1e${k}`))).toBe(10n ** BigInt(k))
      expect(denominatorOf(value(`1e-${k}`))).toBe(10n ** BigInt(k))
    }
  })
  it('reads fractions', () => {
    fc.assert(
      fc.property(sign, digitText(1, 40), digitText(1, 40), (s, n, d) => {
        const answer = parseNumeral(`${s}${n}/${d}`, LIMIT)
        if (BigInt(d) === 0n) expect(answer).toEqual({ problem: 'not a numeral' })
        else expect(isRational(answer) && isEqual(answer, makeRatio(BigInt(s + n), BigInt(d)))).toBe(true)
      }),
    )
  })
  it('refuses text that is not a numeral', () => {
    const wrong = [
      '',
      '-',
      '+1',
      '1.',
      '.5',
      '-.5',
      '1..2',
      '1.2.3',
      '--1',
      '1-',
      'e5',
      '1e',
      '1e+',
      '1e1.5',
      '1/0',
      '1/-3',
      '1.5/2',
    ]
    const strange = [
      '1/2/3',
      '/3',
      '3/',
      '1,000',
      '1_000',
      ' 1',
      '1 ',
      '1\n',
      '0x10',
      'NaN',
      'Infinity',
      '٣',
      '１',
      '½',
      '1e5/2',
      '1n',
      '−1',
      '1\u0000',
    ]
    for (const text of [...wrong, ...strange])
      expect([text, parseNumeral(text, LIMIT)]).toEqual([text, { problem: 'not a numeral' }])
  })
  it('never throws, and returns a value only for the grammar', { tags: 'thorough' }, () => {
    const grammar = /^-?[0-9]+((\.[0-9]+)?([eE][+-]?[0-9]+)?|\/0*[1-9][0-9]*)$/
    const text = fc.oneof(fc.string({ unit: fc.constantFrom(...'0123456789.-+eE/ ') }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 2000 }), (t, limit) => {
        const answer = parseNumeral(t, limit)
        if (isRational(answer)) return grammar.test(t)
        return answer.problem === 'not a numeral' ? !grammar.test(t) : answer.digits > limit
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the digits limit', () => {
  const tooMany = (text: string, limit: number) => {
    const answer = parseNumeral(text, limit)
    return !isRational(answer) && answer.problem === 'too many digits' ? answer.digits : null
  }
  it('admits the limit and refuses one more, in every form', () => {
    for (const limit of [1, 5, 14, 15, 16, 1000]) {
      expect(tooMany('9'.repeat(limit), limit)).toBeNull()
      expect(tooMany('9'.repeat(limit + 1), limit)).toBe(limit + 1)
      expect(tooMany(`-${'9'.repeat(limit)}`, limit)).toBeNull()
      expect(tooMany(`-${'9'.repeat(limit + 1)}`, limit)).toBe(limit + 1)
      expect(tooMany('0'.repeat(limit + 1), limit)).toBe(limit + 1)
      expect(tooMany(`0.${'0'.repeat(limit)}`, limit)).toBe(limit + 1)
      expect(tooMany(`1e${limit - 1}`, limit)).toBeNull()
      expect(tooMany(`1e${limit}`, limit)).toBe(limit + 1)
      expect(tooMany(`1e-${limit}`, limit)).toBeNull()
      expect(tooMany(`1e-${limit + 1}`, limit)).toBe(limit + 1)
      expect(tooMany(`${'9'.repeat(limit)}/${'7'.repeat(limit)}`, limit)).toBeNull()
      expect(tooMany(`1/${'7'.repeat(limit + 1)}`, limit)).toBe(limit + 1)
    }
  })
  it('applies to exponents of any size, with a count that JSON can represent', () => {
    for (const text of [
      '1e100000000',
      '1e-100000000',
      `1e${'9'.repeat(400)}`,
      `-1e-${'9'.repeat(400)}`,
      '1e99999999999999999999',
    ]) {
      const counted = tooMany(text, LIMIT)
      expect(counted !== null && counted > LIMIT && Number.isSafeInteger(counted)).toBe(true)
    }
  })
  it('reads zero as zero with any exponent', () => {
    for (const text of ['0', '-0', '0.000', '-0.0e5', '0e999999999999', '0/7', '-0/7']) {
      const zero = value(text)
      expect([text, Object.is(zero.n, 0), zero.d]).toEqual([text, true, 1])
    }
  })
})

describe('printNumeral', () => {
  it('prints text that reads back, in exactly one form', { tags: 'thorough' }, () => {
    const whole = fc.oneof(fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }), fc.bigInt({ min: -999n, max: 999n }))
    const twosAndFives = fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
      .map(([twos, fives]) => 2n ** BigInt(twos) * 5n ** BigInt(fives))
    const d = fc.oneof(fc.constant(1n), twosAndFives, fc.bigInt({ min: 1n, max: 2n ** 60n }))
    fc.assert(
      fc.property(whole, d, (n, m) => {
        const a = makeRatio(n, m)
        const text = printNumeral(a)
        expect(isEqual(value(text), a)).toBe(true)
        // A decimal if it is finite, without trailing zeros; otherwise a fraction in lowest terms.
        let rest = denominatorOf(a)
        while (rest % 2n === 0n) rest /= 2n
        while (rest % 5n === 0n) rest /= 5n
        if (rest === 1n) expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
        else expect(text).toBe(`${numeratorOf(a)}/${denominatorOf(a)}`)
      }),
      { numRuns: 3000 },
    )
  })
  it('prints known values', () => {
    const known = [
      ['0', '0'],
      ['-0.50', '-0.5'],
      ['3.50', '3.5'],
      ['1e6', '1000000'],
      ['1e-3', '0.001'],
      ['-7/8', '-0.875'],
      ['10/4', '2.5'],
      ['7/3', '7/3'],
      ['-4/6', '-2/3'],
      ['12345678901234567890.12', '12345678901234567890.12'],
      ['9007199254740991', '9007199254740991'],
      ['9007199254740993', '9007199254740993'],
      ['0.1', '0.1'],
      ['9007199254740991.5', '9007199254740991.5'],
    ]
    for (const [text, printed] of known) expect(printNumeral(value(text!))).toBe(printed)
  })
  it('prints a denominator of many thousand digits', () => {
    const text = printNumeral(makeRatio(1n, 2n ** 20_000n))
    expect(text.length).toBe(20_002)
    expect(BigInt(text.slice(2))).toBe(5n ** 20_000n)
  })
})
