/** A deployment of four processes on PostgreSQL and NATS, whose spans a collector of this test receives. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../database/store'
import { createExternalDatabase, type ExternalDatabase } from '../database/testing/external-database'
import { silentLog } from '../database/testing/fresh-database'
import { type OwnNats, startOwnNats } from '../messaging/testing/own-nats'
import { frameText, makeSubject, type PlatformSubject, poster, sendFrame } from './benchmarks/frames/platform-subject'
import { type RunningServer, startServer } from './running-server'
import { startTraceCollector, type TraceCollector } from './trace-collector'
import { until } from './until'

const WHAT = 'the traces of four processes'
const TIMEOUT = 240_000
/** The solver has to look for a counterexample, so its frames change their lane. */
const SOURCE = `version 1.3;
declare a as numeric;
declare b as numeric;
declare c as numeric;
assert sums { Implies(And(a > b, c > 0), a + c > b) };
`

const nats: OwnNats | null = await startOwnNats(WHAT)
const database: ExternalDatabase | null = nats === null ? null : await createExternalDatabase(WHAT)
const servers: RunningServer[] = []
let subject: PlatformSubject
let collector: TraceCollector | undefined

beforeAll(async () => {
  if (nats === null || database === null) return
  collector = await startTraceCollector()
  const { endpoint } = collector
  const start = async (role: 'api' | 'evaluator', name: string) => {
    servers.push(
      await startServer({
        ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, BUS_URL: nats.url, ROLE: role },
        ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: name, EVALUATOR_CONCURRENCY: '1' },
      }),
    )
  }
  await start('api', 'api')
  for (const name of ['evaluator 1', 'evaluator 2', 'evaluator 3']) await start('evaluator', name)
  const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog, connections: 2 })
  subject = await makeSubject(servers[0]!, store, SOURCE)
  await store.close()
}, TIMEOUT)

afterAll(async () => {
  for (const server of servers) await server.stop()
  await collector?.close()
  await database?.drop()
  await nats?.remove()
}, TIMEOUT)

it.skipIf(database === null)(
  'a frame has one trace over all processes that it passes',
  { tags: ['nightly'], timeout: TIMEOUT },
  async () => {
    const { spans } = collector!
    const post = poster(servers[0]!.url, 8)
    const sent: string[] = []
    const services = () => new Set(spans.flatMap(({ traceId, service }) => (sent.includes(traceId) ? [service] : [])))
    // Which evaluator takes a frame is a matter of chance.
    await until(
      async () => {
        const traceId = randomUUID().replaceAll('-', '')
        const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
        const text = frameText(randomUUID(), 'traces', '{"a":null,"b":null,"c":null}')
        expect((await sendFrame(post, subject, text, headers)).status).toBe(200)
        sent.push(traceId)
        return services().size === 4
      },
      'spans of all four processes',
      TIMEOUT / 2,
    )
    const ofTrace = (traceId: string) => spans.filter((span) => span.traceId === traceId)
    const isWhole = (traceId: string) => {
      const names = ofTrace(traceId).map(({ name }) => name)
      return (
        names.filter((name) => name === 'process frame').length === 2 && names.some((name) => name.startsWith('POST'))
      )
    }
    await until(() => sent.every(isWhole), 'every span', TIMEOUT / 2)
    for (const traceId of sent) {
      const own = ofTrace(traceId)
      const ids = new Set([...own.map(({ spanId }) => spanId), '00f067aa0ba902b7'])
      for (const { name, parentSpanId } of own) expect([name, ids.has(parentSpanId ?? '')]).toEqual([name, true])
      expect(own.filter(({ name }) => name === 'send frame').map(({ service }) => service)).toEqual(['api'])
      for (const { name, service } of own) if (name === 'process frame') expect(service).toMatch(/^evaluator/)
    }
    // No frame began a separate trace.
    const begun = spans.filter(({ name, traceId }) => name === 'process frame' && !sent.includes(traceId))
    expect(begun).toEqual([])
  },
)
