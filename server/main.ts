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
import next from 'next'
import { type Logger, pino } from 'pino'
import { createBatchHandler } from './doors/batch/batch-handler'
import { addressKeys } from './doors/http/address-key'
import { closeHttpServer, createHttpServer, type HttpServerParts, TRPC_PATH } from './doors/http/http-server'
import type { IdentityDoor } from './doors/identity/identity-door'
import { loadIdentityDoor } from './doors/identity/load-identity-door'
import { createKeysCarrier } from './doors/keys/keys-carrier'
import { createMcpCarrier } from './doors/mcp/mcp-carrier'
import { originRule } from './doors/mcp/origins'
import { createNodeCarrier } from './doors/rest/node-http'
import { createRestDoor } from './doors/rest/rest-door'
import { PATH_HEADER } from './doors/session/asked-path'
import { createProviderDoor } from './doors/session/provider-door'
import { type ReadSession, SESSION_KEY_PURPOSE, sessionReader } from './doors/session/read-session'
import { sessionSealer } from './doors/session/seal-session'
import { createTrpcHandler } from './doors/trpc/trpc-handler'
import type { Clock } from './engine/workers/clock'
import { describeProblems, parseEnvironment, type Settings } from './env'
import { setRuntime } from './runtime'
import { AuthorizationVault } from './service/authorization-vault'
import { type Caller, callerWithoutCredential } from './service/caller'
import { createService } from './service/create-service'
import { createWorkbench } from './service/create-workbench'
import { deriveKey } from './service/derived-key'
import { startEngine } from './service/engine/start-engine'
import { issueSetupLink, setupAddress } from './service/people/setup'
import { createProviderSignIn } from './service/people/sign-in-by-provider'
import type { Service } from './service/service'
import { createSharedParts } from './service/shared-parts'
import { proposalsSince } from './service/vocabulary/promotion'
import type { Workbench } from './service/workbench'
import { findAuthSecret } from './store/auth-secret'
import { startEmbeddedPostgres } from './store/embedded/embedded-postgres'
import { findSigningKeys, type SigningKeys } from './store/signing-key-files'
import { StartRefusal } from './store/start-refusal'
import { openStore, type Store } from './store/store'

const SHUTDOWN_GRACE = 10_000
/** The one namespace of a deployment that demands no credentials. */
const OPEN_NAMESPACE = '00000000-0000-4000-8000-000000000001'
const SWEEP_EVERY = 3_600_000
/** How long what expired is kept: what an evaluation credential stored, and links, whose late visitor is told so. */
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
  const keys = findSigningKeys(settings)
  const store = await openDatabase(settings, log, closers)
  const { service, workbench } = await startService(settings, authSecret, keys, store, log, closers)
  const { docsUrl } = settings
  const restDoor = createRestDoor({
    service,
    publicUrl: settings.publicUrl,
    docsUrl,
    newRequestId: randomUUID,
    reportBug: (error, requestId) => log.error({ err: error, requestId }, 'a call met a bug'),
  })
  const sessionSecret = Buffer.from(deriveKey(authSecret, SESSION_KEY_PURPOSE, 32)).toString('hex')
  const readSession = sessionReader(sessionSecret)
  const trpc = createTrpcHandler({
    service,
    workbench,
    docsUrl,
    basePath: TRPC_PATH,
    publicUrl: settings.publicUrl,
    bodyBytes: settings.budgets.body_bytes,
    readSession,
    sealSession: sessionSealer(sessionSecret, settings.publicUrl, Date.now),
    addressKey: addressKeyOf(settings),
    reportBug: (error) => log.error({ err: error }, 'a page call met a bug'),
  })
  const batch = createBatchHandler({
    workbench,
    docsUrl,
    publicUrl: settings.publicUrl,
    readSession,
    reportBug: (error) => log.error({ err: error }, 'a batch met a bug'),
  })
  const provider = providerDoor(settings, sessionSecret, store, readSession, log)
  const identity = await openIdentityDoor(settings, authSecret, store, service, workbench, readSession, log)
  setRuntime({
    service,
    workbench,
    readSession,
    restDoor,
    consentDesk: identity.desk,
    docsUrl,
    bodyBytes: settings.budgets.body_bytes,
    providerName: settings.provider?.name ?? null,
  })
  const { publishedKeys } = workbench.signing
  // A key is published before anything is signed with it, and a retired one stops the start.
  await publishedKeys()
  const reportBug = (error: unknown) => log.error({ err: error }, 'the published keys could not be told')
  const keysCarrier = createKeysCarrier({ publishedKeys, reportBug })
  const carriers = { trpc, batch, provider, keys: keysCarrier }
  const server = await openDoors(settings, carriers, service, restDoor, identity, log, closers)
  await listen(server, settings)
  if (!(await store.hasPeople())) await offerFirstAccount(settings, store)
}

