/**
 * A pattern for the decimals of a range, because JSON Schema cannot compare strings as numbers. It matches a numeral
 * without exponent and fraction exactly if the value is in the range, with any extra zeros, in linear time. A bound has
 * at most 17 significant digits (public/docs/language.md, "Annotations"); each adds at most three alternatives.
 */
import { printNumeral } from '../../language/numeric/numeral'
import { negate, type Rational, signOf, ZERO } from '../../language/numeric/rational'
import type { Range } from '../../language/semantics/checked-input'

/** Non-negative, without extra zeros. */
interface Bound {
  readonly digits: string
  /** Digits before the point, 0 for a bound below 1. */
  readonly whole: number
}

const ANY = '[0-9]'
const ANY_DECIMALS = `(\\.${ANY}+)?`

export function decimalRangePattern({ min, max }: Range): string {
  const alternatives: string[] = []
  if (signOf(max) >= 0) alternatives.push(magnitudePattern(boundOf(signOf(min) > 0 ? min : ZERO), boundOf(max)))
  if (signOf(min) <= 0)
    alternatives.push(`-${magnitudePattern(boundOf(signOf(max) < 0 ? negate(max) : ZERO), boundOf(negate(min)))}`)
  return alternativesPattern(alternatives)
}

function magnitudePattern(least: Bound, most: Bound): string {
  if (least.whole === most.whole) return `${zerosBefore(most)}${alternativesPattern(betweenPatterns(least, most))}`
  const [shortest, longest] = [least.whole + 1, most.whole - 1]
  const lengthsBetween = shortest > longest ? [] : [`[1-9]${repeatPattern(shortest - 1, longest - 1)}${ANY_DECIMALS}`]
  const ofMost = `${zerosBefore(most)}${alternativesPattern([...lengthsBetween, ...atMost(most, 0)])}`
  return alternativesPattern([`${zerosBefore(least)}${alternativesPattern(atLeast(least, 0))}`, ofMost])
}

/** Both bounds have equally many digits before the point. */
function betweenPatterns(least: Bound, most: Bound): string[] {
  const { whole } = most
  const length = Math.max(least.digits.length, most.digits.length)
  const [low, high] = [least.digits.padEnd(length, '0'), most.digits.padEnd(length, '0')]
  let common = 0
  while (common < length && low[common] === high[common]) common++
  if (common === length) return [exactPattern(least)]
  const [first, last] = [Number(low[common]) + 1, Number(high[common]) - 1]
  return [
    exactPattern(least),
    ...atLeast({ digits: low, whole }, common + 1),
    ...(first > last ? [] : [prefixPattern(low.slice(0, common), digitFrom(first, last), whole)]),
    ...atMost(most, common + 1),
  ]
}

/** Decimals not below the bound that share its first `shared` digits and have equally many before the point. */
function atLeast({ digits, whole }: Bound, shared: number): string[] {
  const alternatives: string[] = []
  for (let at = shared; ; at++) {
    const zeros = zerosAt(digits, at)
    if (at + zeros >= digits.length)
      return [...alternatives, `${digitsPattern(digits.slice(0, at), whole)}${remainingPattern(at, whole)}`]
    const given = digits.slice(0, at)
    if (at >= whole && zeros > 0) {
      alternatives.push(prefixPattern(given, `0{0,${zeros - 1}}[1-9]`, whole))
      at += zeros - 1
    } else if (digits[at] !== '9') alternatives.push(prefixPattern(given, digitFrom(Number(digits[at]) + 1, 9), whole))
  }
}

/** Like {@link atLeast}, but not above the bound. */
function atMost(bound: Bound, shared: number): string[] {
  const { digits, whole } = bound
  const alternatives = [exactPattern(bound)]
  for (let at = shared; at < whole; at++) {
    const least = at === 0 ? 1 : 0
    const highest = Number(digits[at]) - 1
    if (highest >= least) alternatives.push(prefixPattern(digits.slice(0, at), digitFrom(least, highest), whole))
  }
  if (shared <= whole && digits.length > whole) alternatives.push(digits.slice(0, whole))
  for (let at = Math.max(shared, whole); at < digits.length; at++) {
    const zeros = zerosAt(digits, at)
    const given = digits.slice(0, at)
    // A numeral that ends among the zeros is below the bound.
    const endings = at === whole ? 1 : 0
    if (zeros > 0 && zeros >= endings) alternatives.push(prefixPattern(given, `0{${endings},${zeros}}`, whole, ''))
    else if (endings === 0) alternatives.push(digitsPattern(given, whole))
    at += zeros
    const highest = Number(digits[at]) - 1
    alternatives.push(prefixPattern(digits.slice(0, at), digitFrom(0, highest), whole))
  }
  return alternatives
}

/** The bound itself, with any trailing zeros. */
function exactPattern({ digits, whole }: Bound): string {
  const text = digits.replace(/0+$/, '')
  return text.length > whole ? `${digitsPattern(text, whole)}0*` : `${digits.slice(0, whole)}(\\.0+)?`
}

/** `given`, then a match of `next`, then any digits. */
function prefixPattern(
  given: string,
  next: string,
  whole: number,
  behind = remainingPattern(given.length + 1, whole),
): string {
  return `${digitsPattern(given, whole)}${given.length === whole ? '\\.' : ''}${next}${behind}`
}

function digitsPattern(digits: string, whole: number): string {
  return digits.length <= whole ? digits : `${digits.slice(0, whole)}\\.${digits.slice(whole)}`
}

/** Matches what may follow `count` digits. */
function remainingPattern(count: number, whole: number): string {
  return count > whole ? `${ANY}*` : `${repeatPattern(whole - count, whole - count)}${ANY_DECIMALS}`
}

function repeatPattern(least: number, most: number): string {
  if (most === 0) return ''
  return least === most ? (most === 1 ? ANY : `${ANY}{${most}}`) : `${ANY}{${least},${most}}`
}

function digitFrom(first: number, last: number): string {
  if (first === last) return String(first)
  return `[${first}-${last}]`
}

function zerosAt(digits: string, at: number): number {
  return /^0*/.exec(digits.slice(at))![0].length
}

/** A bound below 1 needs at least one zero before the point. */
function zerosBefore({ whole }: Bound): string {
  return whole === 0 ? '0+' : '0*'
}

function boundOf(value: Rational): Bound {
  const [whole = '', decimals = ''] = printNumeral(value).split('.')
  const significant = whole === '0' ? '' : whole
  return { digits: significant + decimals, whole: significant.length }
}

function alternativesPattern(alternatives: readonly string[]): string {
  return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join('|')})`
}
