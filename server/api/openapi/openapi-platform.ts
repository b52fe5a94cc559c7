/**
 * The guardrail platform in the OpenAPI document. The stream is described in words, because OpenAPI cannot describe a
 * WebSocket.
 */
import { z } from 'zod'
import type { Json } from '../canonical-json'
import { acceptsKey, PLATFORM_OPERATIONS, type PlatformOperation, refusalsOf } from '../platform-operations'
import { checkRequest, frameChecked, frameSent, frameWaits, sendRequest } from '../schemas/frame'
import { clientApiError, problem } from '../schemas/platform'
import { PROBLEMS } from '../terms/problems'
import { clientHeaders, KEY_PARAMETER, problemHeaders, successHeaders } from './openapi-headers'
import { type Members, schemaOf } from './openapi-schemas'

/** Each call of the main REST API needs both. */
export const PLATFORM_SECURITY: Members = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token; it lives for one hour.',
  },
  activeGroup: {
    ...{ type: 'apiKey', in: 'header', name: 'X-Service-Active-Group' },
    description: 'One of the groups of the token’s claim `groups`: the group that the call acts for.',
  },
}

export const PLATFORM_TAGS: readonly Json[] = [
  { name: 'projects', description: 'Guardrail platform: groups of guardrails and applications' },
  { name: 'guardrails', description: 'Guardrail platform: what evaluates frames' },
  { name: 'applications', description: 'Guardrail platform: graphs of guardrails' },
  { name: 'frames', description: 'Guardrail platform: frames that were sent, and their evaluation' },
  { name: 'reviews', description: 'Guardrail platform: frames that wait for a person' },
  {
    name: 'client',
    description: [
      'Guardrail platform: sending a frame and receiving the evaluated frame.',
      'The stream is the WebSocket `/client-api/bus/stream?token=<ACCESS_TOKEN>`. Send `{"action": "subscribe", "topic": "…", "trace_id": "…"}`;',
      'what comes back is `{"type": "ack", "action": "subscribe", "success": true, "topic": "…", "trace_id": "…"}` and,',
      'for every answer of that topic and trace, `{"type": "response", "trace_id": "…", "data": {"entailment_frame": "…", "id": "…", "trace_id": "…", "response_topic": ["…"], "rail_id": "…"}}`,',
      'whose `entailment_frame` is JSON in a string and must be parsed again.',
    ].join(' '),
  },
]

export function platformPaths(): Record<string, Members> {
  const paths: Record<string, Members> = {}
  for (const operation of Object.values<PlatformOperation>(PLATFORM_OPERATIONS))
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    }
  return { ...paths, ...clientPaths() }
}

export function platformRequests(): readonly Json[] {
  const bodies = Object.values<PlatformOperation>(PLATFORM_OPERATIONS).flatMap(({ body }) => body ?? [])
  return [...bodies, sendRequest, checkRequest].map(schemaOf)
}

function describeOperation(operation: PlatformOperation): Members {
  const { id, summary, description, tag, success, response, body, query, versioned, method } = operation
  const headers = successHeaders(success, { versioned, paged: 'cursor' in query })
  const responses: Members = {
    [success]: {
      description: SUCCESSES[success],
      ...headers,
      ...(response !== null && { content: { 'application/json': { schema: schemaOf(response) } } }),
    },
    ...(versioned &&
      method === 'GET' && { '304': { description: 'It is at the version that `If-None-Match` names.', ...headers } }),
  }
  for (const status of refusalsOf(operation))
    responses[status] = {
      description: `${PROBLEMS[status].title}. ${PROBLEMS[status].meaning}`,
      ...problemHeaders(status),
      content: { 'application/problem+json': { schema: schemaOf(problem) } },
    }
  const parameters = parametersOf(operation)
  return {
    ...{ operationId: id, summary, description, tags: [tag] },
    security: [{ bearer: [], activeGroup: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } },
    }),
    responses,
  }
}

const SUCCESSES = { 200: 'The operation succeeded.', 201: 'It is made.', 204: 'It is removed.' } as const

function parametersOf(operation: PlatformOperation): Members[] {
  const { parameters, query, versioned, method } = operation
  const named = (place: 'path' | 'query') =>
    Object.entries(place === 'path' ? parameters : query).map(([name, schema]) => ({
      ...{ name, in: place, required: place === 'path', schema: schemaOf(schema) },
    }))
  const header = (name: string, required: boolean, description: string) => ({
    ...{ name, in: 'header', required, description, schema: { type: 'string', example: '"3"' } },
  })
  const condition =
    method === 'GET'
      ? header('If-None-Match', false, 'The `ETag` that the caller has: at that version the answer is 304.')
      : header('If-Match', true, 'The `ETag` of the version that the change was made from.')
  const key = acceptsKey(operation) ? [KEY_PARAMETER] : []
  return [...named('path'), ...named('query'), ...(versioned && method !== 'POST' ? [condition] : []), ...key]
}

const CLIENT_REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request does not have the shape of the contract.',
  401: 'No valid token, or no valid credentials.',
  403: 'The target belongs to another group.',
  404: 'There is no such target.',
  405: 'The path does not take this method.',
  408: 'The request came too slowly; the envelope is that of the rule-check service.',
  409: 'Another frame was sent under this trace, target and topics.',
  413: 'The body is larger than this deployment takes.',
  415: 'The content type is not JSON, or the body is compressed.',
  429: 'Too many frames wait, or too many tries.',
  500: 'A bug was met.',
  503: 'The database or the bus does not answer at the moment.',
}

