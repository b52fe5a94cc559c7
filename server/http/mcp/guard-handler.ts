/**
 * Guards an MCP server over streamable HTTP: a call of a tool is decided first, and everything else passes
 * through unchanged. The caller's credential is not sent on; the connection has its own headers.
 */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorEnvelope, Refusal } from '../../api/refusal'
import { MAX_CALL_WAIT_SECONDS } from '../../api/schemas/tool-call'
import { JsonNumber, type LosslessJson, readJson, writeJson } from '../../language/numeric/lossless-json'
import type { Caller } from '../../services/calls/caller'
import type { GuardedServers } from '../../services/guardrails/guards/guarded-servers'
import { requestIdOf } from '../requests/protective-headers'
import { demandUncompressed, readBody } from '../requests/read-body'
import { authenticateHeaders, type CallerDependencies } from './authenticate-headers'
import { refusalOf } from './call-tool'
import type { OriginRule } from './origins'
import { passOn } from './pass-on'

export interface McpGuardDependencies extends CallerDependencies {
  readonly servers: GuardedServers
  readonly origins: OriginRule
  /** Budget `body_bytes`. */
  readonly bodyBytes: number
  readonly docsUrl: string
  readonly addressKey: (request: IncomingMessage) => string
  readonly reportBug: (error: unknown, requestId: string) => void
}

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
      const body = request.method === 'POST' ? await readMessage(dependencies, request) : null
      const answer = body && (await decideMessage(dependencies, caller, request, server, body.message))
      if (answer !== null) return sendJson(response, 200, answer)
      await passOn(connection, request, response, body?.bytes ?? null)
    } catch (error) {
      const refusal = refusalOf(dependencies, error, requestId)
      if (response.headersSent) response.destroy()
      else sendJson(response, refusal.status, errorEnvelope(refusal, dependencies.docsUrl), refusal.headers)
    }
  }
}

type JsonObject = { readonly [member: string]: LosslessJson }

interface ReadMessage {
  /** Exactly as it is sent on. No member is twice in it, so the server reads the same. */
  readonly bytes: Uint8Array
  readonly message: JsonObject
}

/** @throws Refusal BAD_REQUEST for a body that two readers could understand differently, and for a batch */
async function readMessage({ bodyBytes }: McpGuardDependencies, request: IncomingMessage): Promise<ReadMessage | null> {
  demandUncompressed(request.headers['content-encoding'])
  const bytes = await readBody(request, bodyBytes)
  if (bytes === null) return null
  if (!isUtf8(bytes)) throw new Refusal('BAD_REQUEST', 'The body is not valid UTF-8.')
  const read = readJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
  if ('problem' in read) throw new Refusal('BAD_REQUEST', `The body is not acceptable JSON: ${read.problem.message}.`)
  if (!isJsonObject(read.value))
    throw new Refusal('BAD_REQUEST', 'The body must be one message; batches are not passed on.')
  return { bytes, message: read.value }
}

/** @returns the answer to a call that does not pass; null for what is passed on */
async function decideMessage(
  { servers, addressKey }: McpGuardDependencies,
  caller: Caller,
  request: IncomingMessage,
  server: string,
  { id, method, params }: JsonObject,
): Promise<string | null> {
  if (method !== 'tools/call') return null
  if (!isId(id)) throw new Refusal('BAD_REQUEST', 'A call of a tool needs an id.')
  const { name, arguments: values = {} } = isJsonObject(params) ? params : {}
  if (typeof name !== 'string' || !isJsonObject(values))
    throw new Refusal('BAD_REQUEST', 'A call of a tool needs a name, and its arguments are an object.')
  const call = { server, tool: name, arguments: values, waitMs: waitIn(request), addressKey: () => addressKey(request) }
  const decided = await servers.decide(caller, call)
  if (decided.passes) return null
  const content = decided.texts.map((text) => ({ type: 'text', text }))
  return writeJson({ jsonrpc: '2.0', id, result: { resultType: 'complete', content, isError: true } })
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

function isJsonObject(value: LosslessJson | undefined): value is { [member: string]: LosslessJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}
