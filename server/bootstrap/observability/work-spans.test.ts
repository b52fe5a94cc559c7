/** Runs over a real database, engine and NATS server. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SendRequest } from '../../api/schemas/frame'
import { natsUnderTest } from '../../messaging/testing/buses-under-test'
import type { EvaluationJob, EvaluationResult } from '../../services/evaluators/evaluation'
import { type FramesUnderTest, startFrames } from '../../services/guardrails/testing/frames-under-test'
import { callOperation } from '../../services/testing/services-under-test'
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../../testing/trace-collector'
import { openTraces, type Traces } from './traces'

const nats = await natsUnderTest()
afterAll(() => nats?.remove())

const SECRET = 'what a client wrote'
/** Kinds of spans as OTLP writes them. */
const [PRODUCER, CONSUMER] = [4, 5]
const NAMES = ['send frame', 'process frame', 'decide', 'compute job', 'solver job']
let collector: TraceCollector
let traces: Traces
beforeAll(async () => {
  collector = await startTraceCollector()
  const sampler = { parentBased: true, ratio: 1 }
  traces = openTraces({ endpoint: collector.endpoint, headers: {}, serviceName: 'test', sampler }, '1', 20)
})
afterAll(async () => {
  await traces.close()
  await collector.close()
})
const forget = () => {
  collector.spans.length = 0
}
beforeEach(forget)

/** Waits until this many spans were sent. Checks that none of them contains what a client wrote. */
async function spansOf(count: number): Promise<readonly CollectedSpan[]> {
  const { spans } = collector
  await expect.poll(() => spans.length, { timeout: 30_000 }).toBe(count)
  expect(JSON.stringify(spans)).not.toContain(SECRET)
  return [...spans]
}

const untilSent = (name: string) =>
  expect.poll(() => collector.spans.map((span) => span.name), { timeout: 30_000 }).toContain(name)

