/**
 * The main REST API on a `node:http` server: everything under /api/v1.
 *
 * Promises: nothing is read of a body before its sender has proved who they are and for which group they act; every
 * refusal is problem details with an id to quote; what an operation answers is what its entry of the table says.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PLATFORM_OPERATIONS, type PlatformOperation, type PlatformOperationId } from '../../api/platform-operations'
import { bugRefusal, Refusal } from '../../api/refusal'
import type { Caller } from '../../services/access/caller'
import type { ClientGate } from '../../services/guardrails/client-gate'
import { discardRest } from '../discard-rest'
import { bearerToken } from '../guardrail-client/bearer'
import { readBody } from '../read-body'
import { createRouter, type Router } from '../rest/route'
import { demandedVersion, entityTag, hasVersion } from './entity-tag'
import { type HandlerParts, type PlatformAnswer, platformHandlers } from './platform-handlers'
import { demandJson, readBodyOf, readNames } from './platform-request'
import { problemAnswer } from './problem-answer'

export interface PlatformHandlerParts extends HandlerParts {
  readonly gate: Pick<ClientGate, 'verify' | 'callerIn'>
  /** Base address at which this deployment is reached. */
  readonly publicUrl: string
  readonly docsUrl: string
  /** Budget `body_bytes`. */
  readonly bodyBytes: number
  /** An id that a person can quote from the logs; random. */
  readonly newRequestId: () => string
  readonly reportBug: (error: unknown, requestId: string) => void
}

/** Names the group that the caller acts for. */
export const GROUP_HEADER = 'x-service-active-group'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
/** What an operation's schemas let through is what its handler takes. */
type Handle = (caller: Caller, asked: object) => Promise<PlatformAnswer>

interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function createPlatformHandler(parts: PlatformHandlerParts): Handler {
  const router = createRouter(PLATFORM_OPERATIONS)
  const handlers = platformHandlers(parts) as unknown as Readonly<Record<PlatformOperationId, Handle>>
  return (request, response) => {
    answer(parts, router, handlers, request).then(
      (told) => {
        // Null where nobody is left to hear it.
        if (told !== null) send(request, response, told)
      },
      (error: unknown) => refuse(parts, request, response, error),
    )
  }
}

async function answer(
  parts: PlatformHandlerParts,
  router: Router<PlatformOperationId>,
  handlers: Readonly<Record<PlatformOperationId, Handle>>,
  request: IncomingMessage,
): Promise<WireAnswer | null> {
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s)
  const { headers } = request
  const caller = await callerOf(parts.gate, headers.authorization, headers[GROUP_HEADER])
  const { operation: id, parameters } = routeOf(router, request.method ?? 'GET', path)
  const operation: PlatformOperation = PLATFORM_OPERATIONS[id]
  const names = readNames(operation, parameters, search)
  const isChange = operation.method === 'PUT' || operation.method === 'DELETE'
  const version = isChange ? demandedVersion(headers['if-match']) : 0
  let body: unknown = null
  if (operation.body !== null) {
    demandJson(headers['content-type'])
    const bytes = await readBody(request, parts.bodyBytes)
    if (bytes === null) return null
    body = readBodyOf(operation.body, bytes)
  }
  const told = await handlers[id](caller, { ...names, body, version })
  return wireAnswer(operation, told, `${parts.publicUrl}${path}`, search, parts.publicUrl, headers['if-none-match'])
}

/** @throws Refusal CREDENTIAL_REQUIRED, CREDENTIAL_INVALID, BAD_REQUEST without the group, CREDENTIAL_SCOPE */
async function callerOf(
  gate: PlatformHandlerParts['gate'],
  authorization: string | undefined,
  group: string | readonly string[] | undefined,
): Promise<Caller> {
  const client = await gate.verify(bearerToken(authorization), 'api')
  if (typeof group === 'string' && group !== '') return gate.callerIn(client, group)
  throw new Refusal(
    'BAD_REQUEST',
    'Send the header X-Service-Active-Group with the name of one of the groups of your token.',
    {
      failures: [{ field: 'X-Service-Active-Group', expected: 'a group of your token', received: 'nothing' }],
      failure_count: 1,
    },
  )
}

/** HEAD is GET without its body. */
function routeOf(router: Router<PlatformOperationId>, method: string, path: string) {
  const route = router.find(method === 'HEAD' ? 'GET' : method, path)
  if (route === null)
    throw new Refusal(
      'BAD_REQUEST',
      'There is nothing at this path. /openapi.json lists every path.',
      {},
      { status: 404 },
    )
  if (!('allow' in route)) return route
  const allow = route.allow.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ')
  throw new Refusal('BAD_REQUEST', `This path takes ${allow}.`, {}, { status: 405, headers: { allow } })
}

function wireAnswer(
  { method, success }: PlatformOperation,
  { body, version, settled, location, next }: PlatformAnswer,
  address: string,
  search: string,
  publicUrl: string,
  ifNoneMatch: string | undefined,
): WireAnswer {
  const headers = {
    'cache-control': 'no-store',
    ...(version !== undefined && { etag: entityTag(version) }),
    ...(location !== undefined && { location: `${publicUrl}${location}` }),
    ...(typeof next === 'string' && { link: nextLink(address, search, next) }),
  }
  if (method === 'GET' && settled === true && version !== undefined && hasVersion(ifNoneMatch, version))
    return { status: 304, headers, body: '' }
  if (body === null) return { status: success, headers, body: '' }
  const typed = { ...headers, 'content-type': 'application/json; charset=utf-8' }
  return { status: success, headers: typed, body: JSON.stringify(body) }
}

/** The same list from the cursor on (RFC 8288). */
function nextLink(address: string, search: string, cursor: string): string {
  const query = new URLSearchParams(search)
  query.set('cursor', cursor)
  return `<${address}?${query}>; rel="next"`
}

function refuse(parts: PlatformHandlerParts, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const requestId = parts.newRequestId()
  if (!(error instanceof Refusal)) parts.reportBug(error, requestId)
  const told = problemAnswer(error instanceof Refusal ? error : bugRefusal(), requestId, parts.docsUrl)
  void discardRest(request).then(() => send(request, response, told))
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: WireAnswer): void {
  const length = status === 204 || status === 304 ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  response.writeHead(status, { ...headers, ...length }).end(method === 'HEAD' ? undefined : body)
}
