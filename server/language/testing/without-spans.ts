/**
 * Trees without their places, so that tests can compare what was written and not where.
 *
 * Promises: the answer is plain JSON data; exact numbers show as their numerals.
 */
import { printNumeral } from '../numeric/numeral'
import { Rational } from '../numeric/rational'

const PLACES: ReadonlySet<string> = new Set(['start', 'end', 'span', 'body', 'line'])

export function withoutSpans(value: unknown): unknown {
  if (value instanceof Rational) return printNumeral(value)
  if (Array.isArray(value)) return value.map(withoutSpans)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !PLACES.has(key) || !isPlace(part))
      .map(([key, part]) => [key, withoutSpans(part)]),
  )
}

/** A number, or a bare span: the body of a quantifier, which has a kind, is none. */
function isPlace(part: unknown): boolean {
  return typeof part === 'number' || (typeof part === 'object' && part !== null && !('kind' in part))
}
