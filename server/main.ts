/**
 * The server: one Node http server that answers /v1 and the pages' door itself and gives the rest to Next.
 *
 * Promises: starts with embedded defaults, says in one line where it listens, stops cleanly on SIGTERM and SIGINT. Refuses
 * to start on a wrong configuration, naming it. Trusts nobody: every answer of its own doors is an envelope.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import next from 'next'
import { pino } from 'pino'
import { addressKeys } from './doors/address-key'
import { createNodeCarrier, refuseUnreadable } from './doors/rest/node-http'
import { createRestDoor } from './doors/rest/rest-door'
import { appRouter } from './doors/trpc/router'
import type { Clock } from './engine/workers/clock'
import { describeProblems, parseEnvironment } from './env'
import { setRuntime } from './runtime'
import type { Caller } from './service/caller'
import { createService } from './service/create-service'
import { startEngine } from './service/engine/start-engine'
import { startEmbeddedPostgres } from './store/embedded/embedded-postgres'
import { StartRefusal } from './store/start-refusal'
import { openStore } from './store/store'

/** A request that is not complete within this many milliseconds is refused with 408. */
const REQUEST_TIMEOUT = 30_000
const SHUTDOWN_GRACE = 10_000
/** The one namespace of a deployment that demands no credentials. */
const OPEN_NAMESPACE = '00000000-0000-4000-8000-000000000001'
const SWEEP_EVERY = 3_600_000
const SWEEP_GRACE = 7 * 86_400_000

const CLOCK: Clock = {
  now: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}

async function main(): Promise<void> {
  const parsed = parseEnvironment(process.env)
  if (!parsed.ok) throw new StartRefusal(describeProblems(parsed.problems))
  const { settings } = parsed
  const log = pino(
    {
      level: settings.logLevel,
      redact: ['req.headers["x-service-credential"]', 'req.headers.authorization', 'req.headers.cookie'],
    },
    pino.destination(2),
  )
  // Next replaces the global Date by one that costs more; this is the engine's own.
  const now = Date.now

  const embedded =
    settings.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: settings.dataDir, log }) : null
  const store = await openStore({ url: embedded?.url ?? settings.databaseUrl ?? '', log })
  const engine = startEngine({
    solverWorkers: settings.solverWorkers,
    solverWaitMs: settings.solverWaitMs,
    limits: settings.budgets,
    mode: 'tiers',
    clock: CLOCK,
    log,
  })

  const openCaller: Caller | null =
    settings.credentials === 'none'
      ? { grade: 'open', namespaceId: OPEN_NAMESPACE, credentialId: null, caps: { perDay: null, total: null } }
      : null
  if (openCaller !== null) await store.ensureNamespace({ id: OPEN_NAMESPACE, displayName: 'Open', at: new Date(now()) })
  const service = createService({
    store,
    namespaceBytes: settings.budgets.namespace_bytes,
    engine: engine.dispatch,
    probes: {
      database: () => store.ping(),
      engine: engine.health,
      bus: () => null,
    },
    evaluationCaps: settings.evaluation,
    openCaller,
    now,
    newId: randomUUID,
    randomBytes,
  })
  const { docsUrl, publicUrl } = settings
  const door = createRestDoor({
    service,
    publicUrl,
    docsUrl,
    newRequestId: randomUUID,
    reportBug: (error, requestId) => log.error({ err: error, requestId }, 'a call met a bug'),
  })
  setRuntime({ service, restDoor: door, docsUrl, bodyBytes: settings.budgets.body_bytes })

  const keyOf = addressKeys(settings.trustedProxies)
  const addressKey = (request: IncomingMessage) =>
    keyOf(request.socket.remoteAddress, request.headers['x-forwarded-for'] as string | undefined)
  const rest = createNodeCarrier({ door, docsUrl, bodyBytes: settings.budgets.body_bytes, addressKey })
  const trpc = createHTTPHandler({
    router: appRouter,
    basePath: '/api/trpc/',
    maxBodySize: settings.budgets.body_bytes,
    createContext: async ({ req }) => ({ service, docsUrl, addressKey: addressKey(req) }),
    onError: ({ error }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR') log.error({ err: error }, 'a page call met a bug')
    },
  })

  const development = process.env.NODE_ENV === 'development'
  const nextUpgrades = new EventEmitter()
  // Next would take every upgrade of the server it sees; it sees this stand-in, and we pass on what is its own.
  const pages = next({
    dev: development,
    hostname: settings.host,
    port: settings.port,
    httpServer: nextUpgrades as never,
  })
  await Promise.all([pages.prepare(), engine.ready])
  const page = pages.getRequestHandler()

  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT,
    headersTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1_000,
  })
  server.on('request', (request, response) => {
    const url = request.url ?? '/'
    if (isRest(url)) rest(request, response)
    else if (url.startsWith('/api/trpc/')) trpc(request, response)
    else void page(request, response)
  })
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, docsUrl))
  server.on('upgrade', (request, socket, head) => {
    if (development && request.url?.startsWith('/_next/')) nextUpgrades.emit('upgrade', request, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })

  const sweep = setInterval(() => {
    const expiredBefore = new Date(Date.now() - SWEEP_GRACE)
    store
      .sweepExpired({ expiredBefore, issuedBefore: expiredBefore })
      .catch((error: unknown) =>
        log.warn({ err: error }, 'expired evaluation data was not swept; it will be tried again'),
      )
  }, SWEEP_EVERY)

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, settings.host, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefusal(
      error.code === 'EADDRINUSE'
        ? `Port ${settings.port} on ${settings.host} is taken; set PORT to another.`
        : `The server cannot listen on ${settings.host}:${settings.port}: ${error.message}`,
    )
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : settings.port
  console.log(`Touchstone listens on http://${settings.host === '127.0.0.1' ? 'localhost' : settings.host}:${port}`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    clearInterval(sweep)
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    const grace = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE)
    await closed
    clearTimeout(grace)
    await pages.close()
    await engine.close()
    await store.close()
    await embedded?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
}

const REST_PATHS = new Set(['/health', '/ready', '/version', '/openapi.json'])

function isRest(url: string): boolean {
  if (url.startsWith('/v1/') || url === '/v1') return true
  const query = url.indexOf('?')
  return REST_PATHS.has(query < 0 ? url : url.slice(0, query))
}

main().catch((error: unknown) => {
  if (error instanceof StartRefusal) console.error(error.message)
  else console.error(error)
  process.exit(1)
})
