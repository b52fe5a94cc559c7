/** For speed, /v1, /mcp, the status paths and the authorisation server are answered before Next sees the request. */
import type { EventEmitter } from 'node:events'
import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { BATCH_PATH } from '../api/schemas/check'
import { guardPage, setHeaders } from './guard-page'
import { CHAT_PATH } from './guardrail-client/chat-handler'
import { CLIENT_API, STREAM_PATH } from './guardrail-client/client-api-handler'
import { gatewayAt } from './guardrail-client/gateway-handler'
import type { OauthHandler } from './oauth/oauth-handler'
import type { CrossOrigin } from './requests/cross-origin'
import {
  type HeaderFields,
  headerLines,
  identifyRequest,
  type ProtectiveHeaders,
  REQUEST_ID_HEADER,
} from './requests/protective-headers'
import { SECURITY_CONTACT_PATH } from './requests/security-contact'
import { KEYS_PATH } from './rest/keys-handler'
import { refuseUnreadable } from './rest/node-http'
import { PROVIDER_PATH } from './session/return-path'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface HttpServerHandlers {
  readonly rest: Handler
  readonly trpc: Handler
  readonly batch: Handler
  readonly mcp: Handler
  /** In front of other MCP servers. */
  readonly mcpGuard: (request: IncomingMessage, response: ServerResponse, server: string) => void
  readonly keys: Handler
  readonly securityContact: Handler
  /** Null if agents cannot be authorised. */
  readonly identity: Pick<OauthHandler, 'takes' | 'answer'> | null
  /** Handles sign-in with an outside provider, or null. */
  readonly provider: Handler | null
  readonly clientApi: Handler
  /** Guarded chats. */
  readonly chat: Handler
  readonly gateway: Handler
  readonly stream: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly platformApi: Handler
  readonly pages: Handler
  /** Receives Next's own upgrades in development; null in production. */
  readonly pageUpgrades: EventEmitter | null
  readonly docsUrl: string
  readonly headers: ProtectiveHeaders
  readonly crossOrigin: CrossOrigin
  readonly newRequestId: () => string
}

/** After this time an incomplete request gets 408. */
export const REQUEST_TIMEOUT_MS = 30_000
/** Longer than a load balancer's idle timeout, so that the balancer closes first. */
const IDLE_TIMEOUT_MS = 65_000

const STATUS_PATHS = new Set(['/health', '/ready', '/version', '/openapi.json'])
export const TRPC_PATH = '/api/trpc/'
export const MCP_PATH = '/mcp'
const PLATFORM_API = '/api/v1/'

const GUARDED_SERVER = /^\/guard\/([^/]+)\/mcp$/

/** Name of the guarded MCP server; null for another path. */
function guardedServerIn(path: string): string | null {
  const [, name] = GUARDED_SERVER.exec(path) ?? []
  if (name === undefined) return null
  try {
    return decodeURIComponent(name)
  } catch {
    return null
  }
}

/** Tracks its open connections, including those from another process. */
export class ConnectionServer extends Server {
  readonly open = new Set<Duplex>()

  constructor(options: ServerOptions) {
    super(options)
    this.on('connection', (connection: Duplex) => {
      // The event repeats if an offer to upgrade was ignored.
      if (this.open.has(connection)) return
      this.open.add(connection)
      connection.once('close', () => this.open.delete(connection))
    })
  }
}

export function createHttpServer({
  rest,
  trpc,
  batch,
  mcp,
  mcpGuard,
  keys,
  securityContact,
  identity,
  provider,
  clientApi,
  chat,
  gateway,
  stream,
  platformApi,
  pages,
  pageUpgrades,
  docsUrl,
  headers,
  crossOrigin,
  newRequestId,
}: HttpServerHandlers): ConnectionServer {
  const server = plainServer(docsUrl, headers, newRequestId)
  const handlerOf = (request: IncomingMessage, path: string): Handler | null => {
    const url = request.url ?? '/'
    if (path === MCP_PATH) return mcp
    const guarded = guardedServerIn(path)
    if (guarded !== null) return (taken, response) => mcpGuard(taken, response, guarded)
    if (path === KEYS_PATH) return keys
    if (path === SECURITY_CONTACT_PATH) return securityContact
    if (url.startsWith(TRPC_PATH)) return asGet(trpc)
    if (path === BATCH_PATH) return batch
    if (identity?.takes(request.method ?? 'GET', path))
      return (taken, response) => void identity.answer(taken, response, path)
    if (path.startsWith(CLIENT_API)) return clientApi
    if (CHAT_PATH.test(path)) return chat
    if (gatewayAt(path) !== null) return gateway
    if (path.startsWith(PLATFORM_API)) return platformApi
    return provider !== null && url.startsWith(PROVIDER_PATH) ? asGet(provider) : null
  }
  server.on('request', (request, response) => {
    request.url = targetOf(request.url ?? '/')
    const path = pathOf(request.url)
    const id = identifyRequest(request.headers, newRequestId)
    // The REST handler, the hot path, adds this header itself.
    if (!isRest(path) || request.method === 'OPTIONS') response.setHeader(REQUEST_ID_HEADER, id)
    if (isHostless(request)) refuseHostless(request, docsUrl, withId(headers.api, id))
    else if (crossOrigin(request, response, path)) return
    else if (isRest(path)) rest(request, response)
    else {
      const handler = handlerOf(request, path)
      if (handler === null) {
        guardPage(headers, request, response, path)
        pages(request, response)
      } else {
        setHeaders(response, headers.api)
        handler(request, response)
      }
    }
  })
  server.on('upgrade', (request, socket, head) => {
    request.url = targetOf(request.url ?? '/')
    const own = withId(headers.api, identifyRequest(request.headers, newRequestId))
    if (isHostless(request)) refuseHostless(request, docsUrl, own)
    else if (pathOf(request.url ?? '/') === STREAM_PATH) stream(request, socket, head)
    else if (pageUpgrades !== null && request.url?.startsWith('/_next/'))
      pageUpgrades.emit('upgrade', request, socket, head)
    else if (request.headers.upgrade?.toLowerCase() !== 'websocket') ignoreUpgrade(server, request, socket, head)
    else socket.end(`HTTP/1.1 404 Not Found\r\nConnection: close\r\n${headerLines(own)}Content-Length: 0\r\n\r\n`)
  })
  return server
}

