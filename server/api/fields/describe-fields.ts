/**
 * Adds descriptions and examples to every field of the OpenAPI document, without changing a constraint. The longest
 * matching key wins: `usage.total.limit` before `usage.limit` before `limit`. Without its own example, an object or
 * list combines those of its required members.
 */
import type { Json } from '../canonical-json'
import { contentHash, rulesetName, timestamp } from '../schemas/fields'
import { DOCUMENT_NOTES } from './document-notes'
import type { FieldNote, FieldNotes } from './field-note'
import { MEANING_NOTES } from './meaning-notes'
import { PLATFORM_NOTES } from './platform-notes'
import { SERVICE_NOTES } from './service-notes'

type Members = Record<string, Json>

const COMPONENT = '#/components/schemas/'

export const FIELD_NOTES: FieldNotes = { ...SERVICE_NOTES, ...MEANING_NOTES, ...DOCUMENT_NOTES, ...PLATFORM_NOTES }

interface Described {
  readonly paths: Members
  readonly schemas: Members
}

export function describeFields({ paths, schemas }: Described, notes: FieldNotes = FIELD_NOTES): Described {
  const describer = new Describer(schemas, notes)
  return { paths: describer.paths(paths), schemas: describer.components() }
}

/** @param at path from its component or operation, such as `Account.usage.daily.used` */
export function noteAt(at: string, notes: FieldNotes = FIELD_NOTES): readonly [key: string, note: FieldNote] | null {
  const names = at.split('.')
  for (let from = 0; from < names.length; from++) {
    const key = names.slice(from).join('.')
    const note = Object.hasOwn(notes, key) ? notes[key] : undefined
    if (note !== undefined) return [key, note]
  }
  return null
}

/** Descriptions of a form of value, which say nothing about a field. */
const OF_FORMS: ReadonlySet<unknown> = new Set(
  [timestamp, contentHash, rulesetName].map(({ description }) => description),
)

/**
 * A note on every field of a name gives way to what the schema itself says.
 * @param own description or examples of the schema
 */
export function noteFor(at: string, own: unknown, notes: FieldNotes = FIELD_NOTES): FieldNote | null {
  const [key = '', note = null] = noteAt(at, notes) ?? []
  return own !== undefined && !OF_FORMS.has(own) && !key.includes('.') ? null : note
}

class Describer {
  constructor(
    private readonly schemas: Members,
    private readonly notes: FieldNotes,
  ) {}

  components(): Members {
    return Object.fromEntries(
      Object.entries(this.schemas).map(([id, schema]) => {
        const described = this.schema(schema as Members, componentName(id))
        return [id, withExample(described, this.example(schema as Members, componentName(id)))]
      }),
    )
  }

  paths(paths: Members): Members {
    const each = (item: Members): Members =>
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [method, this.operation(operation as Members)]),
      )
    return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, each(item as Members)]))
  }

  private operation(operation: Members): Members {
    const id = String(operation.operationId)
    const parameters = operation.parameters as Members[] | undefined
    const bodies = (holder: Members): Members => ({
      ...holder,
      ...(holder.content !== undefined && {
        content: mapMembers(holder.content as Members, (media) => ({
          ...media,
          schema: this.schema(media.schema as Members, id),
        })),
      }),
    })
    return {
      ...operation,
      ...(parameters !== undefined && { parameters: parameters.map((parameter) => this.parameter(parameter, id)) }),
      ...(operation.requestBody !== undefined && { requestBody: bodies(operation.requestBody as Members) }),
      responses: mapMembers(operation.responses as Members, bodies),
    }
  }

  private parameter(parameter: Members, id: string): Members {
    if (parameter.$ref !== undefined) return parameter
    const at = `${id}.${parameter.name}`
    const { example: _shown, description, ...schema } = parameter.schema as Members
    const own = parameter.description ?? description
    const text = noteFor(at, own, this.notes)?.[0] ?? own
    const example = noteAt(at, this.notes)?.[1][1]
    return {
      ...parameter,
      schema,
      ...(text !== undefined && { description: text }),
      ...(example !== undefined && { example }),
    }
  }

  /** Describes the fields of a schema; references are described at their target. */
  private schema(schema: Members, at: string): Members {
    const described: Members = { ...schema }
    if (schema.properties !== undefined)
      described.properties = Object.fromEntries(
        Object.entries(schema.properties as Members).map(([name, field]) => [
          name,
          this.field(field as Members, `${at}.${name}`),
        ]),
      )
    if (isSchema(schema.items)) described.items = this.schema(schema.items, at)
    for (const keyword of ['anyOf', 'oneOf', 'allOf'])
      if (Array.isArray(schema[keyword]))
        described[keyword] = (schema[keyword] as Members[]).map((one) => this.schema(one, at))
    return described
  }

  private field(field: Members, at: string): Members {
    const described = this.schema(field, at)
    const description = noteFor(at, field.description, this.notes)?.[0] ?? field.description
    const noted = { ...described, ...(description !== undefined && description !== null && { description }) }
    return withExample(noted, this.example(field, at))
  }

  /** Returns a value that fits the schema, or undefined if it knows no such value. */
  private example(schema: Members, at: string): Json | undefined {
    const noted = noteFor(at, schema.examples, this.notes)?.[1]
    if (noted !== undefined && (schema.const === undefined || schema.const === noted)) return noted
    const given = schema.examples
    if (Array.isArray(given)) return given[0]
    if (schema.const !== undefined) return schema.const
    if (typeof schema.$ref === 'string') {
      const id = schema.$ref.slice(COMPONENT.length)
      return this.example(this.schemas[id] as Members, componentName(id))
    }
    const [first] = [...((schema.anyOf ?? schema.oneOf ?? []) as Members[])]
    if (first !== undefined) return this.example(first, at)
    if (isSchema(schema.items)) {
      const item = this.example(schema.items, at)
      return item === undefined ? undefined : [item]
    }
    return schema.properties === undefined ? undefined : this.object(schema, at)
  }

  private object(schema: Members, at: string): Json | undefined {
    const members: Members = {}
    for (const name of (schema.required ?? []) as string[]) {
      const example = this.example((schema.properties as Members)[name] as Members, `${at}.${name}`)
      if (example === undefined) return undefined
      members[name] = example
    }
    return members
  }
}

function withExample(schema: Members, example: Json | undefined): Members {
  // The target of a reference has the example.
  return example === undefined || schema.$ref !== undefined ? schema : { ...schema, examples: [example] }
}

function mapMembers(of: Members, change: (member: Members) => Members): Members {
  return Object.fromEntries(Object.entries(of).map(([name, member]) => [name, change(member as Members)]))
}

function isSchema(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `Name` and `NameAnswer` share their notes. */
function componentName(id: string): string {
  return id.endsWith('Answer') ? id.slice(0, -'Answer'.length) : id
}
