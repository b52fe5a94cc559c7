/** Builds the OpenAPI 3.1 document from the tables of operations and the schemas that validate requests. */
import type { z } from 'zod'
import type { Json } from '../canonical-json'
import { describeFields } from '../fields/describe-fields'
import { errorsOf, OPERATIONS, type Operation } from '../operations'
import { ERRORS, type ErrorCode, titleAt } from '../terms/errors'
import { openAnswers } from './open-answers'
import { KEY_COMPONENT, KEY_PARAMETER, serviceHeaders } from './openapi-headers'
import { PLATFORM_SECURITY, PLATFORM_TAGS, platformPaths, platformRequests } from './openapi-platform'
import { componentSchemas, type Members, schemaOf } from './openapi-schemas'
import '../schemas/fields'
import { VERSIONS } from '../terms/versions'

/** The header of the credential (public/docs/api.md, "Get a credential"). */
export const CREDENTIAL_HEADER = 'x-service-credential'

/** @param publicUrl base address of this deployment */
export function openApiDocument(publicUrl: string, docsUrl: string): Members {
  const paths: Record<string, Members> = {}
  for (const operation of Object.values<Operation>(OPERATIONS)) {
    const item = paths[operation.path] ?? {}
    paths[operation.path] = item
    item[operation.method.toLowerCase()] = describeOperation(operation)
  }
  Object.assign(paths, platformPaths())
  const opened = describeFields(openAnswers(paths, componentSchemas(paths, platformRequests())))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Touchstone',
      version: VERSIONS.service_version,
      description:
        'The rule-check service compiles a written policy into a ruleset and checks claim dictionaries against it, exactly. The guardrail platform evaluates entailment frames with guardrails and applications of guardrails.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    externalDocs: { url: docsUrl },
    tags: [
      { name: 'service', description: 'Status and contract' },
      { name: 'rulesets', description: 'Compile, check, extract, save, approve' },
      { name: 'units', description: 'Unit standards and converters' },
      { name: 'credentials', description: 'Access' },
      ...PLATFORM_TAGS,
    ],
    paths: opened.paths,
    components: {
      schemas: opened.schemas,
      parameters: { Key: KEY_COMPONENT },
      securitySchemes: {
        credential: { type: 'apiKey', in: 'header', name: CREDENTIAL_HEADER },
        credential_as_bearer: { type: 'http', scheme: 'bearer', description: 'The same credential.' },
        ...PLATFORM_SECURITY,
      },
    },
  }
}

function describeOperation(operation: Operation): Members {
  const responses: Members = {
    '200': {
      description: 'The operation succeeded.',
      ...serviceHeaders(200, operation.isLogged),
      content: { 'application/json': { schema: answerOf(operation) } },
    },
  }
  if (operation.id === 'ready')
    responses['503'] = {
      description: 'A part is not ready.',
      ...serviceHeaders(503),
      content: { 'application/json': { schema: schemaOf(operation.response) } },
    }
  for (const [status, codes] of groupByStatus(errorsOf(operation)))
    responses[status] = {
      description: codes.map((code) => `${code}: ${titleAt(code, Number(status))}.`).join(' '),
      ...serviceHeaders(Number(status)),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    tags: [tagOf(operation)],
    security: operation.access === 'public' ? [] : [{ credential: [] }, { credential_as_bearer: [] }],
    ...parametersOf(operation),
    ...(operation.body && {
      requestBody: {
        required: operation.body.required,
        content: { 'application/json': { schema: schemaOf(operation.body.schema) } },
      },
    }),
    responses,
  }
}

function answerOf({ response, page }: Operation): Json {
  return page === undefined ? schemaOf(response) : { anyOf: [schemaOf(response), schemaOf(page)] }
}

function parametersOf({ parameters = {}, query = {}, acceptsKey }: Operation): Members {
  const described = [
    ...Object.entries(parameters).map(([name, schema]) => describeParameter(name, 'path', schema)),
    ...Object.entries(query).map(([name, schema]) => describeParameter(name, 'query', schema)),
    ...(acceptsKey ? [KEY_PARAMETER] : []),
  ]
  return described.length === 0 ? {} : { parameters: described }
}

function describeParameter(name: string, place: 'path' | 'query', schema: z.ZodType): Members {
  return { name, in: place, required: !schema.safeParse(undefined).success, schema: schemaOf(schema) }
}

function tagOf(operation: Operation): string {
  const { path } = operation
  if (path.startsWith('/v1/units')) return 'units'
  if (['/v1/credentials', '/v1/account', '/v1/flags'].some((prefix) => path.startsWith(prefix))) return 'credentials'
  return path.startsWith('/v1') && path !== '/v1/vocabulary' ? 'rulesets' : 'service'
}

function groupByStatus(codes: readonly ErrorCode[]): readonly (readonly [string, readonly ErrorCode[]])[] {
  const groups = new Map<string, ErrorCode[]>()
  for (const code of codes)
    for (const status of ERRORS[code].statuses)
      groups.set(String(status), [...(groups.get(String(status)) ?? []), code])
  return [...groups].sort(([a], [b]) => Number(a) - Number(b))
}
