/**
 * Opens the published schemas of answers, because a later release may add members (public/docs/compatibility.md). It
 * removes only `additionalProperties: false`; requests stay closed.
 */
import type { Json } from '../canonical-json'
import type { Members } from './openapi-schemas'

const COMPONENT = '#/components/schemas/'

export function openSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(openSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) =>
      keyword === 'additionalProperties' && value === false ? [] : [[keyword, openSchema(value ?? null)]],
    ),
  )
}

/** A component that is both sent and answered appears twice: closed under its name, and open as `<name>Answer`. */
export function openAnswers(
  paths: Members,
  components: Members,
): { readonly paths: Members; readonly schemas: Members } {
  const sent = new Set<string>()
  for (const operation of operationsOf(paths)) gatherComponents(operation.requestBody ?? null, components, sent)
  const answered = new Set<string>()
  for (const operation of operationsOf(paths)) gatherComponents(operation.responses ?? null, components, answered)
  const open = (schema: Json): Json => renameReferences(openSchema(schema), (id) => (sent.has(id) ? `${id}Answer` : id))
  const schemas: Members = {}
  for (const [id, schema] of Object.entries(components)) {
    if (sent.has(id)) schemas[id] = schema
    if (answered.has(id)) schemas[sent.has(id) ? `${id}Answer` : id] = open(schema)
    else if (!sent.has(id)) schemas[id] = schema
  }
  return {
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item as Members).map(([method, operation]) => {
            const { responses, ...asked } = operation as Members
            return [method, { ...asked, ...(responses !== undefined && { responses: open(responses) }) }]
          }),
        ),
      ]),
    ),
    schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function operationsOf(paths: Members): Members[] {
  return Object.values(paths).flatMap((item) => Object.values(item as Members) as Members[])
}

function gatherComponents(from: Json, components: Members, reached: Set<string>): void {
  for (const [, id = ''] of JSON.stringify(from).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
    if (!reached.has(id)) {
      reached.add(id)
      gatherComponents(components[id] ?? null, components, reached)
    }
}

function renameReferences(schema: Json, name: (id: string) => string): Json {
  return JSON.parse(JSON.stringify(schema), (keyword, value: Json) =>
    keyword === '$ref' && typeof value === 'string' && value.startsWith(COMPONENT)
      ? COMPONENT + name(value.slice(COMPONENT.length))
      : value,
  ) as Json
}
