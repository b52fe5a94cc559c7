/**
 * Compares answers with /openapi.json. An unknown path must give the error envelope. The document leaves answers open
 * for later releases, but this release must not send a status, member or product header that is not declared.
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
  readonly responses: Readonly<Record<string, OpenApiResponse | { readonly $ref: string }>>
}

export interface OpenApiResponse {
  readonly headers?: Readonly<Record<string, { readonly schema: OpenApiSchema }>>
  readonly content?: { readonly 'application/json'?: { readonly schema: OpenApiSchema } }
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, OpenApiSchema>>
    readonly responses?: Readonly<Record<string, OpenApiResponse>>
  }
}

/** Returns the problem, or null. */
export type Conformance = (path: string, method: string, status: number, body: unknown) => string | null

/** Headers that the product gives a meaning; HTTP's own headers about a body need no declaration. */
const MEANT = ['allow', 'etag', 'link', 'location', 'retry-after', 'www-authenticate', 'x-request-id']
const MEANT_PREFIX = 'x-service-'

/** Returns the problems of an answer's headers. */
export function headerConformanceTo(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true })
  const responsesOf = responseFinder(document)
  return (path: string, method: string, status: number, headers: Headers): readonly string[] => {
    const declared = responsesOf(path, method)?.[String(status)]?.headers
    if (declared === undefined) return []
    const schemas = new Map(Object.entries(declared).map(([name, { schema }]) => [name.toLowerCase(), schema]))
    return [...headers].flatMap(([name, value]) => {
      if (!MEANT.includes(name) && !name.startsWith(MEANT_PREFIX)) return []
      const schema = schemas.get(name)
      if (schema === undefined) return [`${method} ${path} ${status} does not declare the header ${name}`]
      return ajv.validate(schema, value) ? [] : [`${name}: ${ajv.errorsText()}`]
    })
  }
}

export function conformanceTo(document: OpenApi): Conformance {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'doc', ...(closed(document) as OpenApi) }, 'doc')
  const compiled = new Map<OpenApiSchema, ValidateFunction>()
  const validatorOf = (schema: OpenApiSchema): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile(rebased(closed(schema) as OpenApiSchema))
    compiled.set(schema, known)
    return known
  }
  const responsesOf = responseFinder(document)
  return (path, method, status, body) => {
    const responses = responsesOf(path, method)
    const documented = responses?.[String(status)]?.content?.['application/json']?.schema
    if (responses !== undefined && documented === undefined)
      return `the document does not describe status ${status} for ${method} ${path}`
    const validate = validatorOf(documented ?? ERROR)
    return validate(body) ? null : ajv.errorsText(validate.errors)
  }
}

/** Returns undefined for an undeclared request. */
function responseFinder(document: OpenApi) {
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    // A path without parameters takes precedence.
    fixed: !template.includes('{'),
    pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  const resolve = (response: OpenApiResponse | { readonly $ref: string }): OpenApiResponse => {
    if (!('$ref' in response)) return response
    const found = document.components.responses?.[response.$ref.replace('#/components/responses/', '')]
    if (found === undefined) throw new Error(`the document has no ${response.$ref}`)
    return found
  }
  return (path: string, method: string) => {
    const route = templates
      .filter(({ pattern }) => pattern.test(path))
      .sort((a, b) => Number(b.fixed) - Number(a.fixed))[0]
    const responses = route && document.paths[route.template]?.[method.toLowerCase()]?.responses
    return responses && Object.fromEntries(Object.entries(responses).map(([status, each]) => [status, resolve(each)]))
  }
}

const ERROR: OpenApiSchema = { $ref: '#/components/schemas/Error' }

/** Closes every object that lists its members, but not the parts of a schema that only add to another. */
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
