/**
 * Serves MCP as stateless Streamable HTTP. Origin, caller, method, type and size are checked before the body is parsed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler as createSdkHandler, isJsonContentType } from '@modelcontextprotocol/server'
import { errorEnvelope, Refusal } from '../../api/refusal'
import type { Caller } from '../../services/calls/caller'
import { requestIdOf } from '../requests/protective-headers'
import { demandUncompressed, readBody } from '../requests/read-body'
import { authenticateHeaders, type CallerDependencies } from './authenticate-headers'
import { type McpExchange, refusalOf } from './call-tool'
import { type JsonRpcCode, jsonRpcRefusal, type McpServerDependencies, mcpServers } from './mcp-server'
import { crossOriginHeaders, type OriginRule, PREFLIGHT_HEADERS } from './origins'
import { readMessages } from './read-messages'

export interface McpHandlerDependencies extends McpServerDependencies, Omit<CallerDependencies, 'service'> {
  readonly origins: OriginRule
  /** Budget `body_bytes`. */
  readonly bodyBytes: number
  readonly addressKey: (request: IncomingMessage) => string
  /** Receives what the SDK reports separately: refused requests and early disconnects. */
  readonly note: (error: Error) => void
}

export interface McpHandler {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Ends running requests. */
  close(): Promise<void>
}

const INVALID_REQUEST: JsonRpcCode = -32600
const INTERNAL_ERROR: JsonRpcCode = -32603

export function createMcpHandler(dependencies: McpHandlerDependencies): McpHandler {
  const serverFor = mcpServers(dependencies)
  // The SDK passes only the request to a new server; this map holds the caller.
  const exchanges = new WeakMap<Request, McpExchange>()
  const handler = createSdkHandler(
    ({ requestInfo }) => {
      const server = serverFor(exchanges.get(requestInfo!)!)
      server.onerror = dependencies.note
      return server
    },
    { onerror: dependencies.note },
  )

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = requestIdOf(request.headers)
    response.setHeader('cache-control', 'no-store')
    response.setHeader('vary', 'Origin')
    try {
      if (!allowOrigin(dependencies.origins, request, response)) {
        const refusal = new Refusal(
          'BAD_REQUEST',
          'Pages of this origin may not call this server. Its operator can allow them.',
        )
        return refuse(response, 403, INVALID_REQUEST, refusal)
      }
      if (request.method === 'OPTIONS') {
        response.writeHead(204, PREFLIGHT_HEADERS).end()
        return
      }
      const caller = await authenticateHeaders(dependencies, request.headers)
      if (caller.grade === 'evaluation') response.setHeader('x-service-credential-grade', 'evaluation')
      await serve(request, response, { caller, requestId })
    } catch (error) {
      const refusal = refusalOf(dependencies, error, requestId)
      if (response.headersSent) response.destroy()
      else if (refusal.status === 401)
        sendAnswer(response, 401, refusal.headers, errorEnvelope(refusal, dependencies.docsUrl))
      else refuse(response, refusal.status, refusal.status < 500 ? INVALID_REQUEST : INTERNAL_ERROR, refusal)
    }
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    { caller, requestId }: { caller: Caller; requestId: string },
  ): Promise<void> {
    demandPost(request)
    // The SDK requires both types literally, and parses the host, which may be invalid.
    Object.assign(request.headers, { accept: ANSWER_TYPES.join(', '), host: 'localhost' })
    const bytes = await readBody(request, dependencies.bodyBytes)
    if (bytes === null) return
    const read = readMessages(bytes)
    if (read.kind === 'refused') return refuse(response, 400, read.code, new Refusal('BAD_REQUEST', read.message))
    const context = { caller, channel: 'agent', addressKey: () => dependencies.addressKey(request) } as const
    const handle = toNodeHandler(
      {
        fetch: (webRequest, options) => {
          exchanges.set(webRequest, { context, requestId })
          return handler.fetch(webRequest, options)
        },
      },
      { onerror: (error) => dependencies.reportBug(error, requestId) },
    )
    await handle(request as NodeIncomingMessageLike, response, read.body)
  }

  function refuse(response: ServerResponse, status: number, code: JsonRpcCode, refusal: Refusal): void {
    sendAnswer(response, status, refusal.headers, jsonRpcRefusal(code, refusal, dependencies.docsUrl))
  }

  return { answer, close: () => handler.close() }
}

function allowOrigin(origins: OriginRule, request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  if (!origins.allows(origin)) return false
  for (const [name, value] of Object.entries(crossOriginHeaders(origin))) response.setHeader(name, value)
  return true
}

/** GET would open a stream and DELETE end a session; a stateless server has neither. */
function demandPost({ method, headers }: IncomingMessage): void {
  if (method !== 'POST')
    throw new Refusal(
      'BAD_REQUEST',
      'This server has no sessions, so it accepts POST only.',
      {},
      {
        status: 405,
        headers: { allow: 'POST, OPTIONS' },
      },
    )
  if (!isJsonContentType(headers['content-type']))
    throw new Refusal('BAD_REQUEST', 'The content type must be application/json.', {}, { status: 415 })
  demandUncompressed(headers['content-encoding'])
  if (!ANSWER_TYPES.every((type) => acceptsType(headers.accept, type)))
    throw new Refusal(
      'BAD_REQUEST',
      `The header Accept must allow ${ANSWER_TYPES.join(' and ')}, because an answer is one or the other.`,
      {},
      { status: 406 },
    )
}

const ANSWER_TYPES = ['application/json', 'text/event-stream'] as const

/** Whether the client accepts the type. Without Accept, every type is allowed (RFC 9110, 12.5.1). */
function acceptsType(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';', 1)[0]!.trim())
  return [type, `${type.split('/', 1)[0]}/*`, '*/*'].some((range) => ranges.includes(range))
}

function sendAnswer(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(body)
}