/**
 * Ignores an offer of another protocol, which Java's HttpClient makes with every plain HTTP request (RFC 9110, 7.8).
 * Node.js has ended its parser after the header lines, so a new one reads them again without the offer, and then the
 * body.
 */
function ignoreUpgrade(server: ConnectionServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]!, rawHeaders[at + 1]!]
    if (/^(upgrade|http2-settings)$/i.test(name)) continue
    if (!/^connection$/i.test(name)) lines.push(`${name}: ${value}`)
    else if (/\bclose\b/i.test(value)) lines.push('Connection: close')
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}

/** Passes HEAD as GET to a handler without HEAD; Node.js leaves the body out. */
function asGet(handler: Handler): Handler {
  return (request, response) => {
    if (request.method === 'HEAD') request.method = 'GET'
    handler(request, response)
  }
}

export function createStatusServer(
  rest: Handler,
  docsUrl: string,
  headers: ProtectiveHeaders,
  newRequestId: () => string,
): ConnectionServer {
  const server = plainServer(docsUrl, headers, newRequestId)
  server.on('request', (request, response) => {
    const own = withId(headers.api, identifyRequest(request.headers, newRequestId))
    if (isHostless(request)) return refuseHostless(request, docsUrl, own)
    if (STATUS_PATHS.has(pathOf(request.url ?? '/'))) return rest(request, response)
    response.writeHead(404, { ...own, 'content-type': 'text/plain; charset=utf-8' })
    response.end('This process evaluates frames. It answers /health, /ready, /version and /openapi.json alone.\n')
  })
  return server
}

function plainServer(docsUrl: string, headers: ProtectiveHeaders, newRequestId: () => string): ConnectionServer {
  const server = new ConnectionServer({
    // isHostless checks this; the answer of Node.js lacks the protective headers.
    requireHostHeader: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
  })
  server.on('clientError', (error, socket) =>
    refuseUnreadable(error, socket, docsUrl, withId(headers.api, newRequestId())),
  )
  server.on('checkExpectation', (request, response) => {
    const own = withId(headers.api, identifyRequest(request.headers, newRequestId))
    response.writeHead(417, { ...own, 'content-length': '0', connection: 'close' }).end()
  })
  return server
}

/** HTTP/1.1 requires the header Host (RFC 9112, 3.2). */
function isHostless({ headers, httpVersionMinor, httpVersionMajor }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersionMajor === 1 && httpVersionMinor > 0
}

function refuseHostless(request: IncomingMessage, docsUrl: string, headers: HeaderFields): void {
  refuseUnreadable(new Error('The request has no header Host.'), request.socket, docsUrl, headers)
}

function withId(headers: HeaderFields, id: string): HeaderFields {
  return { ...headers, [REQUEST_ID_HEADER]: id }
}

function isRest(path: string): boolean {
  // Includes targets such as `*` of OPTIONS, which the pages cannot read.
  return path.startsWith('/v1/') || path === '/v1' || STATUS_PATHS.has(path) || !path.startsWith('/')
}

/** Reduces an absolute address, as sent to a proxy, to its path (RFC 9112, 3.2.2). */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url
  const rest = url.replace(/^https?:\/\/[^/?]*/i, '')
  return rest !== url && !rest.startsWith('/') ? `/${rest}` : rest
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

const CLOSE_POLL_MS = 20

/** Gives running calls `graceMs` to end, then closes all connections. */
export async function closeHttpServer(server: ConnectionServer, graceMs: number): Promise<void> {
  server.close()
  const deadline = performance.now() + graceMs
  while (server.open.size > 0 && performance.now() < deadline) {
    server.closeIdleConnections()
    await sleep(CLOSE_POLL_MS)
  }
  for (const connection of server.open) connection.destroy()
}
