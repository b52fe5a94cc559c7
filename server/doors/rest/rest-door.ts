/**
 * The REST door: proof of caller in, canonical bytes out. It holds no rule of its own.
 *
 * Promises: every answer, refusals and bugs included, is an envelope of the contract with `versions`; a bug's text never
 * leaves the server. Trusts nothing in the request.
 */
import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { canonicalJson } from '../../contract/canonical-json'
import { errorEnvelope } from '../../contract/envelope'
import { CREDENTIAL_HEADER, openApiDocument } from '../../contract/openapi'
import { OPERATIONS, type Operation, type OperationId } from '../../contract/operations'
import { parseRequest, readRequest } from '../../contract/read-request'
import { Refusal } from '../../contract/refusal'
import { after } from '../../service/after'
import type { Caller } from '../../service/caller'
import { INLINE_BODY } from '../../service/engine/dispatch'
import type { CallContext, CheckRequest, Service, Success } from '../../service/service'
import { createRouter, type Route, type Router } from './route'
import type { WireAnswer, WireRequest } from './wire'

export interface RestDoorParts {
  readonly service: Service
  readonly publicUrl: string
  readonly docsUrl: string
  /** An id that a person can quote from the logs; random. */
  readonly newRequestId: () => string
  readonly reportBug: (error: unknown, requestId: string) => void
}

export type RestDoor = (request: WireRequest) => WireAnswer | Promise<WireAnswer>

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const EVALUATION_HEADERS = { ...JSON_HEADERS, 'x-service-credential-grade': 'evaluation' }

const PROMPT_PACK_PATH = z.strictObject(OPERATIONS.getPromptPack.parameters)

type Request = Record<string, unknown> | null
type Handler = (
  context: CallContext,
  request: Request,
  parameters: Readonly<Record<string, string>>,
) => Success | Promise<Success>

export function createRestDoor(parts: RestDoorParts): RestDoor {
  const router = createRouter()
  const handlers = handlersOf(parts)
  return (request) => {
    let caller: Caller | null = null
    try {
      const { operation: id, parameters } = routeOf(router, request)
      const operation: Operation = OPERATIONS[id]
      const answer = after(callerOf(parts.service, operation, request), (known) => {
        caller = known
        return after(bodyOf(parts.service, id, operation, request), (body) =>
          after(handlers[id]({ caller: known, addressKey: () => request.addressKey }, body, parameters), (success) =>
            answerOf(success, known),
          ),
        )
      })
      return answer instanceof Promise ? answer.catch((error: unknown) => refuse(parts, error, caller)) : answer
    } catch (error) {
      return refuse(parts, error, caller)
    }
  }
}

function routeOf(router: Router, request: WireRequest): Extract<Route, { readonly parameters: unknown }> {
  const route = router.find(request.method, request.path)
  if (route === null)
    throw new Refusal(
      'BAD_REQUEST',
      `There is nothing at ${printable(request.path)}. /openapi.json lists every path.`,
      {},
      { status: 404 },
    )
  if ('allow' in route) throw methodRefusal(request, route.allow)
  return route
}

function callerOf(service: Service, operation: Operation, request: WireRequest): Caller | Promise<Caller> {
  return operation.access === 'public' ? PUBLIC_CALLER : service.authenticate(request.header(CREDENTIAL_HEADER))
}

function answerOf(success: Success, caller: Caller): WireAnswer {
  return { status: success.status ?? 200, headers: headersFor(caller), body: success.body }
}

const PUBLIC_CALLER: Caller = {
  grade: 'open',
  namespaceId: null,
  credentialId: null,
  caps: { perDay: null, total: null },
}

function headersFor(caller: Caller | null): Readonly<Record<string, string>> {
  return caller?.grade === 'evaluation' ? EVALUATION_HEADERS : JSON_HEADERS
}

function refuse(parts: RestDoorParts, error: unknown, caller: Caller | null): WireAnswer {
  if (error instanceof Refusal)
    return {
      status: error.status,
      headers: { ...headersFor(caller), ...error.headers },
      body: errorEnvelope(error, parts.docsUrl),
    }
  const requestId = parts.newRequestId()
  parts.reportBug(error, requestId)
  const refusal = new Refusal(
    'ENGINE_ERROR',
    'The service could not complete this call, so it offers no partial answer. Quote the x-request-id header to the operator.',
  )
  return {
    status: refusal.status,
    headers: { ...headersFor(caller), 'x-request-id': requestId },
    body: errorEnvelope(refusal, parts.docsUrl),
  }
}

function methodRefusal(request: WireRequest, allow: readonly string[]): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    `${printable(request.path)} takes ${allow.join(' or ')}, not ${printable(request.method)}.`,
    {},
    { status: 405, headers: { allow: allow.join(', ') } },
  )
}

/** The typed request; a large body is read away from the event loop. */
function bodyOf(
  service: Service,
  id: OperationId,
  operation: Operation,
  request: WireRequest,
): Request | Promise<Request> {
  if (operation.body === undefined) return null
  const { body } = request
  if (body.length > 0) demandJson(request)
  if (body.length > INLINE_BODY) return largeBodyOf(service, id, body)
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  const value = readRequest(operation.body.schema, text, operation.body.required) as Request
  return id === 'check' && value !== null ? { ...value, claims: { from: 'value', value: value.claims } } : value
}

async function largeBodyOf(service: Service, id: OperationId, body: Uint8Array): Promise<Request> {
  const read = (await service.readLarge(id, body)) as Record<string, unknown>
  return id === 'check' ? { ...read, claims: { from: 'body', body } } : read
}

function demandJson(request: WireRequest): void {
  const type = request.header('content-type')
  if (type === undefined || !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type))
    throw new Refusal(
      'BAD_REQUEST',
      `The content type must be application/json, not ${printable(type ?? 'nothing')}.`,
      {},
      { status: 415 },
    )
  if (!isUtf8(request.body)) throw new Refusal('BAD_REQUEST', 'The body is not valid UTF-8.')
}

function handlersOf({ service, publicUrl, docsUrl }: RestDoorParts): Record<OperationId, Handler> {
  const document = canonicalJson(openApiDocument(publicUrl, docsUrl))
  return {
    health: () => service.health(),
    ready: () => service.ready(),
    version: () => service.version(),
    openapi: () => ({ body: document }),
    issueEvaluationCredential: (context, request) => service.issueEvaluationCredential(context, request),
    compile: (context, request) => service.compile(context, request as Parameters<Service['compile']>[1]),
    check: (context, request) => service.check(context, request as unknown as CheckRequest),
    getPromptPack: (context, _, parameters) => service.promptPack(context, parseRequest(PROMPT_PACK_PATH, parameters)),
    makePromptPack: (context, request) => service.promptPack(context, request as Parameters<Service['promptPack']>[1]),
  }
}

/** A piece of the request, safe and short enough to quote. */
function printable(text: string): string {
  const clean = text.replace(/[^\x20-\x7e]/g, '?')
  return clean.length <= 80 ? clean : `${clean.slice(0, 79)}…`
}
