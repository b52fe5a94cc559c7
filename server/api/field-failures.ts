/**
 * Describes in JSON terms what a schema expects. Importing this module replaces every default message of the validator;
 * messages set in a schema keep precedence.
 */
import { z } from 'zod'
import { JsonNumber, type LosslessJson } from '../language/numeric/lossless-json'
import type { FieldFailure } from './refusal'

z.config({ localeError: expectationOf })

export function failuresOf({ issues }: z.core.$ZodError, value: unknown): FieldFailure[] {
  const numbers = new Set<string>()
  return issues.flatMap((issue): FieldFailure[] => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : null
    const number = numberOn([...issue.path, ...(keys?.slice(0, 1) ?? [])], value)
    if (number !== null) {
      // A schema reports several issues for such a number, but it is one failure.
      if (numbers.has(number.field)) return []
      numbers.add(number.field)
      return [number]
    }
    if (keys === null)
      return [{ field: pathOf(issue), expected: issue.message, received: describeValue(valueAt(value, issue.path)) }]
    return keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      expected: UNKNOWN_FIELD,
      received: describeValue(valueAt(value, [...issue.path, key])),
    }))
  })
}

/**
 * Finds a JsonNumber in place of an object: its class members must not be taken for the caller's.
 * @returns null if there is none along `path`
 */
function numberOn(path: readonly PropertyKey[], value: unknown): FieldFailure | null {
  for (let depth = 0; depth < path.length; depth++) {
    const whole = valueAt(value, path.slice(0, depth))
    if (whole instanceof JsonNumber)
      return { field: path.slice(0, depth).join('.'), expected: TYPES.record!, received: describeValue(whole) }
  }
  return null
}

/** The failure as one text, for protocols whose errors have no fields. */
export function failureText({ field, expected, received }: FieldFailure, whole: string): string {
  return `${field || whole}: expected ${expected}, but received ${received}`
}

const UNKNOWN_FIELD = 'no such field: the contract does not know it'

/** The schema's own message takes precedence. */
function expectationOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected as string] ?? `a value of type ${issue.expected}`
    case 'invalid_value':
      return listChoices((issue.values as readonly unknown[]).map(renderLiteral))
    case 'too_small':
      return sizeOf(issue, issue.minimum as number | bigint, issue.inclusive === false ? 'more than' : 'at least')
    case 'too_big':
      return sizeOf(issue, issue.maximum as number | bigint, issue.inclusive === false ? 'less than' : 'at most')
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`
    case 'invalid_format':
      return formatOf(issue)
    case 'invalid_union':
      return unionOf(issue)
    case 'unrecognized_keys':
      return UNKNOWN_FIELD
    case 'invalid_key':
      return `names of members that fit: ${joinIssues(issue.issues)}`
    case 'invalid_element':
      return `entries that fit: ${joinIssues(issue.issues)}`
    default:
      return 'another value: this one does not fit the contract'
  }
}

const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  record: 'a value of type object',
  map: 'a value of type object',
  set: 'a value of type array',
  tuple: 'a value of type array',
  nan: 'a value of type number',
  nonoptional: 'a value',
  never: 'nothing here',
}

/** The unit that a size is counted in; numbers have no unit. */
const COUNTED: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['member', 'members'],
  object: ['member', 'members'],
  file: ['byte', 'bytes'],
}

function sizeOf(issue: z.core.$ZodRawIssue, limit: number | bigint, bound: string): string {
  const [one, several] = COUNTED[String(issue.origin)] ?? []
  const how = issue.exact === true ? 'exactly' : bound
  return one === undefined ? `${how} ${limit}` : `${how} ${limit} ${Number(limit) === 1 ? one : several}`
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  guid: 'a UUID',
  email: 'an e-mail address',
  url: 'a web address',
  datetime: 'a moment such as 2026-01-31T12:00:00Z',
  date: 'a day such as 2026-01-31',
  time: 'a time such as 12:00:00',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  base64: 'text in base64',
  base64url: 'text in base64url',
  json_string: 'text that is JSON',
}

function formatOf({ format, pattern, prefix, suffix, includes }: z.core.$ZodRawIssue): string {
  const known = FORMATS[String(format)]
  if (known !== undefined) return known
  if (prefix !== undefined) return `text that begins with ${JSON.stringify(prefix)}`
  if (suffix !== undefined) return `text that ends with ${JSON.stringify(suffix)}`
  if (includes !== undefined) return `text that contains ${JSON.stringify(includes)}`
  return pattern === undefined ? `text in the format ${format}` : `text that matches ${pattern}`
}

function unionOf(issue: z.core.$ZodRawIssue): string {
  const options = issue.options as readonly unknown[] | undefined
  if (options !== undefined && options.length > 0) return listChoices(options.map(renderLiteral))
  const branches = (issue.errors as readonly (readonly z.core.$ZodIssue[])[] | undefined) ?? []
  const texts = [...new Set(branches.map(joinIssues).filter((text) => text !== ''))]
  return texts.length === 0 ? 'another value: this one does not fit the contract' : texts.join(', or ')
}

/** Joins the issues of a nested schema, each after its path. */
function joinIssues(issues: unknown): string {
  const list = (issues as readonly z.core.$ZodIssue[] | undefined) ?? []
  return list
    .map((issue) => (issue.path.length === 0 ? issue.message : `${pathOf(issue)}: ${issue.message}`))
    .join('; ')
}

function listChoices(values: readonly string[]): string {
  return values.length === 1 ? values[0]! : `one of ${values.join(', ')}`
}

function renderLiteral(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

function pathOf({ path }: z.core.$ZodIssue): string {
  return path.join('.')
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let member = value
  for (const key of path) {
    if (typeof member !== 'object' || member === null || !Object.hasOwn(member, key)) return undefined
    member = (member as Record<PropertyKey, unknown>)[key]
  }
  return member
}

/** Renders a value briefly and safely for a message. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (value instanceof JsonNumber) return shortenText(`the number ${value.text}`)
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value === 'string') return shortenText(`the string ${JSON.stringify(value.slice(0, 120))}`)
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  return String(value satisfies LosslessJson | unknown)
}

function shortenText(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 99)}…`
}
