/** REST and MCP over one real service and database. The credential itself serves as the token. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { DEFAULT_BUDGETS } from '../../../config/budgets'
import { openStore } from '../../../database/store'
import { silentLog } from '../../../database/testing/fresh-database'
import { generatedKeys } from '../../../database/testing/generated-keys'
import { issueFullCredential, revokeCredential } from '../../../services/access/full-credentials'
import { createSoloGroup } from '../../../services/access/process-group'
import { callerWithoutCredential } from '../../../services/calls/caller'
import { createService, type Service } from '../../../services/create-service'
import { createSharedDependencies } from '../../../services/shared-dependencies'
import { CHEAP_PASSWORDS } from '../../../services/testing/services-under-test'
import { getSharedEngine, openSuiteDatabase } from '../../../services/testing/suite-resources'
import { closeHttpServer, createHttpServer } from '../../http-server'
import { crossOrigin } from '../../requests/cross-origin'
import { protectiveHeaders } from '../../requests/protective-headers'
import { createNodeHandler } from '../../rest/node-http'
import { createRestHandler } from '../../rest/rest-handler'
import { createMcpHandler } from '../mcp-handler'
import { originRule } from '../origins'

export interface McpUnderTest {
  readonly url: string
  readonly service: Service
  /** Reported bugs with the caller's request id. */
  readonly bugs: { readonly error: unknown; readonly requestId: string }[]
  /** Issues a full credential in a new or existing namespace. */
  issue(options?: { tier?: 'standard' | 'read_only'; namespaceId?: string; expiresAt?: Date }): Promise<Issued>
  revoke(credentialId: string): Promise<void>
  /** From now on, only a person can approve in this namespace. */
  demandPeople(namespaceId: string): Promise<void>
  stop(): Promise<void>
}

export interface Issued {
  readonly token: string
  readonly credentialId: string
  readonly namespaceId: string
}

const PUBLIC_URL = 'https://rules.example.org'
export const DOCS_URL = `${PUBLIC_URL}/docs`
export const ALLOWED_ORIGIN = 'https://assistant.example.org'
const OPEN_NAMESPACE = '00000000-0000-4000-8000-00000000000c'

export interface McpOptions {
  /** Requires no credentials. */
  readonly open?: boolean
  readonly bodyBytes?: number
  /** Whether the deployment's address is configured; true by default. */
  readonly addressKnown?: boolean
}

export async function startMcp({
  open = false,
  bodyBytes = 300_000,
  addressKnown = true,
}: McpOptions = {}): Promise<McpUnderTest> {
  const closers: (() => unknown)[] = []
  const database = await openSuiteDatabase()
  closers.push(database.close)
  const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog })
  closers.push(() => store.close())
  const after = (milliseconds: number, call: () => void) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  }
  const engine = getSharedEngine()
  if (open) await store.ensureNamespace({ id: OPEN_NAMESPACE, displayName: 'Open', at: new Date() })
  const bugs: { error: unknown; requestId: string }[] = []
  const reportBug = (error: unknown, requestId: string) => void bugs.push({ error, requestId })
  const service = createService(
    createSharedDependencies({
      store,
      group: createSoloGroup(Date.now),
      mail: null,
      model: null,
      webhookHosts: [],
      lookupConnections: [],
      witnesses: [],
      budgets: DEFAULT_BUDGETS,
      publicUrl: PUBLIC_URL,
      configuredUrl: addressKnown ? PUBLIC_URL : null,
      engine: engine.dispatch,
      probes: {
        database: () => store.ping(),
        engine: () => null,
        bus: async () => null,
        storage: () => store.pingStorage(),
      },
      evaluationCaps: { callsPerDay: 100_000, callsTotal: 100_000, ttlDays: 14, issuedPerHour: 1_000 },
      authSecret: 'a secret of these tests, long enough',
      keys: generatedKeys(),
      docsUrl: DOCS_URL,
      openCaller: open ? callerWithoutCredential('open', OPEN_NAMESPACE) : null,
      now: Date.now,
      newId: randomUUID,
      randomBytes,
      passwordCost: CHEAP_PASSWORDS,
      after,
      countChecks: () => {},
      reportTrouble: (error) => reportBug(error, 'beside every call'),
      reportWarning: (_, message) => reportBug(new Error(message), 'beside every call'),
      reportAlarm: (_, message) => reportBug(new Error(message), 'beside every call'),
    }),
  )
  closers.push(() => service.close())
  const shared = { service, publicUrl: PUBLIC_URL, docsUrl: DOCS_URL, reportBug }
  const addressKey = () => '192.0.2.1'
  const mcp = createMcpHandler({
    ...shared,
    verifier: { verify: async (token) => service.authenticate(token) },
    openCaller: open ? () => service.authenticate(undefined) : null,
    note: () => {},
    origins: originRule(PUBLIC_URL, [ALLOWED_ORIGIN]),
    bodyBytes,
    addressKey,
  })
  closers.push(() => mcp.close())
  const headers = protectiveHeaders({ publicUrl: PUBLIC_URL, hstsSubdomains: false, development: false })
  const rest = {
    handle: createRestHandler({ ...shared, after }),
    ...{ bodyBytes, addressKey, headers: headers.program, newRequestId: randomUUID },
  }
  const server = createHttpServer({
    rest: createNodeHandler(rest),
    trpc: (_request, response) => void response.writeHead(404).end(),
    batch: (_request, response) => void response.writeHead(404).end(),
    keys: (_request, response) => void response.writeHead(404).end(),
    securityContact: (_request, response) => void response.writeHead(404).end(),
    provider: null,
    clientApi: (_request, response) => void response.writeHead(404).end(),
    chat: (_request, response) => void response.writeHead(404).end(),
    gateway: (_request, response) => void response.writeHead(404).end(),
    stream: (_request, socket) => void socket.destroy(),
    platformApi: (_request, response) => void response.writeHead(404).end(),
    pages: (_request, response) => void response.writeHead(404).end(),
    mcp: (request, response) => void mcp.answer(request, response),
    mcpGuard: (_request, response) => void response.writeHead(404).end(),
    identity: null,
    pageUpgrades: null,
    docsUrl: DOCS_URL,
    headers,
    crossOrigin: crossOrigin([], headers.api),
    newRequestId: randomUUID,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => closeHttpServer(server, 1_000))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    service,
    bugs,
    issue: async ({ tier = 'standard', namespaceId, expiresAt } = {}) => {
      const dependencies = { store, now: () => new Date(), newId: randomUUID, randomBytes }
      const namespace = namespaceId === undefined ? { newName: 'MCP' } : { id: namespaceId }
      const issued = await issueFullCredential(dependencies, {
        label: 'MCP',
        tier,
        expiresAt: expiresAt ?? null,
        namespace,
      })
      if (issued.kind !== 'issued') throw new Error(`no credential was issued: ${issued.kind}`)
      return issued
    },
    revoke: async (credentialId) => {
      await revokeCredential({ store, now: () => new Date() }, credentialId)
    },
    demandPeople: async (namespaceId) => {
      await store.setAccount(namespaceId, { peopleApprove: true }, { at: new Date(), actor: 'MCP' })
    },
    stop: async () => {
      for (const close of closers.reverse()) await close()
    },
  }
}
