/**
 * Lists the fields of a JSON Schema as rows of a table, in schema order. `a.b` is a member of an object, `a[].b` of the
 * objects of a list.
 */
import { z } from 'zod'
import { noteFor } from './describe-fields'

export interface Field {
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** One line of Markdown. */
  readonly description: string
}

type Schema = z.core.JSONSchema.BaseSchema

/** Described once on the reference page, because every answer has it. */
const DESCRIBED_ONCE: ReadonlyMap<string, string> = new Map([['Versions', 'see [Versions](#versions)']])

/** @param io `input` describes what a caller sends: members with a default are optional */
export function fieldsOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): readonly Field[] {
  const root = z.toJSONSchema(schema, { unrepresentable: 'any', io })
  return new FieldReader(root.$defs ?? {}).fields(root, '', z.globalRegistry.get(schema)?.id ?? '')
}

/** Lists the fields of a path or query. @param id of the operation */
export function parameterFields(
  id: string,
  members: Readonly<Record<string, z.ZodType>>,
  required: boolean,
): readonly Field[] {
  return Object.entries(members).map(([name, schema]) => ({
    name,
    type: 'string',
    required: required && !schema.safeParse(undefined).success,
    description: noteFor(`${id}.${name}`, schema.description)?.[0] ?? schema.description ?? '',
  }))
}

/** Splits a request of several types. @returns title and schema of each */
export function requestForms(body: z.ZodType): readonly (readonly [string, z.ZodType])[] {
  if (!(body instanceof z.ZodDiscriminatedUnion)) return [['Request', body]]
  return body.options.map((option) => {
    const type = option instanceof z.ZodObject ? option.shape.type : undefined
    return [`${type instanceof z.ZodLiteral ? type.value : ''} request`, option as z.ZodType] as const
  })
}

class FieldReader {
  constructor(private readonly definitions: Readonly<Record<string, Schema>>) {}

  /** @param at prefix of the keys of its notes: the component and the fields that lead here */
  fields(schema: Schema, prefix: string, at: string): readonly Field[] {
    const object = this.alternatives(schema).find((alternative) => alternative.properties !== undefined)
    if (object === undefined) return []
    return Object.entries(object.properties ?? {}).flatMap(([key, property]) => {
      if (typeof property === 'boolean') return []
      const name = `${prefix}${key}`
      const place = at === '' ? key : `${at}.${key}`
      const row = {
        name,
        type: this.typeOf(property),
        required: object.required?.includes(key) ?? false,
        description:
          DESCRIBED_ONCE.get(definitionName(property)) ??
          noteFor(place, property.description)?.[0] ??
          this.resolve(property).description ??
          property.description ??
          '',
      }
      return [row, ...this.inner(property, name, place)]
    })
  }

  private inner(schema: Schema, name: string, at: string): readonly Field[] {
    if (DESCRIBED_ONCE.has(definitionName(schema))) return []
    const list = this.alternatives(schema).find((alternative) => alternative.type === 'array')
    if (list === undefined) return this.fields(schema, `${name}.`, this.componentOf(schema) ?? at)
    const { items } = list
    if (typeof items !== 'object' || Array.isArray(items)) return []
    return this.fields(items, `${name}[].`, this.componentOf(items) ?? at)
  }

  /** Returns the component of the schema, or of its alternative to null. */
  private componentOf(schema: Schema): string | null {
    const names = [schema, ...(schema.anyOf ?? [])].map(definitionName).filter((name) => name !== '')
    return names[0] ?? null
  }

  /** Returns the possible schemas of a value, for example an object and null. */
  private alternatives(schema: Schema): readonly Schema[] {
    const resolved = this.resolve(schema)
    return resolved.anyOf?.flatMap((alternative) => this.alternatives(alternative)) ?? [resolved]
  }

  private resolve(schema: Schema): Schema {
    const name = definitionName(schema)
    return name === '' ? schema : (this.definitions[name] ?? schema)
  }

  private typeOf(schema: Schema): string {
    return [...new Set(this.alternatives(schema).map((alternative) => this.simpleType(alternative)))].join(' or ')
  }

  private simpleType(schema: Schema): string {
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
    if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items))
      return `list of ${this.typeOf(schema.items)}`
    return [schema.type ?? 'any value'].flat().join(' or ')
  }
}

const DEFINITIONS = '#/$defs/'

function definitionName(schema: Schema): string {
  return schema.$ref?.startsWith(DEFINITIONS) ? schema.$ref.slice(DEFINITIONS.length) : ''
}
