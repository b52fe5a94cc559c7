import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import next from 'next'
import { servesPages } from '../config/deployment'
import { refusePageMethod } from '../http/guard-page'
import { createPlatformHandler } from '../http/guardrail-admin/platform-handler'
import { createChatHandler } from '../http/guardrail-client/chat-handler'
import { createCheckHandler } from '../http/guardrail-client/check-handler'
import { createClientApiHandler } from '../http/guardrail-client/client-api-handler'
import { createGatewayHandler } from '../http/guardrail-client/gateway-handler'
import { LastingKeys } from '../http/guardrail-client/lasting-key'
import { createSendHandler } from '../http/guardrail-client/send-handler'
import { createTokenHandler } from '../http/guardrail-client/token-handler'
import { closeHttpServer, createHttpServer, createStatusServer, TRPC_PATH } from '../http/http-server'
import { createMcpGuardHandler } from '../http/mcp/guard-handler'
import { createMcpHandler } from '../http/mcp/mcp-handler'
import { originRule } from '../http/mcp/origins'
import type { OauthHandler } from '../http/oauth/oauth-handler'
import { crossOrigin } from '../http/requests/cross-origin'
import { type ProtectiveHeaders, protectiveHeaders } from '../http/requests/protective-headers'
import { createSecurityContactHandler } from '../http/requests/security-contact'
import { createBatchHandler } from '../http/rest/batch-handler'
import { createKeysHandler } from '../http/rest/keys-handler'
import { createNodeHandler } from '../http/rest/node-http'
import { createRestHandler, type RestHandler } from '../http/rest/rest-handler'
import { createProviderHandler } from '../http/session/provider-handler'
import { type ReadSession, SESSION_KEY_PURPOSE, sessionReader, sessionSealer } from '../http/session/session-cookie'
import { createTrpcHandler } from '../http/trpc/trpc-handler'
import { createStreamHandler } from '../http/websocket/stream-handler'
import { AuthorizationVault } from '../services/access/authorization-vault'
import { deriveKey } from '../services/access/secrets'
import { createProviderSignIn } from '../services/accounts/sign-in-by-provider'
import { openChatEndpoint } from '../services/guarded-chat/chat-endpoint'
import { addressKeyOf } from './address-keys'
import { CLOCK } from './machine'
import type { StartContext } from './open-database'
import { setRuntime } from './runtime'
import type { JoinedService } from './start-service'

const CHAT_CLOCK = {
  now: CLOCK.now,
  pause: (milliseconds: number) => new Promise<void>((resolve) => void CLOCK.after(milliseconds, resolve)),
}
const SHUTDOWN_GRACE_MS = 10_000

/** For the role `evaluator`. */
export function openStatusServer(context: StartContext, joined: JoinedService): Server {
  const { docsUrl, budgets } = context.settings
  const handle = restHandlerOf(context, joined)
  const headers = headersOf(context)
  const rest = createNodeHandler({
    handle,
    bodyBytes: budgets.body_bytes,
    addressKey: () => 'status',
    headers: headers.program,
    newRequestId: randomUUID,
  })
  const server = createStatusServer(rest, docsUrl, headers, randomUUID)
  context.closers.push(() => closeHttpServer(server, SHUTDOWN_GRACE_MS))
  return server
}

