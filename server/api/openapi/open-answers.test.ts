import { describe, expect, it } from 'vitest'
import { operationTools } from '../../http/mcp/tools'
import type { Json } from '../canonical-json'
import { openApiDocument } from './openapi'
import type { Members } from './openapi-schemas'

const document = openApiDocument('https://rules.example', 'https://docs.example')
const schemas = (document.components as Members).schemas as Members
const operations = Object.values(document.paths as Members).flatMap(
  (item) => Object.values(item as Members) as Members[],
)

/** Collects the object schemas with properties, following references. */
function objects(from: Json, seen = new Set<string>()): Members[] {
  if (Array.isArray(from)) return from.flatMap((part) => objects(part, seen))
  if (typeof from !== 'object' || from === null) return []
  // Examples are values, not schemas.
  const { examples: _values, ...schema } = from as Members
  const { $ref, type, properties } = schema
  const named = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null
  if (named !== null) return seen.has(named) ? [] : objects(schemas[named] ?? null, seen.add(named))
  const own = type === 'object' && properties !== undefined ? [from as Members] : []
  return [...own, ...Object.values(schema).flatMap((part) => objects(part ?? null, seen))]
}

describe('published schemas', () => {
  it('of answers are open at every depth', () => {
    const answers = operations.flatMap(({ responses = null }) => objects(responses))
    expect(answers.length).toBeGreaterThan(100)
    for (const answer of answers) expect(answer).not.toHaveProperty('additionalProperties')
    for (const { listed } of operationTools().values())
      expect(JSON.stringify(listed.outputSchema)).not.toContain('"additionalProperties":false')
  })

  it('of requests are closed at every depth', () => {
    const requests = operations.flatMap(({ requestBody = null }) => objects(requestBody))
    expect(requests.length).toBeGreaterThan(10)
    const open = requests.filter(({ additionalProperties }) => additionalProperties !== false)
    // The claim dictionary and the content of a frame have members that the caller chooses.
    for (const request of open) expect(request).toHaveProperty('additionalProperties')
    for (const { listed } of operationTools().values())
      expect(listed.inputSchema).toMatchObject({ additionalProperties: false })
  })

  it('of things that are both sent and answered exist twice', () => {
    expect(schemas.ApplicationNode).toMatchObject({ additionalProperties: false })
    expect(schemas.ApplicationNodeAnswer).not.toHaveProperty('additionalProperties')
  })
})
