/**
 * The arguments of a tool call in the forms that models send, brought to the form of the contract. MCP alone reads them so:
 * over REST the same bytes are refused.
 *
 * Promises: an optional argument counts as absent where it is null or an empty string. So does a label that names no
 * domain, because a topic is matched within a domain. `claims` may be a string that holds the dictionary as JSON, read by the
 * same lossless reader. Everything else stays as it was sent, for the schema to judge.
 */
import { z } from 'zod'
import { type LosslessJson, readJson } from '../language/numeric/lossless-json'
import { describeValue } from './field-failures'
import { lineAndColumn, parseRequest, readBodyText, readRequest } from './read-request'
import { Refusal } from './refusal'

/** How a body is read: as REST demands it, or as the arguments of a tool. */
export type Reading = 'strict' | 'lenient'

/**
 * Reads a body, or the arguments of a tool.
 * @throws Refusal BAD_REQUEST
 */
export function readAs<S extends z.ZodType>(reading: Reading, schema: S, text: string, required: boolean): z.output<S> {
  if (reading === 'strict') return readRequest(schema, text, required)
  return parseRequest(schema, withoutLeniency(schema, readBodyText(text)))
}

/**
 * Brings arguments to the form that the schema describes, as far as they mean it.
 * @throws Refusal BAD_REQUEST where `claims` is a string and no JSON
 */
export function withoutLeniency(schema: z.ZodType, sent: LosslessJson): LosslessJson {
  const named = withoutEmptyOptions(schema, isEmpty(sent) ? {} : sent)
  const members = objectSchema(schema)?.shape
  if (members === undefined || !isObject(named)) return named
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
    // A null that the contract knows means what it means over REST.
    const absent = isEmpty(value) && member.isOptional() && !(value === null && member.isNullable())
    return absent ? [] : [[name, withoutEmptyOptions(member, value)]]
  })
  return Object.fromEntries(named)
}

/** Nothing at all, or a topic that the schema accepts. */
function labelsNothing(schema: z.ZodType, label: LosslessJson | undefined): boolean {
  const topic = objectSchema(schema)?.shape.topic
  if (topic === undefined || label === undefined || !isObject(label)) return false
  return Object.keys(label).every((name) => name === 'topic') && topic.safeParse(label.topic).success
}

function claimsIn(text: string): LosslessJson {
  const answer = readJson(text)
  // What is no object stays the string that was sent, so that the refusal shows it.
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

/** The object that a schema describes, also where it may be absent; null where it describes none. */
function objectSchema(schema: z.ZodType): z.ZodObject<Record<string, z.ZodType>> | null {
  let inner: unknown = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap()
  return inner instanceof z.ZodObject ? (inner as z.ZodObject<Record<string, z.ZodType>>) : null
}

function isEmpty(value: LosslessJson): boolean {
  return value === null || value === ''
}

function isObject(value: LosslessJson): value is Record<string, LosslessJson> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
