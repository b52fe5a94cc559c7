/** The answers of the API as types of TypeScript and Python, from the schemas that the API document is written from. */
import type { z } from 'zod'
import type { Json } from '../../api/canonical-json'
import { componentSchemas, type Members, schemaOf } from '../../api/openapi/openapi-schemas'
import { OPERATIONS } from '../../api/operations'
import { errorEnvelopeSchema } from '../../api/schemas/fields'

/** The answers that the engine gives without a server, by the name of their type. */
const ANSWERS = {
  CompileAnswer: OPERATIONS.compile.response,
  CheckAnswer: OPERATIONS.check.response,
  AnalysisAnswer: OPERATIONS.analyseRuleset.response,
  ComparisonAnswer: OPERATIONS.compareRulesets.response,
  CoverageAnswer: OPERATIONS.measureCoverage.response,
  Refused: errorEnvelopeSchema,
} as const satisfies Readonly<Record<string, z.ZodType>>

/** A type with its name; references are to other names. */
export interface NamedSchema {
  readonly name: string
  readonly schema: Json
}

/** Components first. */
export function answerSchemas(): readonly NamedSchema[] {
  const answers = Object.entries(ANSWERS).map(([name, schema]) => ({ name, schema: schemaOf(schema) }))
  const components = componentSchemas(
    answers.map(({ schema }) => schema),
    [],
  )
  return [...Object.entries(components).map(([name, schema]) => ({ name, schema })), ...answers]
}

export const REFERENCE = '#/components/schemas/'

/** A type expression of TypeScript. */
export function typescriptType(schema: Json): string {
  if (!isMembers(schema)) return 'unknown'
  if (typeof schema.$ref === 'string') return schema.$ref.slice(REFERENCE.length)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map((each) => JSON.stringify(each)))
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return union(choices.map(typescriptType))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typescriptType({ ...schema, type })))
  switch (schema.type) {
    case 'object':
      return objectType(schema)
    case 'array':
      return `readonly (${typescriptType(schema.items ?? null)})[]`
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

function objectType({ properties, required, additionalProperties }: Members): string {
  const needed = Array.isArray(required) ? required : []
  const members = Object.entries(isMembers(properties) ? properties : {}).map(
    ([name, schema]) =>
      `readonly ${JSON.stringify(name)}${needed.includes(name) ? '' : '?'}: ${typescriptType(schema)}`,
  )
  if (members.length > 0) return `{ ${members.join('; ')} }`
  return `{ readonly [name: string]: ${isMembers(additionalProperties) ? typescriptType(additionalProperties) : 'unknown'} }`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

export function isMembers(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