/** Runs `work` in the span of a request. @returns the trace id */
async function inRequest(work: () => Promise<unknown>): Promise<string> {
  const traceId = randomUUID().replaceAll('-', '')
  const request = traces.requestSpan(
    { method: 'POST', route: '/x' },
    { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  )
  if (request === null) throw new Error('the request is not traced')
  await new Promise<void>((resolve, reject) => request.run(() => void work().then(() => resolve(), reject)))
  request.end(200)
  return traceId
}

const parentOf = (span: CollectedSpan | undefined) => span?.parentSpanId
const idOf = (span: CollectedSpan | undefined) => span?.spanId

const requestOf = (A: string): SendRequest => ({
  ...{ trace_id: randomUUID(), response_topic: ['topic'] },
  entailment_frame: { C: [SECRET], Q: SECRET, A },
})

/** In the exact lane, a frame with the word `model` moves on first. */
const evaluator = {
  evaluate: async ({ frame, lane }: EvaluationJob): Promise<EvaluationResult> => {
    if (frame.A === 'model' && lane === 'exact')
      return { kind: 'moves', lane: 'model', settled: new Map(), extracted: new Map() }
    const { C, Q, A } = frame
    return { kind: 'evaluated', frame: { C, Q, A, P: [], E: { conclusion: 'YES', confidence: 1 }, Error: null } }
  },
}

describe.each([{ name: 'the database', server: null }, ...(nats === null ? [] : [{ name: 'NATS', server: nats }])])(
  'over $name',
  ({ server }) => {
    let under: FramesUnderTest
    beforeAll(async () => {
      under = await startFrames(1, server, { tracing: traces.tracing })
      under.processes[0]!.evaluateWith(evaluator)
    })
    afterAll(() => under.stop())

    it('a frame has one trace, from its request over the bus and through the lanes', async () => {
      const { client, guardrailId } = await under.newGroup()
      const send = (A: string) => under.processes[0]!.frames.send(client, guardrailId, requestOf(A))
      // The sends of both are stored together, by the request that came first.
      const [plain, moved] = await Promise.all([inRequest(() => send('plain')), inRequest(() => send('model'))])
      const spans = await spansOf(7)
      const named = (traceId: string, name: string) =>
        spans.filter((span) => span.name === name && span.traceId === traceId)
      for (const traceId of [plain, moved]) {
        const [request] = named(traceId, 'POST /x')
        const [sent, ...more] = named(traceId, 'send frame')
        expect(more).toEqual([])
        expect(sent?.kind).toBe(PRODUCER)
        expect(parentOf(sent)).toBe(idOf(request))
        const [first] = named(traceId, 'process frame').filter(
          ({ attributes }) => attributes['touchstone.lane'] === 'exact',
        )
        expect(first?.kind).toBe(CONSUMER)
        expect(parentOf(first)).toBe(idOf(sent))
        const later = named(traceId, 'process frame').filter((span) => span !== first)
        expect(later.map((span) => [span.attributes['touchstone.lane'], parentOf(span)])).toEqual(
          traceId === moved ? [['model', idOf(first)]] : [],
        )
      }
    })

    it('a frame of an untraced sender begins a new trace, even if its traceparent is invalid', async () => {
      const { guardrailId } = await under.newGroup()
      const { bus } = under.processes[0]!
      const payload = { ...requestOf('plain'), target_id: guardrailId, traceparent: 'none' }
      await bus.enqueue([
        { id: randomUUID(), subject: `touchstone.frames.${guardrailId}`, payload: JSON.stringify(payload) },
      ])
      const [processed] = await spansOf(1)
      expect(processed?.name).toBe('process frame')
      expect(processed?.parentSpanId).toBeUndefined()
    })

    // A check does not use a bus, so once is enough.
    if (server !== null) return

    it('a check has a span for its decision, with child spans for its worker jobs', async () => {
      const [service] = under.tested.services
      const caller = await under.tested.fullCaller()
      const source = `declare a as numeric; declare b as numeric; declare c as numeric; declare d as numeric;
        assert secret { Implies(And(a > b, c > d), a + c > b + d) };`
      let compiled = ''
      await inRequest(async () => {
        compiled = await callOperation(service!, 'compile', caller, { source })
      })
      const { ruleset_hash } = JSON.parse(compiled) as { ruleset_hash: string }
      expect((await spansOf(2)).map(({ name }) => name).sort()).toEqual(['POST /x', 'compute job'])
      forget()
      const check = (claims: object) =>
        inRequest(() => callOperation(service!, 'check', caller, { ruleset_hash, claims }))
      const hard = await check({ a: null, b: null, c: null, d: null })
      const spans = await spansOf(4)
      const decide = spans.find(({ name }) => name === 'decide')
      expect(decide?.traceId).toBe(hard)
      const jobs = spans.filter(({ name }) => name.endsWith(' job'))
      expect(jobs.map(({ name }) => name).sort()).toEqual(['compute job', 'solver job'])
      for (const job of jobs) {
        expect(parentOf(job)).toBe(idOf(decide))
        expect(job.attributes).toEqual({ 'touchstone.job': 'check' })
      }
      forget()
      // A ruleset that was seen before is decided here, and still has a span.
      await check({ a: 1, b: 2, c: 3, d: 4 })
      await untilSent('decide')
      expect(collector.spans.every(({ name }) => [...NAMES, 'POST /x'].includes(name))).toBe(true)
    })

    it('a refused check ends its span with only the kind of the refusal', async () => {
      const [service] = under.tested.services
      const caller = await under.tested.fullCaller()
      const source = `declare a as numeric;\nassert secret { a > 1 };\n`
      const { ruleset_hash } = JSON.parse(await callOperation(service!, 'compile', caller, { source })) as {
        ruleset_hash: string
      }
      forget()
      await inRequest(() =>
        callOperation(service!, 'check', caller, { ruleset_hash, claims: { a: SECRET } }).catch(() => null),
      )
      await untilSent('decide')
      const decide = collector.spans.find(({ name }) => name === 'decide')
      expect(decide?.attributes['error.type']).toBe('Refusal')
      expect(JSON.stringify(decide)).not.toContain(SECRET)
    })
  },
)