/** A slow request is refused before it reaches a handler of the platform. */
const SERVICE_ERROR: Members = { $ref: '#/components/schemas/Error' }

function clientPaths(): Record<string, Members> {
  const refusals = (...statuses: readonly number[]): Members =>
    Object.fromEntries(
      statuses.map((status) => [
        status,
        {
          description: CLIENT_REFUSALS[status] ?? '',
          ...clientHeaders(status),
          content: { 'application/json': { schema: status === 408 ? SERVICE_ERROR : schemaOf(clientApiError) } },
        },
      ]),
    )
  const ok = (schema: z.ZodType): Members => ({
    '200': { description: 'The operation succeeded.', content: { 'application/json': { schema: schemaOf(schema) } } },
  })
  const target = {
    ...{ name: 'target_id', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
    description: 'Id of a guardrail or an application.',
  }
  const wait = {
    ...{ name: 'wait', in: 'query', required: false },
    schema: { type: 'integer', minimum: 0, maximum: 60, default: 30 },
  }
  const checked: Members = {
    ...ok(frameChecked),
    '202': {
      description: 'There is no answer yet. `Location` is where GET waits on.',
      content: { 'application/json': { schema: schemaOf(frameWaits) } },
    },
  }
  const form = (schema: z.ZodType): Members => ({
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: schemaOf(schema) } } },
  })
  return {
    '/client-api/auth/token': {
      post: {
        ...{ operationId: 'exchangeServiceToken', tags: ['client'], security: [] },
        summary: 'Exchange a service token for an access token',
        description: 'The token opens the client endpoints.',
        ...form(z.strictObject({ username: z.string(), service_token: z.string() })),
        responses: {
          ...ok(z.strictObject({ token: z.string(), expires_in: z.int().meta({ description: 'seconds' }) })),
          ...refusals(400, 401, 405, 408, 413, 429, 500, 503),
        },
      },
    },
    '/client-api/bus/send': {
      post: {
        ...{ operationId: 'sendFrame', tags: ['client'], security: [{ bearer: [] }, {}] },
        summary: 'Send a frame to a guardrail or an application',
        description:
          'When it answers `sent`, the frame is stored and will be evaluated. The same frame may be sent again; another one for the same trace, target and topics is refused. The token may be left out if the deployment demands none.',
        parameters: [target],
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(sendRequest) } } },
        responses: { ...ok(frameSent), ...refusals(400, 401, 403, 404, 405, 408, 409, 413, 415, 429, 500, 503) },
      },
    },
    '/client-api/check': {
      post: {
        ...{ operationId: 'checkFrame', tags: ['client'], security: [{ bearer: [] }, {}] },
        summary: 'Send a frame and wait for its evaluation',
        description:
          'The frame is stored and evaluated like one of `/client-api/bus/send`, also if the caller goes away. Without an answer in time the status is 202, and the same path waits on by GET.',
        parameters: [target, wait],
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(checkRequest) } } },
        responses: { ...checked, ...refusals(400, 401, 403, 404, 405, 408, 409, 413, 415, 429, 500, 503) },
      },
      get: {
        ...{ operationId: 'waitForFrame', tags: ['client'], security: [{ bearer: [] }, {}] },
        summary: 'Wait on for the evaluation of a frame',
        description: 'For a frame that was sent by POST to this path, as long as its answer is stored.',
        parameters: [target, { name: 'trace_id', in: 'query', required: true, schema: { type: 'string' } }, wait],
        responses: { ...checked, ...refusals(400, 401, 403, 404, 405, 408, 500, 503) },
      },
    },
    '/application/o/token/': {
      post: {
        ...{ operationId: 'grantAccessToken', tags: ['client'], security: [] },
        summary: 'Get an access token by the client credentials grant',
        description:
          'OAuth 2.0 client credentials of a service account: its username, and its API key as the password. The token opens the main REST API and the client endpoints for one hour. A deployment may name an outside identity provider instead.',
        ...form(
          z.strictObject({
            grant_type: z.literal('client_credentials'),
            client_id: z.string(),
            username: z.string(),
            password: z.string().meta({ description: 'the API key' }),
            scope: z.string().optional().meta({ description: '`openid profile email`' }),
          }),
        ),
        responses: {
          ...ok(
            z.strictObject({
              access_token: z.string().meta({ description: 'a JWT with the claim `groups`' }),
              token_type: z.literal('Bearer'),
              expires_in: z.int().meta({ description: 'seconds' }),
              scope: z.string(),
            }),
          ),
          ...Object.fromEntries(
            [400, 429, 503].map((status) => [
              status,
              {
                description: GRANT_REFUSALS[status] ?? '',
                ...clientHeaders(status),
                content: { 'application/json': { schema: schemaOf(OAUTH_ERROR) } },
              },
            ]),
          ),
        },
      },
    },
  }
}

const GRANT_REFUSALS: Readonly<Record<number, string>> = {
  400: 'The grant is refused; `error` says why (RFC 6749, 5.2).',
  429: 'Too many tries.',
  503: 'The database does not answer at the moment.',
}
const OAUTH_ERROR = z.object({ error: z.string(), error_description: z.string().optional() })
