/** What a model is told of the form of its answer where the endpoint takes no schema. */
import type { JsonSchema } from './model'

export function schemaInWords(schema: JsonSchema): string {
  return `Answer with one JSON object and nothing else: no text around it, no code fence. It must fit this JSON Schema:\n${JSON.stringify(schema)}`
}
