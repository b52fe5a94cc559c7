/** Positions on a number line: sorted and evenly spaced, so that labels never overlap. */

import { isRational, parseNumeral } from '../../server/language/numeric/numeral'
import { compareRationals, type Rational } from '../../server/language/numeric/rational'

/** Longer numbers are left out. */
const MAX_DIGITS = 10_000

export interface LineEnd {
  /** A numeral with its unit, if any: `250 USD`. */
  readonly value: string
  readonly included: boolean
}

export interface LineScale {
  /** The distinct numbers, lowest first, as given. */
  readonly values: readonly string[]
  /** The shared unit, or null. */
  readonly unit: string | null
  /** Percentage from the left; null ends are at the margins. */
  position(end: string | null, side: 'from' | 'to'): number
}

/** @param values in any order; invalid numbers are left out */
export function lineScale(values: readonly string[]): LineScale {
  const known = new Map<string, Rational>()
  for (const value of values) {
    const number = numberOf(value)
    if (number !== null) known.set(value, number)
  }
  const ranked = [...known].sort(([, a], [, b]) => compareRationals(a, b))
  const distinct = ranked.filter(
    ([, number], index) => index === 0 || compareRationals(ranked[index - 1]![1], number) !== 0,
  )
  const place = (number: Rational) => distinct.findIndex(([, other]) => compareRationals(other, number) === 0)
  return {
    values: distinct.map(([value]) => value),
    unit: sharedUnit(distinct.map(([value]) => value)),
    position: (end, side) => {
      const number = end === null ? null : numberOf(end)
      if (number === null) return side === 'from' ? 0 : 100
      return ((place(number) + 1) / (distinct.length + 1)) * 100
    },
  }
}

function numberOf(value: string): Rational | null {
  const space = value.indexOf(' ')
  const number = parseNumeral(space < 0 ? value : value.slice(0, space), MAX_DIGITS)
  return isRational(number) ? number : null
}

function sharedUnit(values: readonly string[]): string | null {
  const [first, ...others] = new Set(
    values.map((value) => (value.includes(' ') ? value.slice(value.indexOf(' ') + 1) : '')),
  )
  return first === undefined || first === '' || others.length > 0 ? null : first
}
