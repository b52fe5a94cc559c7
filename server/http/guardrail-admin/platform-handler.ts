/**
 * The main REST API, under /api/v1. A body is read only after the sender has proved their identity and group. Refusals
 * are problem details with an id to quote.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  acceptsKey,
  PLATFORM_OPERATIONS,
  type PlatformOperation,
  type PlatformOperationId,
} from '../../api/platform-operations'
import { bugRefusal, Refusal } from '../../api/refusal'
import type { AnswerOnce } from '../../services/access/repeatable-calls'
import type { Caller } from '../../services/calls/caller'
import type { ClientGate } from '../../services/guardrails/machine-accounts/client-gate'
import { keyOwnerOf } from '../../services/guardrails/machine-accounts/platform-client'
import { bearerToken } from '../requests/bearer-challenge'
import { requestIdOf } from '../requests/protective-headers'
import { demandUncompressed, discardRest, readBody } from '../requests/read-body'
import { IDEMPOTENCY_HEADER, readIdempotencyKey } from '../rest/idempotency-key'
import { createRouter, type Router } from '../rest/route'
import { type OperationServices, type PlatformAnswer, platformHandlers } from './operation-handlers'
import { demandedVersion, demandJson, readBodyOf, readNames } from './platform-request'
import { problemAnswer, sendResponse, type WireAnswer, wireAnswer } from './platform-response'

export interface PlatformHandlerDependencies extends OperationServices {
  readonly gate: Pick<ClientGate, 'verify' | 'callerIn'>
  readonly answerOnce: AnswerOnce
  readonly publicUrl: string
  readonly docsUrl: string
  /** Budget `body_bytes`. */
  readonly bodyBytes: number
  readonly reportBug: (error: unknown, requestId: string) => void
}

export const GROUP_HEADER = 'x-service-active-group'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
/** The operation's schemas guarantee the input of its handler. */
type Handle = (caller: Caller, input: object) => Promise<PlatformAnswer>
type CallOf = Parameters<Parameters<AnswerOnce>[2]>[0] | null

export function createPlatformHandler(dependencies: PlatformHandlerDependencies): Handler {
  const router = createRouter(PLATFORM_OPERATIONS)
  const handlers = platformHandlers(dependencies)
  return (request, response) => {
    answerRequest(dependencies, router, handlers, request).then(
      (result) => {
        // Null if the client disconnected.
        if (result !== null) sendResponse(response, result)
      },
      (error: unknown) => refuseRequest(dependencies, request, response, error),
    )
  }
}

async function answerRequest(
  dependencies: PlatformHandlerDependencies,
  router: Router<PlatformOperationId>,
  handlers: ReturnType<typeof platformHandlers>,
  request: IncomingMessage,
): Promise<WireAnswer | null> {
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s)
  const { headers } = request
  const { caller, keyOwner } = await callerOf(dependencies.gate, headers.authorization, headers[GROUP_HEADER])
  const { operation: id, parameters } = routeOf(router, request.method ?? 'GET', path)
  const operation: PlatformOperation = PLATFORM_OPERATIONS[id]
  const names = readNames(operation, parameters, search)
  const isChange = operation.method === 'PUT' || operation.method === 'DELETE'
  const version = isChange ? demandedVersion(headers['if-match']) : 0
  let body: unknown = null
  let repeatable: ReturnType<typeof readIdempotencyKey>
  if (operation.body !== null) {
    demandJson(headers['content-type'])
    demandUncompressed(headers['content-encoding'])
    const bytes = await readBody(request, dependencies.bodyBytes)
    if (bytes === null) return null
    body = readBodyOf(operation.body, bytes)
    if (acceptsKey(operation)) repeatable = readIdempotencyKey(keyHeader(headers), keyOwner, `${id} ${path}`, bytes)
  }
  const handle = handlers[id] as Handle
  const run = (call: CallOf) => handle(caller, { ...names, body, version, call })
  const result =
    repeatable === undefined
      ? await run(null)
      : (JSON.parse(
          await dependencies.answerOnce(caller, repeatable, async (call) => JSON.stringify(await run(call))),
        ) as PlatformAnswer)
  return wireAnswer(
    operation,
    result,
    `${dependencies.publicUrl}${path}`,
    search,
    dependencies.publicUrl,
    headers['if-none-match'],
  )
}

/** Node.js joins a repeated header with commas, and no key contains their spaces. */
function keyHeader(headers: IncomingMessage['headers']): string | undefined {
  return headers[IDEMPOTENCY_HEADER]?.toString()
}

/** @throws Refusal CREDENTIAL_REQUIRED, CREDENTIAL_INVALID, BAD_REQUEST without the group, CREDENTIAL_SCOPE */
async function callerOf(
  gate: PlatformHandlerDependencies['gate'],
  authorization: string | undefined,
  group: string | readonly string[] | undefined,
): Promise<{ readonly caller: Caller; readonly keyOwner: string }> {
  const client = await gate.verify(bearerToken(authorization), 'api')
  if (typeof group === 'string' && group !== '')
    return { caller: await gate.callerIn(client, group), keyOwner: keyOwnerOf(client) }
  throw new Refusal(
    'BAD_REQUEST',
    'Send the header X-Service-Active-Group with the name of one of the groups of your token.',
    {
      failures: [{ field: 'X-Service-Active-Group', expected: 'a group of your token', received: 'nothing' }],
      failure_count: 1,
    },
  )
}

function routeOf(router: Router<PlatformOperationId>, method: string, path: string) {
  const route = router.find(method, path)
  if (route === null)
    throw new Refusal(
      'BAD_REQUEST',
      'There is nothing at this path. /openapi.json lists every path.',
      {},
      { status: 404 },
    )
  if (!('allow' in route)) return route
  const allow = route.allow.join(', ')
  throw new Refusal('BAD_REQUEST', `This path takes ${allow}.`, {}, { status: 405, headers: { allow } })
}

function refuseRequest(
  dependencies: PlatformHandlerDependencies,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  const requestId = requestIdOf(request.headers)
  if (!(error instanceof Refusal)) dependencies.reportBug(error, requestId)
  const problem = problemAnswer(error instanceof Refusal ? error : bugRefusal(), requestId, dependencies.docsUrl)
  void discardRest(request).then(() => sendResponse(response, problem))
}