function providerDoor(
  { provider, publicUrl }: Settings,
  secret: string,
  store: Store,
  readSession: ReadSession,
  log: Logger,
) {
  if (provider === null) return null
  // next-auth finds its own address there and nowhere else.
  process.env.NEXTAUTH_URL = new URL(publicUrl).origin
  const signIn = createProviderSignIn({ store, joining: provider.joining, now: () => new Date(), newId: randomUUID })
  const reportBug = (error: unknown) => log.error({ err: error }, 'a sign-in at the provider failed')
  return createProviderDoor({ provider, signIn, readSession, secret, publicUrl, reportBug })
}

/** The first run: whoever sees the terminal becomes the first administrator. */
async function offerFirstAccount({ publicUrl, credentials }: Settings, store: Store): Promise<void> {
  const parts = { store, now: () => new Date(), randomBytes }
  const namespaceId = credentials === 'none' ? OPEN_NAMESPACE : null
  const token = await issueSetupLink(parts, { atStart: true, namespaceId })
  console.log(`Nobody has an account yet. Make the first one within a day: ${setupAddress(publicUrl, token)}`)
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
      store.sweepCeremonies(now),
      store.sweepLinks(expiredBefore),
    ]).catch((error: unknown) => log.warn({ err: error }, 'expired data was not swept; it is tried again'))
  }, SWEEP_EVERY)
  closers.push(() => clearInterval(sweep))
  return store
}

async function startService(
  settings: Settings,
  authSecret: string,
  keys: SigningKeys,
  store: Store,
  log: Logger,
  closers: Closers,
): Promise<{ service: Service; workbench: Workbench }> {
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
  const shared = createSharedParts({
    store,
    budgets: settings.budgets,
    publicUrl: settings.publicUrl,
    engine: engine.dispatch,
    probes: { database: () => store.ping(), engine: engine.health, bus: () => null },
    evaluationCaps: settings.evaluation,
    ...{ authSecret, keys, docsUrl: settings.docsUrl },
    openCaller,
    now,
    newId: randomUUID,
    randomBytes,
    after: CLOCK.after,
    reportTrouble: (error) => log.warn({ err: error }, 'what was counted in memory was not written'),
  })
  const service = createService(shared)
  closers.push(() => service.close())
  await engine.ready
  return { service, workbench: createWorkbench(shared) }
}

async function openIdentityDoor(
  settings: Settings,
  authSecret: string,
  store: Store,
  service: Service,
  workbench: Workbench,
  readSession: ReadSession,
  log: Logger,
): Promise<IdentityDoor> {
  const { createIdentityDoor } = await loadIdentityDoor()
  const { people, agents } = workbench
  return createIdentityDoor({
    service,
    people,
    agents,
    readSession,
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
  carriers: Pick<HttpServerParts, 'trpc' | 'batch' | 'provider' | 'keys'>,
  service: Service,
  door: ReturnType<typeof createRestDoor>,
  identity: IdentityDoor,
  log: Logger,
  closers: Closers,
): Promise<Server> {
  const { docsUrl, budgets } = settings
  const addressKey = addressKeyOf(settings)
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
    ...carriers,
    mcp: (request, response) => void mcp.answer(request, response),
    identity,
    pages: (request, response) => {
      // A page of the workbench sends whoever is not signed in to sign in, and back to where they wanted to go.
      request.headers[PATH_HEADER] = request.url
      void page(request, response)
    },
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
  // Whoever read what this process prints may be gone: told as an error it would be printed, and fail again, for ever.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
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
