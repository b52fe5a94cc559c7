/**
 * Accepts tool arguments in the forms that models send. Only MCP does this; REST refuses the same bytes.
 *
 * An optional argument is absent if it is null or an empty string, and so is a label without a domain, because topics
 * are matched within a domain. `claims` may be a string that contains JSON. The schema judges everything else.
 */
import { z } from 'zod'
import { type LosslessJson, readJson } from '../language/numeric/lossless-json'
import { describeValue } from './field-failures'
import { lineAndColumn, parseRequest, readBodyText, readRequest } from './read-request'
import { Refusal } from './refusal'

/** `strict` for REST, `lenient` for the arguments of a tool. */
export type Reading = 'strict' | 'lenient'

/** @throws Refusal BAD_REQUEST */
export function readAs<S extends z.ZodType>(reading: Reading, schema: S, text: string, required: boolean): z.output<S> {
  if (reading === 'strict') return readRequest(schema, text, required)
  return parseRequest(schema, withoutLeniency(schema, readBodyText(text)))
}

/**
 * Brings arguments into the form that the schema describes.
 * @throws Refusal BAD_REQUEST if `claims` is a string that is not JSON
 */
export function withoutLeniency(schema: z.ZodType, sent: LosslessJson): LosslessJson {
  const read = withoutEmptyOptions(schema, isEmpty(sent) ? {} : sent)
  const members = objectSchema(schema)?.shape
  if (members === undefined || !isObject(read)) return read
  const named: Record<string, LosslessJson> = { ...read }
  const { label, claims } = named
  if (members.label !== undefined && labelsNothing(members.label, label)) delete named.label
  if (members.claims !== undefined && typeof claims === 'string') named.claims = claimsIn(claims)
  return named
}

function withoutEmptyOptions(schema: z.ZodType, sent: LosslessJson): LosslessJson {
  const members = objectSchema(schema)?.shape
  if (members === undefined || !isObject(sent)) return sent
  const named = Object.entries(sent).flatMap(([name, value]): [string, LosslessJson][] => {
    const member: z.ZodType | undefined = Object.hasOwn(members, name) ? members[name] : undefined
    if (member === undefined) return [[name, value]]
    // A null that the schema allows keeps its meaning.
    const absent = isEmpty(value) && member.isOptional() && !(value === null && member.isNullable())
    return absent ? [] : [[name, withoutEmptyOptions(member, value)]]
  })
  return Object.fromEntries(named)
}

/** Whether the label is empty or has only a valid topic. */
function labelsNothing(schema: z.ZodType, label: LosslessJson | undefined): boolean {
  const topic = objectSchema(schema)?.shape.topic
  if (topic === undefined || label === undefined || !isObject(label)) return false
  return Object.keys(label).every((name) => name === 'topic') && topic.safeParse(label.topic).success
}

function claimsIn(text: string): LosslessJson {
  const answer = readJson(text)
  // A value that is not an object stays a string, so that the refusal shows it.
  if (!('problem' in answer)) return isObject(answer.value) ? answer.value : text
  const { line, column } = lineAndColumn(text, answer.problem.offset)
  throw new Refusal(
    'BAD_REQUEST',
    `The string in claims is not acceptable JSON: ${answer.problem.message} (line ${line}, column ${column} of the string). Send claims as an object from claim name to value.`,
    {
      failures: [
        { field: 'claims', expected: 'an object from claim name to value, or its JSON', received: describeValue(text) },
      ],
      failure_count: 1,
    },
  )
}

/** Unwraps optional and nullable schemas; null if the schema is not an object. */
function objectSchema(schema: z.ZodType): z.ZodObject<Record<string, z.ZodType>> | null {
  let inner: unknown = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap()
  return inner instanceof z.ZodObject ? (inner as z.ZodObject<Record<string, z.ZodType>>) : null
}

function isEmpty(value: LosslessJson): boolean {
  return value === null || value === ''
}

function isObject(value: LosslessJson): value is { readonly [name: string]: LosslessJson } {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
