/**
 * The server: joins store, engine, service and doors, and listens.
 *
 * Promises: starts with embedded defaults, says in one line where it listens, stops cleanly on SIGTERM and SIGINT, also
 * while it is still starting. Refuses to start on a wrong configuration, naming it. Whatever it opened it closes, in
 * reverse order, however it ends.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import next from 'next'
import { type Logger, pino } from 'pino'
import { addressKeys } from './doors/http/address-key'
import { closeHttpServer, createHttpServer, TRPC_PATH } from './doors/http/http-server'
import type { IdentityDoor } from './doors/identity/identity-door'
import { loadIdentityDoor } from './doors/identity/load-identity-door'
import { createMcpCarrier } from './doors/mcp/mcp-carrier'
import { originRule } from './doors/mcp/origins'
import { createNodeCarrier } from './doors/rest/node-http'
import { createRestDoor } from './doors/rest/rest-door'
import { appRouter } from './doors/trpc/router'
import type { Clock } from './engine/workers/clock'
import { describeProblems, parseEnvironment, type Settings } from './env'
import { setRuntime } from './runtime'
import { AuthorizationVault } from './service/authorization-vault'
import { type Caller, callerWithoutCredential } from './service/caller'
import { createService } from './service/create-service'
import { startEngine } from './service/engine/start-engine'
import type { Service } from './service/service'
import { proposalsSince } from './service/vocabulary/promotion'
import { findAuthSecret } from './store/auth-secret'
import { startEmbeddedPostgres } from './store/embedded/embedded-postgres'
import { StartRefusal } from './store/start-refusal'
import { openStore, type Store } from './store/store'

const SHUTDOWN_GRACE = 10_000
/** The one namespace of a deployment that demands no credentials. */
const OPEN_NAMESPACE = '00000000-0000-4000-8000-000000000001'
const SWEEP_EVERY = 3_600_000
/** How long what an expired evaluation credential stored is kept. */
const SWEEP_GRACE = 7 * 86_400_000

const CLOCK: Clock = {
  now: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** What was opened so far and how to close it; the last one opened is closed first. */
type Closers = (() => Promise<void> | void)[]

async function start(closers: Closers): Promise<void> {
  const parsed = parseEnvironment(process.env)
  if (!parsed.ok) throw new StartRefusal(describeProblems(parsed.problems))
  const { settings } = parsed
  const secrets = ['req.headers["x-service-credential"]', 'req.headers.authorization', 'req.headers.cookie']
  const log = pino({ level: settings.logLevel, redact: secrets }, pino.destination(2))

  const authSecret = findAuthSecret({ ...settings, randomBytes })
  const store = await openDatabase(settings, log, closers)
  const service = await startService(settings, authSecret, store, log, closers)
  const { docsUrl } = settings
  const restDoor = createRestDoor({
    service,
    publicUrl: settings.publicUrl,
    docsUrl,
    newRequestId: randomUUID,
    reportBug: (error, requestId) => log.error({ err: error, requestId }, 'a call met a bug'),
  })
  const identity = await openIdentityDoor(settings, authSecret, store, service, log)
  setRuntime({ service, restDoor, consentDesk: identity.desk, docsUrl, bodyBytes: settings.budgets.body_bytes })
  const server = await openDoors(settings, service, restDoor, identity, log, closers)
  await listen(server, settings)
}

async function openDatabase(settings: Settings, log: Logger, closers: Closers): Promise<Store> {
  let url = settings.databaseUrl
  if (url === null) {
    const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log })
    closers.push(() => embedded.stop())
    url = embedded.url
  }
  const store = await openStore({ url, log })
  closers.push(() => store.close())
  const sweep = setInterval(() => {
    const now = new Date()
    const expiredBefore = new Date(now.getTime() - SWEEP_GRACE)
    Promise.all([
      store.sweepExpired({ expiredBefore, issuedBefore: expiredBefore }),
      store.sweepProposals(proposalsSince(now)),
      store.sweepAuthorizationRecords(now),
    ]).catch((error: unknown) => log.warn({ err: error }, 'expired data was not swept; it is tried again'))
  }, SWEEP_EVERY)
  closers.push(() => clearInterval(sweep))
  return store
}

