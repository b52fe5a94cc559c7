/**
 * `@range claim min..max`.
 *
 * Promises: both bounds are exact, and each is carried exactly by a JSON number (language.md, "Annotations").
 */

import { replace } from '../messages/report'
import { isRational, parseNumeral } from '../numeric/numeral'
import { compare, equals, type Rational } from '../numeric/rational'
import type { Span } from '../syntax/syntax'
import type { Range } from './checked-ruleset'
import type { Checking } from './checking'

const FORM = /^(-?\d+(?:\.\d+)?)\s*\.\.\s*(-?\d+(?:\.\d+)?)$/

/** Reads the text behind the claim's name; null, and told, where it is no range. */
export function readRange(c: Checking, text: string, span: Span): Range | null {
  const match = FORM.exec(text)
  if (match === null) {
    c.report.add('range-form', span, [])
    return null
  }
  const [, low = '', high = ''] = match
  const highStart = span.start + text.length - high.length
  const lowZero = tellLeadingZero(c, low, span.start)
  const highZero = tellLeadingZero(c, high, highStart)
  if (lowZero || highZero) return null
  const min = readBound(c, low, span)
  const max = readBound(c, high, span)
  if (min === null || max === null) return null
  if (compare(min, max) > 0) {
    c.report.add('range-order', span, [low, high])
    return null
  }
  return { min, max }
}

/** Whether the bound begins with a 0 that a number in the text may not have. */
function tellLeadingZero(c: Checking, bound: string, boundStart: number): boolean {
  const digits = bound.replace('-', '')
  if (!/^0\d/.test(digits)) return false
  const plain = digits.replace(/^0+(?=\d)/, '')
  const start = boundStart + bound.length - digits.length
  const at = { start, end: start + digits.length }
  c.report.add('leading-zero', at, [plain], [replace(`Write ${plain}`, at, plain)])
  return true
}

function readBound(c: Checking, text: string, span: Span): Rational | null {
  // A double prints at most 17 significant digits and an exponent; anything longer is not carried exactly.
  const value = parseNumeral(text, 400)
  if (isRational(value)) {
    const double = Number(text)
    const carried = Number.isFinite(double) ? parseNumeral(String(double), 400) : null
    if (carried !== null && isRational(carried) && equals(carried, value)) return value
  }
  c.report.add('range-precision', span, [text.length > 40 ? `${text.slice(0, 40)}...` : text])
  return null
}
