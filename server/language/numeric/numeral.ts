/** Exact numerals. Too many expanded digits are refused before any big number is built. */
import { denominatorOf, makeRatio, negate, numeratorOf, Rational, smallRatio, ZERO } from './rational'

export type NumeralProblem =
  | { readonly problem: 'not a numeral' }
  /** At most 2^53 - 1, for any exponent. */
  | { readonly problem: 'too many digits'; readonly digits: number }

const FORM = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const FRACTION = /^(-?)(\d+)\/(\d+)$/

/** The operator ** is not exact for doubles. */
const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

/**
 * Reads `-5`, `3.50`, `1e6` or `7/3` (public/docs/language.md, "What may be submitted").
 * @param limit decimal digits after expanding the exponent (budget `numeral_digits`); in a fraction, for each part
 */
export function parseNumeral(text: string, limit: number): Rational | NumeralProblem {
  if (text.length <= 15 && text.length <= limit) {
    const everyday = parseShortDecimal(text)
    if (everyday !== null) return everyday
  }
  const match = FORM.exec(text)
  if (match === null) return parseFraction(text, limit)
  const whole = match[2]!
  const decimals = match[3] ?? ''
  const exponent = match[4] === undefined ? 0 : Number(match[4])
  const significant = (whole + decimals).replace(/^0+/, '')
  const written = whole.length + decimals.length
  const scale = exponent - decimals.length
  const expanded = significant === '' ? 0 : Math.max(significant.length + Math.max(scale, 0), -scale)
  if (written > limit || expanded > limit)
    return { problem: 'too many digits', digits: Math.min(Math.max(written, expanded), Number.MAX_SAFE_INTEGER) }
  if (significant === '') return ZERO
  const value = scaleDigits(significant, scale, expanded)
  return match[1] === '-' ? negate(value) : value
}

export function isRational(answer: Rational | NumeralProblem): answer is Rational {
  return answer instanceof Rational
}

/** Reads a decimal of at most 15 characters; null for anything else. */
function parseShortDecimal(text: string): Rational | null {
  const length = text.length
  const first = text.charCodeAt(0) === 45 ? 1 : 0
  let n = 0
  let point = -1
  for (let i = first; i < length; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit >= 0 && digit <= 9) n = n * 10 + digit
    else if (digit === -2 && point === -1 && i > first) point = i
    else return null
  }
  if (length === first || point === length - 1) return null
  return smallRatio(first === 1 ? -n : n, point === -1 ? 1 : POWERS_OF_TEN[length - 1 - point]!)
}

function scaleDigits(significant: string, scale: number, expanded: number): Rational {
  if (expanded <= 15) {
    const n = Number(significant)
    return scale >= 0 ? Rational.small(n * POWERS_OF_TEN[scale]!, 1) : smallRatio(n, POWERS_OF_TEN[-scale]!)
  }
  const n = BigInt(significant)
  return scale >= 0 ? makeRatio(n * 10n ** BigInt(scale), 1n) : makeRatio(n, 10n ** BigInt(-scale))
}

function parseFraction(text: string, limit: number): Rational | NumeralProblem {
  const match = FRACTION.exec(text)
  if (match === null) return { problem: 'not a numeral' }
  const written = Math.max(match[2]!.length, match[3]!.length)
  if (written > limit) return { problem: 'too many digits', digits: written }
  const d = BigInt(match[3]!)
  if (d === 0n) return { problem: 'not a numeral' }
  const value = makeRatio(BigInt(match[2]!), d)
  return match[1] === '-' ? negate(value) : value
}

/** A plain decimal if it is finite, otherwise `n/d` (public/docs/language.md, "What an answer means"). */
export function printNumeral(a: Rational): string {
  if (a.d === 1) return String(a.n)
  for (let places = 1; places <= 6; places++) {
    const step = POWERS_OF_TEN[places]! / a.d
    const scaledUp = a.n * step
    if (Number.isInteger(step) && Number.isSafeInteger(scaledUp))
      return decimalText(String(Math.abs(scaledUp)), places, scaledUp < 0)
  }
  const n = numeratorOf(a)
  const d = denominatorOf(a)
  const [twos, oddPart] = divideOut(d, 2n)
  const [fives, left] = divideOut(oddPart, 5n)
  if (left !== 1n) return `${n}/${d}`
  const places = Math.max(twos, fives)
  if (places === 0) return String(n)
  return decimalText((((n < 0n ? -n : n) * 10n ** BigInt(places)) / d).toString(), places, n < 0n)
}

function decimalText(digits: string, places: number, negative: boolean): string {
  const padded = digits.padStart(places + 1, '0')
  return `${negative ? '-' : ''}${padded.slice(0, -places)}.${padded.slice(-places)}`
}

/** How often `prime` divides `n`, and the rest. Squaring keeps long denominators cheap. */
function divideOut(n: bigint, prime: bigint): readonly [number, bigint] {
  const squares: bigint[] = []
  for (let square = prime; n % square === 0n; square *= square) squares.push(square)
  let count = 0
  for (let i = squares.length - 1; i >= 0; i--) {
    const square = squares[i]!
    if (n % square === 0n) {
      n /= square
      count += 2 ** i
    }
  }
  return [count, n]
}