export async function openServer(context: StartContext, joined: JoinedService): Promise<Server> {
  const { settings, log, closers } = context
  const { docsUrl, publicUrl, budgets } = settings
  const { service, workbench, platform, shared } = joined
  const bugTo = (message: string) => (error: unknown, requestId?: string) =>
    log.error({ err: error, requestId }, message)
  const restHandler = restHandlerOf(context, joined)
  const sessionSecret = Buffer.from(deriveKey(shared.dependencies.authSecret, SESSION_KEY_PURPOSE, 32)).toString('hex')
  const readSession = sessionReader(sessionSecret, publicUrl)
  const addressKey = addressKeyOf(context)
  const headers = headersOf(context)
  const identity = await openOauthHandler(context, joined, readSession)
  const { publishedKeys } = workbench.signing
  // Publishes keys before anything is signed; a retired key stops the start.
  await publishedKeys()
  const mcp = createMcpHandler({
    service,
    verifier: identity.tokens,
    openCaller: settings.credentials === 'none' ? () => service.authenticate(undefined) : null,
    origins: originRule(publicUrl, settings.mcpOrigins),
    publicUrl,
    docsUrl,
    bodyBytes: budgets.body_bytes,
    addressKey,
    note: (error) => log.debug({ err: error }, 'reported by the MCP protocol'),
    reportBug: bugTo('a call met a bug'),
  })
  closers.push(() => mcp.close())
  const mcpGuard = createMcpGuardHandler({
    service,
    servers: platform.servers,
    verifier: identity.tokens,
    openCaller: settings.credentials === 'none' ? () => service.authenticate(undefined) : null,
    origins: originRule(publicUrl, settings.mcpOrigins),
    publicUrl,
    docsUrl,
    bodyBytes: budgets.body_bytes,
    addressKey,
    reportBug: bugTo('a guarded MCP call met a bug'),
  })
  const stream = createStreamHandler({
    gate: platform.gate,
    stream: platform.stream,
    now: () => new Date(),
    after: CLOCK.after,
    publicUrl,
    headers: headers.api,
    reportBug: bugTo('the stream met a bug'),
  })
  setRuntime({
    service,
    workbench,
    readSession,
    restHandler,
    consentService: identity.consent,
    bodyBytes: budgets.body_bytes,
    providerName: settings.provider?.name ?? null,
  })
  const keys = new LastingKeys(platform.gate)
  const pages = await openPages(context)
  const server = createHttpServer({
    rest: createNodeHandler({
      handle: restHandler,
      bodyBytes: budgets.body_bytes,
      addressKey,
      headers: headers.program,
      newRequestId: randomUUID,
    }),
    trpc: createTrpcHandler({
      service,
      workbench,
      platform,
      modelName: settings.model?.name ?? null,
      docsUrl,
      basePath: TRPC_PATH,
      publicUrl,
      bodyBytes: budgets.body_bytes,
      readSession,
      sealSession: sessionSealer(sessionSecret, publicUrl, Date.now),
      addressKey,
      reportBug: bugTo('a page call met a bug'),
    }),
    batch: createBatchHandler({ workbench, docsUrl, publicUrl, readSession, reportBug: bugTo('a batch met a bug') }),
    mcp: (request, response) => void mcp.answer(request, response),
    mcpGuard: (request, response, server) => void mcpGuard(request, response, server),
    keys: createKeysHandler({ publishedKeys, reportBug: bugTo('the published keys could not be sent') }),
    securityContact: createSecurityContactHandler({
      contact: settings.securityContact,
      ...{ publicUrl, docsUrl, now: () => new Date() },
    }),
    provider: providerHandler(context, joined, sessionSecret, readSession, addressKey),
    identity,
    clientApi: createClientApiHandler({
      token: createTokenHandler({ gate: platform.gate, addressKey, reportBug: bugTo('a token was not issued') }),
      send: createSendHandler({
        gate: platform.gate,
        frames: platform.frames,
        bodyBytes: budgets.frame_bytes,
        publicUrl,
        reportBug: bugTo('a frame was not taken'),
      }),
      check: createCheckHandler({
        gate: platform.gate,
        checks: platform.checks,
        bodyBytes: budgets.frame_bytes,
        reportBug: bugTo('a frame was not checked'),
      }),
    }),
    gateway: createGatewayHandler({
      ...{ keys, addressKey, checks: platform.checks },
      bodyBytes: budgets.frame_bytes,
      reportBug: bugTo('a gateway was not answered'),
    }),
    chat: createChatHandler({
      keys,
      addressKey,
      checks: platform.checks,
      frames: platform.frames,
      model: settings.model && { name: settings.model.name, endpoint: openChatEndpoint(settings.model, CHAT_CLOCK) },
      bodyBytes: budgets.frame_bytes,
      now: Date.now,
      newId: randomUUID,
      every: (milliseconds, call) => {
        const timer = setInterval(call, milliseconds)
        return () => clearInterval(timer)
      },
      reportBug: bugTo('a chat was not answered'),
    }),
    stream: stream.upgrade,
    platformApi: createPlatformHandler({
      gate: platform.gate,
      answerOnce: platform.answers.once,
      targets: platform.targets,
      guards: platform.guards,
      frames: platform.frames,
      targetFrames: platform.targetFrames,
      replays: platform.replays,
      labels: platform.labels,
      reviews: platform.reviews,
      publicUrl,
      docsUrl,
      bodyBytes: budgets.body_bytes,
      reportBug: bugTo('a call of the platform met a bug'),
    }),
    ...pages,
    docsUrl,
    headers,
    crossOrigin: crossOrigin(settings.corsOrigins, headers.api),
    newRequestId: randomUUID,
  })
  closers.push(
    () => closeHttpServer(server, SHUTDOWN_GRACE_MS),
    // Open sockets would keep the server from closing.
    () => stream.close(SHUTDOWN_GRACE_MS),
    () => platform.checks.close(),
  )
  return server
}

