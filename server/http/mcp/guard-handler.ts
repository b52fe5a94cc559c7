/**
 * Guards an MCP server over streamable HTTP: a call of a tool is decided first, and everything else passes
 * through, if the namespace guards a tool of the server. The caller's credential is not sent on; the connection has its own headers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorEnvelope, Refusal } from '../../api/refusal'
import { MAX_CALL_WAIT_SECONDS } from '../../api/schemas/tool-call'
import { JsonNumber, type LosslessJson, writeJson } from '../../language/numeric/lossless-json'
import type { Caller } from '../../services/calls/caller'
import type { GuardedServers } from '../../services/guardrails/guards/guarded-servers'
import { requestIdOf } from '../requests/protective-headers'
import { authenticateHeaders, type CallerDependencies } from './authenticate-headers'
import { CHECK_ID_META, refusalOf } from './call-tool'
import { guardedHeaders } from './guarded-headers'
import type { OriginRule } from './origins'
import { passOn } from './pass-on'
import { CALL_METHOD, type GuardedObject, isGuardedObject, readGuardedMessage } from './read-guarded-message'

export interface McpGuardDependencies extends CallerDependencies {
  readonly servers: GuardedServers
  readonly origins: OriginRule
  /** Budget `body_bytes`. */
  readonly bodyBytes: number
  readonly docsUrl: string
  readonly addressKey: (request: IncomingMessage) => string
  readonly reportBug: (error: unknown, requestId: string) => void
}

const CHECK_ID_HEADER = 'x-service-check-id'
/** JSON-RPC leaves these codes to servers. */
const NOT_PASSED_ON = new JsonNumber('-32000')
const METHODS = ['POST', 'GET', 'DELETE']

export function createMcpGuardHandler(
  dependencies: McpGuardDependencies,
): (request: IncomingMessage, response: ServerResponse, server: string) => Promise<void> {
  const { servers } = dependencies
  return async (request, response, server) => {
    const requestId = requestIdOf(request.headers)
    response.setHeader('cache-control', 'no-store')
    try {
      const { origin } = request.headers
      if (origin !== undefined && !dependencies.origins.allows(origin))
        throw new Refusal('BAD_REQUEST', 'Pages of this origin may not call this server.', {}, { status: 403 })
      const caller = await authenticateHeaders(dependencies, request.headers)
      const connection = await servers.server(caller, server)
      const method = demandMethod(request)
      const body = method === 'POST' ? await readGuardedMessage(request, dependencies.bodyBytes) : null
      if (method === 'POST' && body === null) return void response.destroy()
      const headers = guardedHeaders(request.headers, body?.message ?? null)
      const { answer, checkId } = await decideMessage(dependencies, caller, request, server, body?.message ?? {})
      if (checkId !== null) response.setHeader(CHECK_ID_HEADER, checkId)
      if (answer !== null) return sendJson(response, 200, answer)
      await passOn(connection, { method, headers, bytes: body?.bytes ?? null }, response)
    } catch (error) {
      const refusal = refusalOf(dependencies, error, requestId)
      if (response.headersSent) response.destroy()
      else sendJson(response, refusal.status, errorEnvelope(refusal, dependencies.docsUrl), refusal.headers)
    }
  }
}

interface DecidedMessage {
  /** To a call that does not pass; null for what is passed on. */
  readonly answer: string | null
  /** The entry in the decision log. */
  readonly checkId: string | null
}

async function decideMessage(
  { servers, addressKey }: McpGuardDependencies,
  caller: Caller,
  request: IncomingMessage,
  server: string,
  { id, method, params }: GuardedObject,
): Promise<DecidedMessage> {
  if (method !== CALL_METHOD) {
    const refused = typeof method === 'string' ? await servers.refuseMessage(caller, server, method) : null
    if (refused === null) return { answer: null, checkId: null }
    if (!isId(id)) throw new Refusal('BAD_REQUEST', refused)
    return {
      answer: writeJson({ jsonrpc: '2.0', id, error: { code: NOT_PASSED_ON, message: refused } }),
      checkId: null,
    }
  }
  if (!isId(id)) throw new Refusal('BAD_REQUEST', 'A call of a tool needs an id.')
  const { name, arguments: values = {} } = isGuardedObject(params) ? params : {}
  if (typeof name !== 'string' || !isGuardedObject(values))
    throw new Refusal('BAD_REQUEST', 'A call of a tool needs a name, and its arguments are an object.')
  const call = { server, tool: name, arguments: values, waitMs: waitIn(request), addressKey: () => addressKey(request) }
  const decided = await servers.decide(caller, call)
  const { checkId } = decided
  if (decided.passes) return { answer: null, checkId }
  const content = decided.texts.map((text) => ({ type: 'text', text }))
  const meta = checkId === null ? {} : { _meta: { [CHECK_ID_META]: checkId } }
  const result = { resultType: 'complete', content, isError: true, ...meta }
  return { answer: writeJson({ jsonrpc: '2.0', id, result }), checkId }
}

/** The methods of streamable HTTP; a body of another method is not read. */
function demandMethod({ method = '' }: IncomingMessage): string {
  if (METHODS.includes(method)) return method
  const allow = METHODS.join(', ')
  throw new Refusal('BAD_REQUEST', `A guarded server answers ${allow}.`, {}, { status: 405, headers: { allow } })
}

function isId(id: LosslessJson | undefined): id is string | JsonNumber {
  return typeof id === 'string' || id instanceof JsonNumber
}

/**
 * `limit` in the query is how many seconds the caller waits before it goes on without an answer. A person has two thirds
 * of that time, so that a late answer is a refusal.
 */
function waitIn({ url = '' }: IncomingMessage): number {
  const limit = new URLSearchParams(url.split('?')[1] ?? '').get('limit')
  if (limit === null) return 0
  if (!/^\d{1,4}$/.test(limit)) throw new Refusal('BAD_REQUEST', 'The limit must be a whole number of seconds.')
  return Math.min((Number(limit) * 2_000) / 3, MAX_CALL_WAIT_SECONDS * 1_000)
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(body)
}
