/**
 * Numerals: text to exact rational and back.
 *
 * Promises: a numeral means exactly what it says, never its nearest double; a numeral whose expanded digits pass the
 * caller's limit is refused before any big number is built. Trusts nothing.
 */
import { denominator, negate, numerator, Rational, ratio, smallRatio, ZERO } from './rational'

/** What {@link parseNumeral} answers for text that is no numeral, or one with more digits than allowed. */
export type NumeralProblem = { readonly problem: 'not a numeral' } | { readonly problem: 'too many digits'; readonly digits: number }

const FORM = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const FRACTION = /^(-?)(\d+)\/(\d+)$/

/**
 * Reads `-5`, `3.50`, `1e6` or `7/3` exactly.
 * @param limit most decimal digits the numeral may stand for once its exponent is expanded (budget `numeral_digits`)
 */
export function parseNumeral(text: string, limit: number): Rational | NumeralProblem {
  // The everyday numeral, an integer of at most 15 digits, is worth a path of its own: binding claims is mostly this.
  if (text.length <= 15 && isDigits(text)) {
    const n = Number(text)
    return n === 0 ? ZERO : Rational.small(n, 1)
  }
  const match = FORM.exec(text)
  if (match === null) return parseFraction(text, limit)
  const whole = match[2]!
  const decimals = match[3] ?? ''
  const exponent = match[4] === undefined ? 0 : Number(match[4])
  const significant = (whole + decimals).replace(/^0+/, '')
  const scale = exponent - decimals.length
  const size = Math.max(significant.length + Math.max(scale, 0), scale < 0 ? -scale : 0)
  if (whole.length + decimals.length > limit || (significant !== '' && size > limit))
    return { problem: 'too many digits', digits: Math.max(whole.length + decimals.length, significant === '' ? 0 : size) }
  if (significant === '') return ZERO
  let value: Rational
  if (size <= 15) {
    const n = Number(significant)
    value = scale >= 0 ? Rational.small(n * 10 ** scale, 1) : smallRatio(n, 10 ** -scale)
  } else {
    const n = BigInt(significant)
    value = scale >= 0 ? ratio(n * 10n ** BigInt(scale), 1n) : ratio(n, 10n ** BigInt(-scale))
  }
  return match[1] === '-' ? negate(value) : value
}

/** True for a {@link parseNumeral} answer that is a value. */
export function isRational(answer: Rational | NumeralProblem): answer is Rational {
  return answer instanceof Rational
}

function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 48 || c > 57) return false
  }
  return text.length > 0
}

function parseFraction(text: string, limit: number): Rational | NumeralProblem {
  const match = FRACTION.exec(text)
  if (match === null) return { problem: 'not a numeral' }
  const size = Math.max(match[2]!.length, match[3]!.length)
  if (size > limit) return { problem: 'too many digits', digits: size }
  const d = BigInt(match[3]!)
  if (d === 0n) return { problem: 'not a numeral' }
  const value = ratio(BigInt(match[2]!), d)
  return match[1] === '-' ? negate(value) : value
}

/**
 * The literal of the ruleset language that means exactly `a`: a plain decimal where it is finite, else `n/d`
 * (language.md, "Meaning": a rational with no finite decimal prints and is accepted as `n/d`).
 */
export function printNumeral(a: Rational): string {
  if (a.big === null && a.d === 1) return String(a.n)
  const n = numerator(a)
  let d = denominator(a)
  let twos = 0
  let fives = 0
  while (d % 2n === 0n) {
    d /= 2n
    twos++
  }
  while (d % 5n === 0n) {
    d /= 5n
    fives++
  }
  if (d !== 1n) return `${n}/${denominator(a)}`
  const places = Math.max(twos, fives)
  if (places === 0) return String(n)
  const scaled = (n * 10n ** BigInt(places)) / denominator(a)
  const text = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0')
  return `${scaled < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`
}
