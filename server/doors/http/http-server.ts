/**
 * The one http server: which door answers a path.
 *
 * Promises: /v1, /mcp, the status paths and the authorisation server are answered before Next sees them, for speed; a
 * request that is no HTTP or too slow gets an envelope; no upgrade is left hanging.
 */
import type { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { BATCH_PATH } from '../../contract/batch-answer'
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

export function createHttpServer({
  rest,
  trpc,
  batch,
  mcp,
  keys,
  identity,
  provider,
  pages,
  pageUpgrades,
  docsUrl,
}: HttpServerParts): Server {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT,
    headersTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE,
    connectionsCheckingInterval: 1_000,
  })
  server.on('request', (request, response) => {
    const url = request.url ?? '/'
    const path = pathOf(url)
    if (isRest(path)) rest(request, response)
    else if (path === MCP_PATH) mcp(request, response)
    else if (path === KEYS_PATH) keys(request, response)
    else if (url.startsWith(TRPC_PATH)) trpc(request, response)
    else if (path === BATCH_PATH) batch(request, response)
    else if (identity?.takes(request.method ?? 'GET', path)) void identity.answer(request, response, path)
    else if (provider !== null && url.startsWith(PROVIDER_PATH)) provider(request, response)
    else pages(request, response)
  })
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, docsUrl))
  server.on('upgrade', (request, socket, head) => {
    if (pageUpgrades !== null && request.url?.startsWith('/_next/')) pageUpgrades.emit('upgrade', request, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
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
