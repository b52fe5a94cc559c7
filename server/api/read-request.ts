/**
 * Parses bodies into typed requests. A BAD_REQUEST names every failing field (public/docs/api.md, "Errors"). Expects
 * valid UTF-8.
 */
import type { z } from 'zod'
import { JsonNumber, type LosslessJson, readJson, writeJson } from '../language/numeric/lossless-json'
import { failuresOf } from './field-failures'
import type { OperationId } from './operations'
import { type FieldFailure, Refusal } from './refusal'

/** Failures listed in one envelope; a longer list is cut, and the message says so. */
export const MAX_LISTED_FAILURES = 100

/** An empty text is null if the body is optional. */
export function readRequest<S extends z.ZodType>(schema: S, text: string, required: boolean): z.output<S> {
  if (text === '' && !required) return parseRequest(schema, null)
  return parseRequest(schema, readBodyText(text))
}

/**
 * Reads numbers as doubles, for schemas that need no exact numbers.
 * @throws Refusal BAD_REQUEST
 */
export function readPlainRequest<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  return parsePlainRequest(schema, withPlainNumbers(readBodyText(text)))
}

/**
 * For schemas with free member names: records of the validator drop the member `__proto__` without a word.
 * @throws Refusal BAD_REQUEST
 */
export function parsePlainRequest<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const failures = prototypeMembers(value, '').map(
    (field): FieldFailure => ({ field, expected: 'another name', received: '"__proto__", which is not stored' }),
  )
  if (failures.length > 0) throw unfitRequest(failures)
  return parseRequest(schema, value)
}

function prototypeMembers(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const field = path === '' ? name : `${path}.${name}`
    return name === '__proto__' ? [field] : prototypeMembers(member, field)
  })
}

/**
 * Keeps numbers as they were written.
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

/** Reads the named headers and ignores the others. @throws Refusal BAD_REQUEST */
export function parseHeaders<S extends z.ZodObject>(
  schema: S,
  headers: Readonly<Record<string, unknown>>,
): z.output<S> {
  const named = Object.keys(schema.shape).filter((name) => headers[name] !== undefined)
  return parseRequest(schema, Object.fromEntries(named.map((name) => [name, headers[name]])))
}

export function parseRequest<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw unfitRequest(failuresOf(parsed.error, value))
}

function unfitRequest(failures: readonly FieldFailure[]): Refusal {
  const listed = failures.slice(0, MAX_LISTED_FAILURES)
  const cut = failures.length > listed.length ? ` The first ${MAX_LISTED_FAILURES} are listed.` : ''
  const fields = listed.slice(0, 3).map((failure) => failure.field || 'the body')
  const more = failures.length > 3 ? ` and ${failures.length - 3} more` : ''
  return new Refusal(
    'BAD_REQUEST',
    `The request does not fit the contract: look at ${fields.join(', ')}${more}.${cut}`,
    {
      failures: listed,
      failure_count: failures.length,
    },
  )
}

/** Line and column count from one. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}

/** @param request as parsed by the operation's schema */
export function withClaimsAsText(id: OperationId, request: unknown): unknown {
  if (id === 'decideToolCall') return callWritten(request as ParsedToolCall)
  if (id === 'explainAnswers') return claimsWritten(request as { readonly claims: LosslessJson })
  if (id !== 'measureCoverage') return request
  const { cases, ...rest } = request as { readonly cases: readonly { readonly claims: LosslessJson }[] }
  return { ...rest, cases: cases.map(claimsWritten) }
}

interface ParsedToolCall {
  readonly guard: string
  readonly arguments: unknown
  readonly session?: unknown
  readonly wait_seconds?: JsonNumber | undefined
}

function callWritten({ guard, arguments: values, session = {}, wait_seconds: wait }: ParsedToolCall) {
  const seconds = wait === undefined ? 0 : Number(wait.text)
  return { guard, arguments: writeJson(values), session: writeJson(session), wait_seconds: seconds }
}

function claimsWritten<R extends { readonly claims: LosslessJson }>(request: R): R & { readonly claims: string } {
  return { ...request, claims: writeJson(request.claims) }
}
