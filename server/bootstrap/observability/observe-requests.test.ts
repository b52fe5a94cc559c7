import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTraceCollector, type TraceCollector } from '../../testing/trace-collector'
import { createMetrics, type Metrics, metricsText } from './metrics'
import { observeRequests, type RequestEntry } from './observe-requests'
import { observedModel } from './observed-evaluator'
import { openTraces, type Traces } from './traces'

let collector: TraceCollector
let traces: Traces
let metrics: Metrics
const logged: RequestEntry[] = []
let server: Server
let url: string
beforeAll(async () => {
  collector = await startTraceCollector()
  const sampler = { parentBased: true, ratio: 1 }
  const settings = {
    endpoint: collector.endpoint,
    headers: { 'x-key': 'of the collector' },
    serviceName: 'test',
    sampler,
  }
  traces = openTraces(settings, '1', 20)
  metrics = createMetrics({ processMetrics: false })
  const answer = async () => ({ ok: true, value: 'of a model' }) as const
  const fail = () => Promise.reject(new RangeError('what a client wrote'))
  const observers = { metrics, traces, logRequest: (entry: RequestEntry) => void logged.push(entry) }
  const model = observedModel({ generateText: answer, generateObject: fail }, observers, () => performance.now())
  const { signal } = new AbortController()
  server = createServer((request, response) => {
    if (request.url === '/gone') return void response.destroy()
    const answered =
      request.url === '/v1/check' ? model.generateText({} as never, signal) : model.generateObject({} as never, signal)
    answered.then(
      () => response.end('yes'),
      () => response.writeHead(500).end(),
    )
  })
  observeRequests(server, observers, () => performance.now())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await traces.close()
  await collector.close()
})

it("counts each request once and traces what it led to, as part of its caller's trace", async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  expect(await (await fetch(`${url}/v1/check`, { headers })).text()).toBe('yes')
  expect((await fetch(`${url}/v1/rulesets/secret-name`)).status).toBe(500)
  await fetch(`${url}/gone`).catch(() => null)
  await expect.poll(async () => metricsText([await metrics.snapshot()])).toContain('http_server_active_requests 0')
  const text = await metricsText([await metrics.snapshot()])
  expect(text).toMatch(/_count\{.*route="\/v1\/check",.*status_code="200"\} 1/)
  expect(text).toMatch(/_count\{.*route="\/v1\/rulesets\/\*",.*status_code="500"\} 1/)
  expect(text).toMatch(/gen_ai_\S+_count\{gen_ai_operation_name="chat",error_type="failed"\} 1/)
  const flushed = await spansOf(5)
  const [first] = flushed.filter(({ name }) => name === 'POST /v1/check' || name === 'GET /v1/check')
  expect(first?.traceId).toBe(traceId)
  const children = flushed.filter(({ name }) => name === 'chat')
  expect(children.map(({ parentSpanId }) => parentSpanId)).toContain(first?.spanId)
  expect(first).toMatchObject({ service: 'test', kind: 2, parentSpanId: '00f067aa0ba902b7', status: {} })
  expect(first?.attributes).toEqual({
    ...{ 'http.request.method': 'GET', 'http.route': '/v1/check', 'http.response.status_code': '200' },
  })
  expect(flushed.find(({ name }) => name === 'GET /v1/rulesets/*')?.status).toEqual({ code: 2 })
  expect(collector.received[0]).toMatchObject({ 'x-key': 'of the collector', 'content-type': 'application/json' })
  for (const { startTimeUnixNano, endTimeUnixNano } of flushed) {
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
    expect(Math.abs(Number(startTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000)
  }
  const written = JSON.stringify(flushed)
  expect(written).toContain('RangeError')
  expect(written).not.toMatch(/what a client wrote|of a model|secret-name/)
})

/** Waits until this many spans were sent, and returns them. */
async function spansOf(count: number) {
  await expect.poll(() => collector.spans.length, { timeout: 15_000 }).toBe(count)
  return collector.spans
}
