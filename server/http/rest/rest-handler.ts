/**
 * Every answer, including refusals and bugs, is an envelope of the contract with `versions`. The text of a bug never
 * leaves the server.
 */
import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { canonicalJson } from '../../api/canonical-json'
import { CREDENTIAL_HEADER, openApiDocument } from '../../api/openapi/openapi'
import { shareRefusals } from '../../api/openapi/share-refusals'
import { OPERATIONS, type Operation, type OperationId } from '../../api/operations'
import { parseRequest } from '../../api/read-request'
import { bugRefusal, errorEnvelope, Refusal } from '../../api/refusal'
import type { CallLimit } from '../../services/access/call-limits'
import type { CallContext, Success } from '../../services/calls/call-context'
import { type Caller, callerWithoutCredential } from '../../services/calls/caller'
import type { Service } from '../../services/create-service'
import { bearerChallenge } from '../requests/bearer-challenge'
import { type OperationRequest, type RunOperation, requestFromBody } from '../requests/operation-request'
import { demandUncompressed } from '../requests/read-body'
import { answerEncoder } from './encode-answer'
import { type CallAfter, evaluationGrade } from './evaluation-grade'
import { IDEMPOTENCY_HEADER, readIdempotencyKey } from './idempotency-key'
import { createRouter, type Route, type Router } from './route'
import type { WireAnswer } from './wire-answer'
import { rateLimitHeaders } from './wire-answer'

export interface WireRequest {
  readonly method: string
  /** Path without the query, percent-encoded as sent. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  header(name: string): string | undefined
  readonly body: Uint8Array
  /** Refusal of the body by the transport, or null. */
  readonly refusal: Refusal | null
  /** Address of the peer behind trusted proxies. */
  readonly addressKey: string
  readonly requestId: string
}

export interface RestHandlerDependencies {
  readonly service: Service
  readonly publicUrl: string
  readonly docsUrl: string
  readonly reportBug: (error: unknown, requestId: string) => void
  readonly after: CallAfter
}

export type RestHandler = (request: WireRequest) => Promise<WireAnswer>

const JSON_TYPE = 'application/json'
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
/** The API document is the same for every caller, but its headers are not. */
const DOCUMENT_HEADERS = {
  ...JSON_HEADERS,
  'cache-control': 'public, max-age=60',
  vary: `${CREDENTIAL_HEADER}, authorization`,
}
/** Their answers change at any time, so they have no `ETag`. */
const STATUS_OPERATIONS: ReadonlySet<OperationId> = new Set<OperationId>(['health', 'ready', 'version'])
/** The id of a check in the decision log of its namespace. */
const CHECK_ID_HEADER = 'x-service-check-id'
const GRADE_HEADERS = { 'x-service-credential-grade': 'evaluation' }
const EVALUATION_HEADERS = { ...JSON_HEADERS, ...GRADE_HEADERS }

export function createRestHandler(dependencies: RestHandlerDependencies): RestHandler {
  const router = createRouter(OPERATIONS)
  const { service, publicUrl, docsUrl, after, reportBug } = dependencies
  const document: Success = { body: canonicalJson(shareRefusals(openApiDocument(publicUrl, docsUrl))) }
  const gradeOf = evaluationGrade({ service, after, reportBug })
  const encode = answerEncoder()
  return async (request) => {
    let caller: Caller | null = null
    let isEvaluation: boolean | Promise<boolean> | null = null
    let answer: WireAnswer
    try {
      if (request.refusal !== null) throw request.refusal
      const { operation: id, parameters } = routeOf(router, request)
      const operation: Operation = OPERATIONS[id]
      // Starts before the operation, so that it is known when the answer is.
      if (operation.access === 'public') isEvaluation = gradeOf(tokenOf(request), request.requestId)
      // Awaiting a value in memory would cost a turn of the queue each time (the check path: decision 028).
      const known = callerOf(service, operation, request)
      caller = known instanceof Promise ? await known : known
      const repeatable = operation.acceptsKey
        ? readIdempotencyKey(
            request.header(IDEMPOTENCY_HEADER),
            caller.credentialId ?? caller.namespaceId,
            id,
            request.body,
          )
        : undefined
      const context: CallContext = {
        caller,
        channel: 'program',
        addressKey: () => request.addressKey,
        ...(repeatable !== undefined && { repeatable }),
      }
      const read = requestOf(service, context, id, operation, request, parameters)
      const input = read instanceof Promise ? await read : read
      const success = id === 'openapi' ? document : await (service[id] as RunOperation)(context, input)
      answer = withReports(answerOf(id, success, caller), (error) => reportBug(error, request.requestId))
      if (operation.method === 'GET' && !STATUS_OPERATIONS.has(id))
        answer = await encode(answer, {
          acceptEncoding: request.header('accept-encoding'),
          ifNoneMatch: request.header('if-none-match'),
        })
    } catch (error) {
      answer = refuse(dependencies, error, caller, request.requestId)
    }
    if (caller !== null && caller !== PUBLIC_CALLER) return withLimits(answer, service.limitsOf(caller))
    if (answer.status === 401) return answer
    isEvaluation ??= gradeOf(tokenOf(request), request.requestId)
    return (await isEvaluation) ? { ...answer, headers: { ...answer.headers, ...GRADE_HEADERS } } : answer
  }
}

