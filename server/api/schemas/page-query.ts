/**
 * The members of a query that asks for one page of an answer.
 *
 * Promises: `limit` is read from the text of a query, from a JSON number and from a string of digits alike. Without it the
 * answer is complete, as it was before there were pages.
 */
import { z } from 'zod'
import { JsonNumber } from '../../language/numeric/lossless-json'

const DIGITS = /^[1-9]\d{0,3}$/

/** @param max the most entries of one page */
export function pageLimit(max: number) {
  return z
    .custom<string | number | JsonNumber>((value) => isWholeNumber(digitsOf(value), max), {
      error: `a whole number from 1 to ${max}`,
    })
    .transform((value) => Number(digitsOf(value)))
    .optional()
    .meta({
      ...{ type: 'integer', minimum: 1, maximum: max },
      description: `the most entries of one page; a page of long entries has fewer. Without it the answer is complete and has no \`next\``,
    })
}

function digitsOf(value: unknown): string {
  if (value instanceof JsonNumber) return value.text
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function isWholeNumber(text: string, max: number): boolean {
  return DIGITS.test(text) && Number(text) <= max
}

/** What the error of an `after` says that is none. */
export const AFTER_RULE = '`next` of the answer before, unchanged; leave `after` out for the first page'
