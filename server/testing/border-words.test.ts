/** No message of the schema library reaches a caller. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import '../api/field-failures'
import { OPERATIONS, type Operation } from '../api/operations'
import { PLATFORM_OPERATIONS, type PlatformOperation } from '../api/platform-operations'
import * as frames from '../api/schemas/frame'
import { appRouter } from '../http/trpc/router'

/** Values of every JSON type, at and beyond every limit of schemas. */
const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  1e9,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  ' ',
  '\0',
  'x',
  'x'.repeat(200_000),
  [],
  [null],
  Array.from({ length: 2_000 }, () => 'x'),
  {},
  { unknown: 1 },
  { type: 'unknown', kind: 'unknown', answer: 'unknown', action: 'unknown' },
]

/** Yields `schema` and every schema inside it. */
function* within(schema: z.core.$ZodType, seen = new Set<unknown>()): Generator<z.core.$ZodType> {
  if (seen.has(schema)) return
  seen.add(schema)
  yield schema
  for (const [name, value] of Object.entries(schema._zod.def)) {
    // Checks trust the type of their value.
    if (name === 'checks') continue
    for (const inner of [value, ...members(value)]) if (inner instanceof z.core.$ZodType) yield* within(inner, seen)
  }
}

function members(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

/** Returns the schemas of REST and MCP, the platform, the stream and page calls. */
function borders(): [string, z.core.$ZodType][] {
  const schemas: [string, z.core.$ZodType][] = []
  for (const { id, body, parameters, query } of Object.values<Operation>(OPERATIONS)) {
    if (body !== undefined) schemas.push([id, body.schema])
    schemas.push([`${id} address`, z.strictObject({ ...parameters, ...query })])
  }
  for (const { id, body, parameters, query } of Object.values<PlatformOperation>(PLATFORM_OPERATIONS)) {
    if (body !== null) schemas.push([id, body])
    schemas.push([`${id} address`, z.strictObject({ ...parameters, ...query })])
  }
  for (const [name, schema] of Object.entries(frames)) schemas.push([name, schema])
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: readonly unknown[] } }>
  for (const [name, { _def }] of Object.entries(procedures))
    for (const input of _def.inputs) if (input instanceof z.core.$ZodType) schemas.push([name, input])
  return schemas
}

const ENGLISH = z.locales.en().localeError

it('every schema at every border has its own message for every hostile value', () => {
  const foreign = new Set<string>()
  const words = new Set<string>()
  let count = 0
  for (const [name, border] of borders()) {
    for (const schema of within(border)) {
      count++
      for (const value of HOSTILE) {
        const read = z.safeParse(schema, value, { reportInput: true })
        for (const issue of read.error?.issues ?? []) {
          words.add(issue.message)
          const theirs = ENGLISH(issue as z.core.$ZodRawIssue)
          if (issue.message === theirs || /Invalid|Too (big|small)|Unrecognized/.test(issue.message))
            foreign.add(`${name}: ${issue.message}`)
        }
      }
    }
  }
  expect([...foreign]).toEqual([])
  expect(count).toBeGreaterThan(200)
  expect([...words].filter((text) => /does not fit the contract$/.test(text))).toEqual([])
})
