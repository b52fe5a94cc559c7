/**
 * From the text of a body to a typed request.
 *
 * Promises: what comes back has the shape of the operation's schema; anything else is one BAD_REQUEST that names every
 * failing field, unknown fields by name (public/docs/api.md, "Errors"). Trusts only that the text was valid UTF-8.
 */
import type { z } from 'zod'
import { JsonNumber, type LosslessJson, readJson } from '../language/numeric/lossless-json'
import { failuresOf } from './field-failures'
import { Refusal } from './refusal'

/** Failures listed in one envelope; a larger rejection says that it was cut. */
export const MAX_FAILURES = 100

/** Reads a body. An empty one stands for null where the operation does not require a body. */
export function readRequest<S extends z.ZodType>(schema: S, text: string, required: boolean): z.output<S> {
  if (text === '' && !required) return parseRequest(schema, null)
  return parseRequest(schema, readBodyText(text))
}

/**
 * Reads a body as JSON whose numbers are plain numbers: for schemas that count and measure nothing exactly.
 * @throws Refusal BAD_REQUEST
 */
export function readPlainRequest<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  return parseRequest(schema, withPlainNumbers(readBodyText(text)))
}

/**
 * The value of a body, its numbers as they were written.
 * @throws Refusal BAD_REQUEST
 */
export function readBodyText(text: string): LosslessJson {
  const answer = readJson(text)
  if (!('problem' in answer)) return answer.value
  const { message, offset } = answer.problem
  const { line, column } = lineAndColumn(text, offset)
  throw new Refusal('BAD_REQUEST', `The body is not acceptable JSON: ${message} (line ${line}, column ${column}).`)
}

function withPlainNumbers(value: LosslessJson): unknown {
  if (value instanceof JsonNumber) return Number(value.text)
  if (Array.isArray(value)) return value.map(withPlainNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withPlainNumbers(member)]))
}

/** Holds a value that was read already against the schema. */
export function parseRequest<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const failures = failuresOf(parsed.error, value)
  const listed = failures.slice(0, MAX_FAILURES)
  const cut = failures.length > listed.length ? ` The first ${MAX_FAILURES} are listed.` : ''
  const fields = listed.slice(0, 3).map((failure) => failure.field || 'the body')
  const more = failures.length > 3 ? ` and ${failures.length - 3} more` : ''
  throw new Refusal(
    'BAD_REQUEST',
    `The request does not fit the contract: look at ${fields.join(', ')}${more}.${cut}`,
    {
      failures: listed,
      failure_count: failures.length,
    },
  )
}

/** Where an offset is in a text; both count from one. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}