function routeOf(
  router: Router<OperationId>,
  request: WireRequest,
): Extract<Route<OperationId>, { readonly parameters: unknown }> {
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

const BEARER = /^bearer +(\S+) *$/i

function callerOf(service: Service, operation: Operation, request: WireRequest): Caller | Promise<Caller> {
  return operation.access === 'public' ? PUBLIC_CALLER : service.authenticate(tokenOf(request))
}

/**
 * Reads the credential from its own header, or as a bearer token. Other schemes of Authorization count as no
 * credential, because a proxy may use them for itself.
 */
function tokenOf(request: WireRequest): string | undefined {
  const credential = request.header(CREDENTIAL_HEADER)
  if (credential !== undefined && credential !== '') return credential
  const authorization = request.header('authorization')
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
}

function answerOf(id: OperationId, success: Success, caller: Caller): WireAnswer {
  const headers = id === 'openapi' ? DOCUMENT_HEADERS : headersFor(caller)
  const { status = 200, body, rest, tag, checkId } = success
  if (checkId === undefined) return { status, headers, body, rest, tag }
  return { status, headers: { ...headers, [CHECK_ID_HEADER]: checkId }, body, rest, tag }
}

function withLimits(answer: WireAnswer, limits: readonly CallLimit[]): WireAnswer {
  if (limits.length === 0) return answer
  return { ...answer, headers: { ...answer.headers, ...rateLimitHeaders(limits) } }
}

/**
 * An answer that fails after it has begun cannot become an envelope: the connection ends, and the error is reported.
 */
function withReports(answer: WireAnswer, report: (error: unknown) => void): WireAnswer {
  const { rest } = answer
  return rest === undefined ? answer : { ...answer, rest: reporting(rest, report) }
}

async function* reporting(rest: AsyncIterable<string>, report: (error: unknown) => void): AsyncGenerator<string> {
  try {
    yield* rest
  } catch (error) {
    report(error)
    throw error
  }
}

const PUBLIC_CALLER: Caller = callerWithoutCredential('open', null)

function headersFor(caller: Caller | null): Readonly<Record<string, string>> {
  return caller?.grade === 'evaluation' ? EVALUATION_HEADERS : JSON_HEADERS
}

function refuse(
  dependencies: RestHandlerDependencies,
  error: unknown,
  caller: Caller | null,
  requestId: string,
): WireAnswer {
  if (error instanceof Refusal)
    return {
      status: error.status,
      headers: { ...headersFor(caller), ...challengeOf(error), ...error.headers },
      body: errorEnvelope(error, dependencies.docsUrl),
    }
  dependencies.reportBug(error, requestId)
  const refusal = bugRefusal()
  return {
    status: refusal.status,
    headers: headersFor(caller),
    body: errorEnvelope(refusal, dependencies.docsUrl),
  }
}

function challengeOf({ status, code }: Refusal): Readonly<Record<string, string>> {
  return status === 401 ? { 'www-authenticate': bearerChallenge('touchstone', code) } : {}
}

function methodRefusal(request: WireRequest, allow: readonly string[]): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    `${printable(request.path)} takes ${allow.join(' or ')}, not ${printable(request.method)}.`,
    {},
    { status: 405, headers: { allow: allow.join(', ') } },
  )
}

function requestOf(
  service: Service,
  context: CallContext,
  id: OperationId,
  operation: Operation,
  request: WireRequest,
  parameters: Readonly<Record<string, string>>,
): OperationRequest | Promise<OperationRequest> {
  if (operation.body === undefined) return namedIn(operation, parameters, request.query)
  if (request.body.length > 0) demandJson(request)
  return requestFromBody(service, context, id, request.body)
}

function namedIn(
  { parameters, query }: Operation,
  inPath: Readonly<Record<string, string>>,
  text: string,
): OperationRequest {
  if (parameters === undefined && query === undefined) return {}
  const inQuery = query === undefined ? [] : [...new URLSearchParams(text)]
  const twice = inQuery.find(([name], index) => inQuery.findIndex(([other]) => other === name) !== index)
  if (twice !== undefined)
    throw new Refusal('BAD_REQUEST', `The query names ${printable(twice[0])} twice; name it once.`)
  return parseRequest(z.strictObject({ ...parameters, ...query }), { ...inPath, ...Object.fromEntries(inQuery) })
}

function demandJson(request: WireRequest): void {
  const type = request.header('content-type')
  if (type !== JSON_TYPE && (type === undefined || !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)))
    throw new Refusal(
      'BAD_REQUEST',
      `The content type must be application/json, not ${printable(type ?? 'nothing')}.`,
      {},
      { status: 415 },
    )
  demandUncompressed(request.header('content-encoding'))
  if (!isUtf8(request.body)) throw new Refusal('BAD_REQUEST', 'The body is not valid UTF-8.')
}

/** A piece of the request, safe and short enough to quote. */
function printable(text: string): string {
  const clean = text.replace(/[^\x20-\x7e]/g, '?')
  return clean.length <= 80 ? clean : `${clean.slice(0, 79)}…`
}
