/**
 * The one http server: which door answers a path.
 *
 * Promises: /v1, /mcp, the status paths and the authorisation server are answered before Next sees them, for speed; a
 * request that is no HTTP or too slow gets an envelope; no upgrade is left hanging.
 */
import type { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { BATCH_PATH } from '../../contract/batch-answer'
import { CLIENT_API, STREAM_PATH } from '../client-api/client-api-carrier'
import type { IdentityDoor } from '../identity/identity-door'
import { KEYS_PATH } from '../keys/keys-carrier'
import { refuseUnreadable } from '../rest/node-http'

type Carrier = (request: IncomingMessage, response: ServerResponse) => void

export interface HttpServerParts {
  readonly rest: Carrier
  readonly trpc: Carrier
  readonly batch: Carrier
  readonly mcp: Carrier
  /** The published keys. */
  readonly keys: Carrier
  /** Null where no agent can be authorised. */
  readonly identity: Pick<IdentityDoor, 'takes' | 'answer'> | null
  /** The outside provider; null where there is none. */
  readonly provider: Carrier | null
  /** Everything under /client-api. */
  readonly clientApi: Carrier
  /** The stream of answers. */
  readonly stream: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Everything under /api/v1. */
  readonly platformApi: Carrier
  readonly pages: Carrier
  /** Where Next listens for upgrades of its own in development; null in production. */
  readonly pageUpgrades: EventEmitter | null
  readonly docsUrl: string
}

/** A request that is not complete within this many milliseconds is refused with 408. */
const REQUEST_TIMEOUT = 30_000
/** Longer than a load balancer keeps an idle connection, so that the balancer is the one to close it. */
const KEEP_ALIVE = 65_000

const STATUS_PATHS = new Set(['/health', '/ready', '/version', '/openapi.json'])
export const TRPC_PATH = '/api/trpc/'
/** Where the outside provider sends browsers back to, and what leads there. */
export const PROVIDER_PATH = '/api/auth/'
export const MCP_PATH = '/mcp'
const PLATFORM_API = '/api/v1/'

export function createHttpServer({
  rest,
  trpc,
  batch,
  mcp,
  keys,
  identity,
  provider,
  clientApi,
  stream,
  platformApi,
  pages,
  pageUpgrades,
  docsUrl,
}: HttpServerParts): Server {
  const server = plainServer(docsUrl)
  server.on('request', (request, response) => {
    const url = request.url ?? '/'
    const path = pathOf(url)
    if (isRest(path)) rest(request, response)
    else if (path === MCP_PATH) mcp(request, response)
    else if (path === KEYS_PATH) keys(request, response)
    else if (url.startsWith(TRPC_PATH)) trpc(request, response)
    else if (path === BATCH_PATH) batch(request, response)
    else if (identity?.takes(request.method ?? 'GET', path)) void identity.answer(request, response, path)
    else if (path.startsWith(CLIENT_API)) clientApi(request, response)
    else if (path.startsWith(PLATFORM_API)) platformApi(request, response)
    else if (provider !== null && url.startsWith(PROVIDER_PATH)) provider(request, response)
    else pages(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    if (pathOf(request.url ?? '/') === STREAM_PATH) stream(request, socket, head)
    else if (pageUpgrades !== null && request.url?.startsWith('/_next/'))
      pageUpgrades.emit('upgrade', request, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  return server
}

/** The server of a process that only tells how it is. */
export function createStatusServer(rest: Carrier, docsUrl: string): Server {
  const server = plainServer(docsUrl)
  server.on('request', (request, response) => {
    if (STATUS_PATHS.has(pathOf(request.url ?? '/'))) return rest(request, response)
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('This process evaluates frames. It answers /health, /ready, /version and /openapi.json alone.\n')
  })
  return server
}

function plainServer(docsUrl: string): Server {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT,
    headersTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE,
    connectionsCheckingInterval: 1_000,
  })
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, docsUrl))
  return server
}

function isRest(path: string): boolean {
  return path.startsWith('/v1/') || path === '/v1' || STATUS_PATHS.has(path)
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

/** Stops taking calls, lets running ones end within `graceMs`, then ends what is left. */
export async function closeHttpServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const grace = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(grace)
}
