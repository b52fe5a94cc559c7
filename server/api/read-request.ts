/**
 * From the text of a body to a typed request.
 *
 * Promises: what comes back has the shape of the operation's schema; anything else is one BAD_REQUEST that names every
 * failing field, unknown fields by name (contract, "Errors"). Trusts only that the text was valid UTF-8.
 */
import type { z } from 'zod'
import { JsonNumber, type LosslessJson, readJson } from '../language/numeric/lossless-json'
import { type FieldFailure, Refusal } from './refusal'

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

function readBodyText(text: string): LosslessJson {
  const answer = readJson(text)
  if (!('problem' in answer)) return answer.value
  const { message, offset } = answer.problem
  const { line, column } = positionOf(text, offset)
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
  const failures = parsed.error.issues.flatMap((issue) => failuresOf(issue, value))
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

function failuresOf(issue: z.core.$ZodIssue, body: unknown): FieldFailure[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      expected: 'no such field: the contract does not know it',
      received: describe(at(body, [...issue.path, key])),
    }))
  return [{ field: issue.path.join('.'), expected: expectation(issue), received: describe(at(body, issue.path)) }]
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `a value of type ${issue.expected}`
  if (issue.code === 'invalid_value') return `one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
  if (issue.code === 'too_big' && issue.origin === 'string') return `at most ${issue.maximum} characters`
  if (issue.code === 'too_big' && isNumeric(issue.origin)) return `at most ${issue.maximum}`
  if (issue.code === 'too_small' && isNumeric(issue.origin)) return `at least ${issue.minimum}`
  return issue.message
}

function isNumeric(origin: string): boolean {
  return origin === 'number' || origin === 'int'
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let member = value
  for (const key of path) {
    if (typeof member !== 'object' || member === null || !Object.hasOwn(member, key)) return undefined
    member = (member as Record<PropertyKey, unknown>)[key]
  }
  return member
}

/** A short rendering of what was sent, safe to show. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (value instanceof JsonNumber) return cut(`the number ${value.text}`)
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value === 'string') return cut(`the string ${JSON.stringify(value.slice(0, 120))}`)
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  return String(value satisfies LosslessJson | unknown)
}

function cut(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 99)}…`
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}
