/**
 * Holds answers against /openapi.json.
 *
 * Promises: trusts nothing but the document: a status that it does not describe is a complaint, and an answer of a path
 * that it lacks must be the error envelope. The document leaves answers open for later releases; an answer of this one
 * has no member that it does not name.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'

export interface OpenApiSchema {
  readonly [keyword: string]: unknown
}

export interface OpenApiOperation {
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly schema: OpenApiSchema
  }[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: { readonly 'application/json': { readonly schema: OpenApiSchema } }
  }
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json'?: { readonly schema: OpenApiSchema } } }>
  >
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> }
}

/** What is wrong with an answer, or null. */
export type Conformance = (path: string, method: string, status: number, body: unknown) => string | null

export function conformanceTo(document: OpenApi): Conformance {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'doc', ...(closed(document) as OpenApi) }, 'doc')
  const compiled = new Map<OpenApiSchema, ValidateFunction>()
  const validatorOf = (schema: OpenApiSchema): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile(rebased(closed(schema) as OpenApiSchema))
    compiled.set(schema, known)
    return known
  }
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    // A path of fixed segments is itself before it is an instance of any other.
    fixed: !template.includes('{'),
    pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return (path, method, status, body) => {
    const route = templates
      .filter(({ pattern }) => pattern.test(path))
      .sort((a, b) => Number(b.fixed) - Number(a.fixed))[0]
    const responses = route && document.paths[route.template]?.[method.toLowerCase()]?.responses
    const documented = responses?.[String(status)]?.content?.['application/json']?.schema
    if (responses !== undefined && documented === undefined)
      return `the document does not describe status ${status} for ${method} ${path}`
    const validate = validatorOf(documented ?? ERROR)
    return validate(body) ? null : ajv.errorsText(validate.errors)
  }
}

const ERROR: OpenApiSchema = { $ref: '#/components/schemas/Error' }

/** Every object that lists its members, closed; parts of a schema that only add to another are left as they are. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(Object.entries(value).map(([keyword, part]) => [keyword, closed(part)]))
  const lists = schema.type === 'object' && typeof schema.properties === 'object'
  return lists && schema.additionalProperties === undefined ? { ...schema, additionalProperties: false } : schema
}

function rebased(schema: OpenApiSchema): OpenApiSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/')) as OpenApiSchema
}
