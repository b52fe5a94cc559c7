import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Runtime, setRuntime } from '@/server/bootstrap/runtime'
import { DEFAULT_BUDGETS } from '@/server/config/budgets'
import { startEmbeddedPostgres } from '@/server/database/embedded/embedded-postgres'
import { openStore } from '@/server/database/store'
import { silentLog } from '@/server/database/testing/fresh-database'
import { generatedKeys } from '@/server/database/testing/generated-keys'
import { createNodeHandler } from '@/server/http/rest/node-http'
import { createRestHandler } from '@/server/http/rest/rest-handler'
import { createSoloGroup } from '@/server/services/access/process-group'
import { callerWithoutCredential } from '@/server/services/calls/caller'
import { createService } from '@/server/services/create-service'
import { createEngine } from '@/server/services/engine-pool/start-engine'
import { createSharedDependencies } from '@/server/services/shared-dependencies'
import { CHEAP_PASSWORDS } from '@/server/services/testing/services-under-test'
import { GET, POST } from './[...path]/route'

const NAMESPACE = '00000000-0000-4000-8000-000000000009'
const docsUrl = 'http://localhost/docs'
const closers: (() => Promise<unknown> | unknown)[] = []
let server: Server

beforeAll(async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-mounts-'))
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const database = await startEmbeddedPostgres({ dataDir, log: silentLog })
  closers.push(() => database.stop())
  const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog })
  closers.push(() => store.close())
  await store.ensureNamespace({ id: NAMESPACE, displayName: 'Mounts', at: new Date() })
  const clock = {
    now: () => performance.now(),
    after: (ms: number, call: () => void) =>
      (
        (timer) => () =>
          clearTimeout(timer)
      )(setTimeout(call, ms)),
  }
  const engine = createEngine({
    solverWorkers: 1,
    solverWaitMs: 60_000,
    limits: DEFAULT_BUDGETS,
    mode: 'tiers',
    clock,
  })
  closers.push(() => engine.close())
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
      configuredUrl: null,
      publicUrl: 'http://localhost',
      engine: engine.dispatch,
      probes: {
        database: () => store.ping(),
        engine: () => null,
        bus: async () => null,
        storage: () => store.pingStorage(),
      },
      evaluationCaps: { callsPerDay: 1, callsTotal: 1, ttlDays: 1, issuedPerHour: 1 },
      authSecret: 'a secret of this test, long enough',
      keys: generatedKeys(),
      docsUrl: 'https://rules.example.org/docs',
      openCaller: callerWithoutCredential('open', NAMESPACE),
      now: Date.now,
      newId: randomUUID,
      randomBytes,
      passwordCost: CHEAP_PASSWORDS,
      after: clock.after,
      countChecks: () => {},
      reportTrouble: (error) => reportBug(error),
      reportWarning: (_, message) => reportBug(new Error(message)),
      reportAlarm: (_, message) => reportBug(new Error(message)),
    }),
  )
  closers.push(() => service.close())
  const reportBug = (error: unknown) => {
    throw error
  }
  const restHandler = createRestHandler({
    service,
    publicUrl: 'http://localhost',
    docsUrl,
    reportBug,
    after: clock.after,
  })
  const consentService = { question: async () => null }
  // The route handlers use no other members of the runtime.
  setRuntime({
    service,
    restHandler,
    consentService,
    bodyBytes: DEFAULT_BUDGETS.body_bytes,
  } as unknown as Runtime)
  server = createServer(
    createNodeHandler({
      handle: restHandler,
      bodyBytes: DEFAULT_BUDGETS.body_bytes,
      addressKey: () => 'test',
      headers: {},
      newRequestId: randomUUID,
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
})

afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

const SOURCE =
  'declare a as boolean;\ndeclare x as numeric;\nassert one { Implies(x > 75, a) };\nassert two [pessimistic] { x * x > 2 };\n'
const CALLS: readonly [method: string, path: string, body: string | null][] = [
  ['POST', '/v1/compile', JSON.stringify({ source: SOURCE })],
  ['POST', '/v1/check', JSON.stringify({ source: SOURCE, claims: { a: null, x: null } })],
  ['POST', '/v1/check', JSON.stringify({ source: SOURCE, claims: { a: 'perhaps' } })],
  ['POST', '/v1/check', '{"claims": {'],
  ['POST', '/v1/check', JSON.stringify({ source: SOURCE, claims: { x: '1'.repeat(1_200_000) } })],
  ['GET', '/v1/check', null],
  ['GET', '/v1/prompt-pack/abc', null],
  ['GET', '/v1/nothing', null],
]

for (const [method, route, body] of CALLS)
  it(`${method} ${route} answers the same bytes through both mounts: ${body?.slice(0, 40) ?? ''}`, async () => {
    const init = { method, ...(body !== null && { body, headers: { 'content-type': 'application/json' } }) }
    const direct = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${route}`, init)
    const mounted = await (method === 'GET' ? GET : POST)(new Request(`http://localhost${route}`, init))
    expect(mounted.status).toBe(direct.status)
    expect(await mounted.text()).toBe(await direct.text())
    for (const header of ['content-type', 'allow', 'cache-control'])
      expect(mounted.headers.get(header)).toBe(direct.headers.get(header))
  })
