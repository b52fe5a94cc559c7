/**
 * JSON Schemas of the contract. A schema with an id becomes a component and is referred to; others are inlined. A
 * member of a request that has a default is optional.
 */
import { z } from 'zod'
import type { Json } from '../canonical-json'

export type Members = Record<string, Json>

const COMPONENT = '#/components/schemas/'

const WRITING: z.core.ToJSONSchemaParams = {
  unrepresentable: 'any',
  // The format says it already, and the pattern of a moment has 256 characters.
  override: ({ jsonSchema }) => {
    if (jsonSchema.format === 'date-time' || jsonSchema.format === 'uuid') delete jsonSchema.pattern
  },
}

export function schemaOf(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id
  if (id !== undefined) return { $ref: `${COMPONENT}${id}` }
  const { $schema: _dialect, ...inline } = z.toJSONSchema(schema, WRITING)
  return inline as Members
}

/**
 * Returns the components that `paths` refers to, directly or not.
 * @param requests schemas of what callers send, before defaults apply
 */
export function componentSchemas(paths: Json, requests: Json): Members {
  const answers = allSchemas('output')
  const requested = allSchemas('input')
  const sent = findReachable(requests, requested)
  const components: Members = {}
  for (const id of [...new Set([...findReachable(paths, answers), ...sent])].sort()) {
    const schema = (sent.has(id) ? requested : answers).get(id)
    if (schema === undefined) throw new Error(`no schema has the id ${id}`)
    components[id] = schema
  }
  return components
}

function allSchemas(io: 'input' | 'output'): ReadonlyMap<string, Members> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...WRITING, uri: (id) => `${COMPONENT}${id}`, io })
  return new Map(
    Object.entries(schemas).map(([name, given]) => {
      const { $schema: _dialect, $id: _address, id: _id, ...schema } = given as unknown as Members
      return [name, schema]
    }),
  )
}

function findReachable(from: Json, schemas: ReadonlyMap<string, Members>): ReadonlySet<string> {
  const reached = new Set<string>()
  const look = (value: Json): void => {
    for (const [, id = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      if (!reached.has(id)) {
        reached.add(id)
        look(schemas.get(id) ?? null)
      }
  }
  look(from)
  return reached
}