async function startService(
  settings: Settings,
  authSecret: string,
  store: Store,
  log: Logger,
  closers: Closers,
): Promise<Service> {
  // Next replaces the global Date by one that costs more; this is the engine's own.
  const now = Date.now
  const engine = startEngine({
    solverWorkers: settings.solverWorkers,
    solverWaitMs: settings.solverWaitMs,
    limits: settings.budgets,
    mode: 'tiers',
    clock: CLOCK,
    log,
  })
  closers.push(() => engine.close())
  const openCaller: Caller | null =
    settings.credentials === 'none' ? callerWithoutCredential('open', OPEN_NAMESPACE) : null
  if (openCaller !== null) await store.ensureNamespace({ id: OPEN_NAMESPACE, displayName: 'Open', at: new Date(now()) })
  const service = createService({
    store,
    budgets: settings.budgets,
    publicUrl: settings.publicUrl,
    engine: engine.dispatch,
    probes: { database: () => store.ping(), engine: engine.health, bus: () => null },
    evaluationCaps: settings.evaluation,
    authSecret,
    openCaller,
    now,
    newId: randomUUID,
    randomBytes,
    after: CLOCK.after,
    reportTrouble: (error) => log.warn({ err: error }, 'what was counted in memory was not written'),
  })
  closers.push(() => service.close())
  await engine.ready
  return service
}

async function openIdentityDoor(
  settings: Settings,
  authSecret: string,
  store: Store,
  service: Service,
  log: Logger,
): Promise<IdentityDoor> {
  const { createIdentityDoor } = await loadIdentityDoor()
  return createIdentityDoor({
    service,
    vault: new AuthorizationVault(store, Date.now),
    publicUrl: settings.publicUrl,
    docsUrl: settings.docsUrl,
    authSecret,
    addressKey: addressKeyOf(settings),
    now: Date.now,
    note: (event) => log.info(event, 'a person answered for an agent'),
    reportBug: (error) => log.error({ err: error }, 'the authorisation server met a bug'),
  })
}

function addressKeyOf({ trustedProxies }: Settings): (request: IncomingMessage) => string {
  const keyOf = addressKeys(trustedProxies)
  return (request) => keyOf(request.socket.remoteAddress, request.headers['x-forwarded-for'] as string | undefined)
}

async function openDoors(
  settings: Settings,
  service: Service,
  door: ReturnType<typeof createRestDoor>,
  identity: IdentityDoor,
  log: Logger,
  closers: Closers,
): Promise<Server> {
  const { docsUrl, budgets } = settings
  const addressKey = addressKeyOf(settings)
  const trpc = createHTTPHandler({
    router: appRouter,
    basePath: TRPC_PATH,
    maxBodySize: budgets.body_bytes,
    createContext: async ({ req }) => ({ service, docsUrl, addressKey: addressKey(req) }),
    onError: ({ error }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR') log.error({ err: error }, 'a page call met a bug')
    },
  })
  const mcp = createMcpCarrier({
    service,
    verifier: identity.tokens,
    openCaller: settings.credentials === 'none' ? () => service.authenticate(undefined) : null,
    origins: originRule(settings.publicUrl, settings.mcpOrigins),
    publicUrl: settings.publicUrl,
    docsUrl,
    bodyBytes: budgets.body_bytes,
    addressKey,
    newRequestId: randomUUID,
    note: (error) => log.debug({ err: error }, 'told by the MCP protocol'),
    reportBug: (error, requestId) => log.error({ err: error, requestId }, 'a call met a bug'),
  })
  closers.push(() => mcp.close())
  const development = process.env.NODE_ENV === 'development'
  // Next would take every upgrade of the server it sees; it sees this stand-in, and gets what is its own.
  const upgrades = new EventEmitter()
  const { host, port } = settings
  const pages = next({ dev: development, hostname: host, port, httpServer: upgrades as never })
  await pages.prepare()
  closers.push(() => pages.close())
  const page = pages.getRequestHandler()
  const server = createHttpServer({
    rest: createNodeCarrier({ door, docsUrl, bodyBytes: budgets.body_bytes, addressKey }),
    trpc,
    mcp: (request, response) => void mcp.answer(request, response),
    identity,
    pages: (request, response) => void page(request, response),
    pageUpgrades: development ? upgrades : null,
    docsUrl,
  })
  closers.push(() => closeHttpServer(server, SHUTDOWN_GRACE))
  return server
}

async function listen(server: Server, { host, port }: Settings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} on ${host} is taken; set PORT to another.`
      reject(
        new StartRefusal(
          error.code === 'EADDRINUSE' ? taken : `The server cannot listen on ${host}:${port}: ${error.message}`,
        ),
      )
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  console.log(`Touchstone listens on http://${host === '127.0.0.1' ? 'localhost' : host}:${bound}`)
}

async function main(): Promise<void> {
  const closers: Closers = []
  let ending: Promise<void> | null = null
  const end = (code: number): Promise<void> => {
    ending ??= (async () => {
      for (const close of closers.reverse()) await close()
      process.exit(code)
    })()
    return ending
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0))
  try {
    await start(closers)
  } catch (error) {
    if (ending === null) console.error(error instanceof StartRefusal ? error.message : error)
    await end(1)
  }
}

void main()
