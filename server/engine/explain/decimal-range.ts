/**
 * A regular expression for the decimals of a range, because JSON Schema cannot compare strings as numbers. It matches a
 * numeral without exponent and fraction exactly if the value is in the range, with any extra zeros, in linear time. A
 * bound has at most 17 significant digits (public/docs/language.md, "Annotations"); each adds at most three
 * alternatives.
 */
import { printNumeral } from '../../language/numeric/numeral'
import { negate, type Rational, signOf, ZERO } from '../../language/numeric/rational'
import type { Range } from '../../language/semantics/checked-ruleset'

/** Non-negative, without extra zeros. */
interface Bound {
  readonly digits: string
  /** Digits before the point, 0 for a bound below 1. */
  readonly whole: number
}

const ANY = '[0-9]'
const ANY_DECIMALS = `(\\.${ANY}+)?`

/** @param range with finite decimals as ends */
export function decimalRangePattern({ min, max }: Range): string {
  const alternatives: string[] = []
  if (signOf(max) >= 0) alternatives.push(magnitudes(boundOf(signOf(min) > 0 ? min : ZERO), boundOf(max)))
  if (signOf(min) <= 0)
    alternatives.push(`-${magnitudes(boundOf(signOf(max) < 0 ? negate(max) : ZERO), boundOf(negate(min)))}`)
  return either(alternatives)
}

function magnitudes(least: Bound, most: Bound): string {
  if (least.whole === most.whole) return `${zerosBefore(most)}${either(between(least, most))}`
  const [shortest, longest] = [least.whole + 1, most.whole - 1]
  const lengthsBetween = shortest > longest ? [] : [`[1-9]${repeated(shortest - 1, longest - 1)}${ANY_DECIMALS}`]
  const ofMost = `${zerosBefore(most)}${either([...lengthsBetween, ...atMost(most, 0)])}`
  return either([`${zerosBefore(least)}${either(atLeast(least, 0))}`, ofMost])
}

/** Both bounds have equally many digits before the point. */
function between(least: Bound, most: Bound): string[] {
  const { whole } = most
  const length = Math.max(least.digits.length, most.digits.length)
  const [low, high] = [least.digits.padEnd(length, '0'), most.digits.padEnd(length, '0')]
  let common = 0
  while (common < length && low[common] === high[common]) common++
  if (common === length) return [exactly(least)]
  const [first, last] = [Number(low[common]) + 1, Number(high[common]) - 1]
  return [
    exactly(least),
    ...atLeast({ digits: low, whole }, common + 1),
    ...(first > last ? [] : [beginning(low.slice(0, common), digitFrom(first, last), whole)]),
    ...atMost(most, common + 1),
  ]
}

/** Decimals not below the bound that share its first `shared` digits and have equally many before the point. */
function atLeast({ digits, whole }: Bound, shared: number): string[] {
  const alternatives: string[] = []
  for (let at = shared; ; at++) {
    const zeros = zerosAt(digits, at)
    if (at + zeros >= digits.length)
      return [...alternatives, `${spelled(digits.slice(0, at), whole)}${rest(at, whole)}`]
    const given = digits.slice(0, at)
    if (at >= whole && zeros > 0) {
      alternatives.push(beginning(given, `0{0,${zeros - 1}}[1-9]`, whole))
      at += zeros - 1
    } else if (digits[at] !== '9') alternatives.push(beginning(given, digitFrom(Number(digits[at]) + 1, 9), whole))
  }
}

/** As {@link atLeast}, but not above the bound. */
function atMost(bound: Bound, shared: number): string[] {
  const { digits, whole } = bound
  const alternatives = [exactly(bound)]
  for (let at = shared; at < whole; at++) {
    const least = at === 0 ? 1 : 0
    const highest = Number(digits[at]) - 1
    if (highest >= least) alternatives.push(beginning(digits.slice(0, at), digitFrom(least, highest), whole))
  }
  if (shared <= whole && digits.length > whole) alternatives.push(digits.slice(0, whole))
  for (let at = Math.max(shared, whole); at < digits.length; at++) {
    const zeros = zerosAt(digits, at)
    const given = digits.slice(0, at)
    // A numeral that ends among the zeros is below the bound.
    const endings = at === whole ? 1 : 0
    if (zeros > 0 && zeros >= endings) alternatives.push(beginning(given, `0{${endings},${zeros}}`, whole, ''))
    else if (endings === 0) alternatives.push(spelled(given, whole))
    at += zeros
    const highest = Number(digits[at]) - 1
    alternatives.push(beginning(digits.slice(0, at), digitFrom(0, highest), whole))
  }
  return alternatives
}

/** The bound itself, with any trailing zeros. */
function exactly({ digits, whole }: Bound): string {
  const text = digits.replace(/0+$/, '')
  return text.length > whole ? `${spelled(text, whole)}0*` : `${digits.slice(0, whole)}(\\.0+)?`
}

/** `given`, then a match of `next`, then any digits. */
function beginning(given: string, next: string, whole: number, behind = rest(given.length + 1, whole)): string {
  return `${spelled(given, whole)}${given.length === whole ? '\\.' : ''}${next}${behind}`
}

/** The point is never last. */
function spelled(digits: string, whole: number): string {
  return digits.length <= whole ? digits : `${digits.slice(0, whole)}\\.${digits.slice(whole)}`
}

/** Matches what may follow `count` digits. */
function rest(count: number, whole: number): string {
  return count > whole ? `${ANY}*` : `${repeated(whole - count, whole - count)}${ANY_DECIMALS}`
}

function repeated(least: number, most: number): string {
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

function either(alternatives: readonly string[]): string {
  return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join('|')})`
}