function headersOf({ settings: { publicUrl, hstsSubdomains } }: StartContext): ProtectiveHeaders {
  return protectiveHeaders({ publicUrl, hstsSubdomains, development: process.env.NODE_ENV === 'development' })
}

function restHandlerOf({ settings, log }: StartContext, { service }: JoinedService): RestHandler {
  return createRestHandler({
    service,
    publicUrl: settings.publicUrl,
    docsUrl: settings.docsUrl,
    reportBug: (error, requestId) => log.error({ err: error, requestId }, 'a call met a bug'),
    after: CLOCK.after,
  })
}

function providerHandler(
  { settings, log }: StartContext,
  { shared, workbench: { sessions } }: JoinedService,
  secret: string,
  readSession: ReadSession,
  addressKey: (request: IncomingMessage) => string,
) {
  const { provider, publicUrl } = settings
  if (provider === null) return null
  // next-auth reads its own address only from there.
  process.env.NEXTAUTH_URL = new URL(publicUrl).origin
  const { store } = shared.dependencies
  const signIn = createProviderSignIn({ store, joining: provider.joining, now: () => new Date(), newId: randomUUID })
  const reportBug = (error: unknown, requestId?: string) =>
    log.error({ err: error, requestId }, 'a sign-in at the provider failed')
  return createProviderHandler({
    provider,
    accounts: { signIn, sessions, readSession },
    deployment: { publicUrl, secret },
    addressKey,
    reportBug,
  })
}

async function openPages({ settings, closers }: StartContext) {
  if (!servesPages(settings.role)) return { pages: withoutPages, pageUpgrades: null }
  const development = process.env.NODE_ENV === 'development'
  // Next would take every upgrade of a server that it sees; from this stand-in it gets only its own.
  const upgrades = new EventEmitter()
  const { host, port } = settings
  const pages = next({ dev: development, hostname: host, port, httpServer: upgrades as never })
  await pages.prepare()
  closers.push(() => pages.close())
  const page = pages.getRequestHandler()
  return {
    pages: (request: IncomingMessage, response: ServerResponse) => {
      if (!refusePageMethod(request, response)) void page(request, response)
    },
    pageUpgrades: development ? upgrades : null,
  }
}

function withoutPages(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
  response.end('This process answers programs and has no pages.\n')
}

/** Loads the library only if it is used. */
export async function openOauthHandler(
  { settings, log, group }: Pick<StartContext, 'settings' | 'log' | 'group'>,
  { shared, service, workbench, platform }: JoinedService,
  readSession: ReadSession,
): Promise<OauthHandler> {
  const { createOauthHandler } = await loadOauthHandler()
  const { people, agents } = workbench
  return createOauthHandler({
    accounts: { service, people, agents, readSession, gate: platform.gate },
    deployment: {
      publicUrl: settings.publicUrl,
      docsUrl: settings.docsUrl,
      authSecret: shared.dependencies.authSecret,
      now: Date.now,
    },
    group,
    vault: new AuthorizationVault(shared.dependencies.store, Date.now),
    addressKey: addressKeyOf({ settings, log }),
    events: {
      note: (event) => log.info(event, 'a person answered for an agent'),
      reportBug: (error, requestId) => log.error({ err: error, requestId }, 'the authorisation server met a bug'),
    },
  })
}

/**
 * Suppresses only the library's warning about Node.js 20. Decision 006 lists what it needs, that Node.js 20.19 has it,
 * and the tests of that.
 */
const RUNTIME_WARNING = 'oidc-provider WARNING: Unsupported runtime'

async function loadOauthHandler(): Promise<typeof import('../http/oauth/oauth-handler')> {
  const { warn } = console
  console.warn = (...printed: unknown[]) => {
    if (!String(printed[0]).includes(RUNTIME_WARNING)) warn(...printed)
  }
  try {
    return await import('../http/oauth/oauth-handler')
  } finally {
    console.warn = warn
  }
}
