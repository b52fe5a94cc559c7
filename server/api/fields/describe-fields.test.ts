import { createHash } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, it } from 'vitest'
import type { Json } from '../canonical-json'
import { openApiDocument } from '../openapi/openapi'
import { describeFields, FIELD_NOTES, noteAt } from './describe-fields'
import { EXAMPLE_HASH, EXAMPLE_SOURCE } from './field-note'

interface Schema {
  readonly [keyword: string]: unknown
  readonly $ref?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
}
interface Field {
  readonly at: string
  readonly schema: Schema
}
interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly description?: string
  readonly example?: unknown
  readonly schema: Schema
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
}

const document = openApiDocument('https://rules.example.org', 'https://rules.example.org/docs') as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}
const components = document.components.schemas
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

function parameterOf(parameter: Parameter): Parameter {
  const { $ref } = parameter
  return $ref === undefined ? parameter : document.components.parameters[$ref.split('/').at(-1)!]!
}

/** Collects the properties of all schemas. */
function fieldsOf(value: unknown, at: string): Field[] {
  if (Array.isArray(value)) return value.flatMap((each) => fieldsOf(each, at))
  if (typeof value !== 'object' || value === null) return []
  const { properties = {}, examples: _examples, example: _example, ...rest } = value as Schema
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => [
      { at: `${at}.${name}`, schema },
      ...fieldsOf(schema, `${at}.${name}`),
    ]),
    ...Object.values(rest).flatMap((part) => fieldsOf(part, at)),
  ]
}

const fields = [
  ...Object.entries(components).flatMap(([id, schema]) => fieldsOf(schema, id.replace(/Answer$/, ''))),
  ...operations.flatMap((operation) => fieldsOf(operation, operation.operationId)),
]
const parameters = operations.flatMap(({ operationId, parameters: of = [] }) =>
  of.map(parameterOf).map((parameter) => ({ at: `${operationId}.${parameter.name}`, ...parameter })),
)

/** A reference has the examples of its component. */
function examplesOf({ $ref, examples }: Schema): readonly unknown[] | undefined {
  return $ref === undefined ? examples : components[$ref.split('/').at(-1)!]?.examples
}

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { 'date-time': isMoment, uuid: isUuid, uri: isUri },
})
ajv.addSchema({ $id: 'doc', ...document } as object)

function isMoment(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text
}
function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)
}
function isUri(text: string): boolean {
  return URL.canParse(text)
}

function unfit(schema: Schema, example: unknown): string | null {
  const rebased = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/')) as object
  const validate = ajv.compile(rebased)
  return validate(example) ? null : ajv.errorsText(validate.errors)
}

describe('every field of the OpenAPI document', () => {
  it('is found in components and operations', () => {
    expect(fields.length).toBeGreaterThan(500)
    for (const at of ['Account.usage.daily.used', 'grantAccessToken.password', 'GuardrailRequest.configuration.judges'])
      expect(fields.map((field) => field.at)).toContain(at)
  })

  it('has a description', () => {
    expect(fields.filter(({ schema }) => !schema.description).map(({ at }) => at)).toEqual([])
    expect(parameters.filter(({ description }) => !description).map(({ at }) => at)).toEqual([])
  })

  it('has an example', () => {
    const without = fields.filter(({ schema }) => (examplesOf(schema)?.length ?? 0) === 0)
    expect(without.map(({ at }) => at)).toEqual([])
    expect(parameters.filter(({ example }) => example === undefined).map(({ at }) => at)).toEqual([])
  })

  it('has examples that fit its own schema', { tags: 'thorough' }, () => {
    const wrong = fields.flatMap(({ at, schema }) =>
      (examplesOf(schema) ?? []).flatMap((example) => unfit(schema, example) ?? []).map((why) => `${at}: ${why}`),
    )
    for (const { at, example, schema } of parameters) {
      const why = unfit(schema, example)
      if (why !== null) wrong.push(`${at}: ${why}`)
    }
    expect(wrong).toEqual([])
  })
})

it('every component that is an object has an example that fits', { tags: 'thorough' }, () => {
  for (const [id, schema] of Object.entries(components)) {
    expect(schema.examples, id).toHaveLength(1)
    expect([id, unfit(schema, schema.examples?.[0])]).toEqual([id, null])
  }
})

it('every note is used', () => {
  const places = [...fields, ...parameters].map(({ at }) => at)
  const used = new Set([...places, ...Object.keys(components)].map((at) => noteAt(at)?.[0]))
  expect(Object.keys(FIELD_NOTES).filter((key) => !used.has(key))).toEqual([])
})

it('the longest matching key wins', () => {
  const notes = { limit: ['any'], 'usage.limit': ['of a cap'], 'Account.usage.total.limit': ['in all'] } as const
  const keyOf = (at: string) => noteAt(at, notes)?.[0]
  expect(keyOf('Error.error.limit')).toBe('limit')
  expect(keyOf('Account.usage.limit')).toBe('usage.limit')
  expect(keyOf('Account.usage.daily.limit')).toBe('limit')
  expect(keyOf('Account.usage.total.limit')).toBe('Account.usage.total.limit')
  expect(keyOf('Account.constructor')).toBeUndefined()
})

it('the constraints of a schema stay unchanged', () => {
  const schemas = { Thing: { type: 'object', required: ['a'], properties: { a: { type: 'string', maxLength: 3 } } } }
  const described = describeFields({ paths: {}, schemas }, { a: ['what it is', 'abc'] })
  expect(described.schemas.Thing).toEqual({
    ...schemas.Thing,
    properties: { a: { type: 'string', maxLength: 3, description: 'what it is', examples: ['abc'] } },
    examples: [{ a: 'abc' }] as Json,
  })
})

it('the example hash is that of the example ruleset', () => {
  expect(createHash('sha256').update(EXAMPLE_SOURCE).digest('hex')).toBe(EXAMPLE_HASH)
})
