/**
 * `limit` and `after` of a paged answer. `limit` may be query text, a JSON number or a string of digits. Without it the
 * answer is complete, as it was before paging was added.
 */
import { z } from 'zod'
import { JsonNumber } from '../../language/numeric/lossless-json'

const DIGITS = /^[1-9]\d{0,3}$/

/** @param max maximum entries per page */
export function pageLimit(max: number) {
  return wholeNumber(max)
    .optional()
    .meta({
      ...{ type: 'integer', minimum: 1, maximum: max },
      description: `the maximum number of entries of one page; a page of long entries has fewer. Without it the answer is complete and has no \`next\``,
    })
}

/** From 1; query text, a JSON number or a string of digits. @param max at most 9,999 */
export function wholeNumber(max: number) {
  return z
    .custom<string | number | JsonNumber>((value) => isWholeNumber(digitsOf(value), max), {
      error: `a whole number from 1 to ${max}`,
    })
    .transform((value) => Number(digitsOf(value)))
    .meta({ type: 'integer', minimum: 1, maximum: max })
}

function digitsOf(value: unknown): string {
  if (value instanceof JsonNumber) return value.text
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function isWholeNumber(text: string, max: number): boolean {
  return DIGITS.test(text) && Number(text) <= max
}

/** Error for an invalid `after`. */
export const AFTER_RULE = '`next` of the answer before, unchanged; leave `after` out for the first page'
