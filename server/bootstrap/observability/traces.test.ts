import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTraceCollector, type TraceCollector } from '../../testing/trace-collector'
import { openTraces, type RequestSpan, type Traces } from './traces'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const LABELS = { method: 'POST', route: '/v1/check' }
const SAMPLED = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` }
const UNSAMPLED = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-00` }

let collector: TraceCollector
let traces: Traces
beforeEach(async () => {
  collector = await startTraceCollector()
  traces = open(0)
})
afterEach(async () => {
  await traces.close()
  await collector.close()
})

function open(ratio: number, endpoint = collector.endpoint): Traces {
  const sampler = { parentBased: true, ratio }
  return openTraces({ endpoint, headers: {}, serviceName: 'test', sampler }, '1', 20)
}

function within<T>(request: RequestSpan, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => request.run(() => void work().then(resolve, reject)))
}

const decide = () => traces.tracing.span({ name: 'decide' }, async () => 'decided')
const names = () => collector.spans.map(({ name }) => name).sort()

it('records the whole trace of a request that its caller sampled, whatever the ratio is', async () => {
  const request = traces.requestSpan(LABELS, SAMPLED)
  const message = await within(request!, async () => {
    await decide()
    return traces.tracing.current()
  })
  request!.end(200)
  const consumed = traces.tracing.span({ name: 'process frame', parent: message }, decide)
  expect(await consumed).toBe('decided')
  await expect.poll(names).toEqual(['POST /v1/check', 'decide', 'decide', 'process frame'])
  expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE_ID]))
})

it('records no span of an unsampled request, and its messages say so', async () => {
  traces = open(1)
  expect(traces.requestSpan(LABELS, UNSAMPLED)).toBeNull()
  expect(await decide()).toBe('decided')
  const message = traces.tracing.current()
  expect(message).toMatch(/-00$/)
  await traces.tracing.span({ name: 'process frame', parent: message }, decide)
  await traces.close()
  expect(collector.spans).toEqual([])
})

it('gives work for an unsampled message no part in the trace of the request that runs it', async () => {
  const request = traces.requestSpan(LABELS, SAMPLED)
  await within(request!, async () => {
    await traces.tracing.span({ name: 'process frame', parent: UNSAMPLED.traceparent }, decide)
  })
  request!.end(200)
  await expect.poll(names).toEqual(['POST /v1/check'])
})

it('follows two requests at once, and no work after both have ended', async () => {
  const [one, two] = [traces.requestSpan(LABELS, SAMPLED), traces.requestSpan(LABELS, SAMPLED)]
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = within(one!, decide)
  const second = within(two!, async () => {
    await held
    return decide()
  })
  await first
  one!.end(200)
  const late = within(two!, async () => {
    await held
    await new Promise((resolve) => setTimeout(resolve, 20))
    return decide()
  })
  release()
  await second
  two!.end(200)
  await late
  await expect.poll(names).toEqual(['POST /v1/check', 'POST /v1/check', 'decide', 'decide'])
})

it('sends a batch again if the collector is busy, and drops it if the collector refuses it', async () => {
  collector.refusals.push(503)
  traces.requestSpan(LABELS, SAMPLED)!.end(200)
  await expect.poll(() => collector.spans.length, { timeout: 10_000 }).toBe(1)
  expect(collector.received).toHaveLength(2)
  collector.refusals.push(400)
  traces.requestSpan(LABELS, SAMPLED)!.end(200)
  await expect.poll(() => collector.received.length).toBe(3)
  traces.requestSpan(LABELS, SAMPLED)!.end(500)
  await expect.poll(() => collector.spans.length).toBe(2)
  expect(collector.spans[1]?.status).toEqual({ code: 2 })
})

it('sends the rest when it closes, and closes without a collector', async () => {
  for (let i = 0; i < 2_000; i++) traces.requestSpan(LABELS, SAMPLED)!.end(200)
  await traces.close()
  expect(collector.spans).toHaveLength(2_000)
  const unreachable = open(1, 'http://127.0.0.1:9')
  unreachable.requestSpan(LABELS, {})!.end(200)
  await unreachable.close()
})
