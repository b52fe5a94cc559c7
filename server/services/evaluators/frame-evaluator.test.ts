import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GraphEdge } from '../../api/terms/application-graph'
import { createModel } from '../models/model'
import { type ScriptedModelServer, startScriptedModelServer } from '../testing/scripted-model-server'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import {
  concludedOutcome,
  type FrameEvaluator,
  type Outcome,
  type RunnableApplication,
  type RunnableGuardrail,
  type RunnableTarget,
} from './evaluation'
import { createFrameEvaluator } from './frame-evaluator'

let world: ServicesUnderTest
let server: ScriptedModelServer
let evaluator: FrameEvaluator
let namespaceId: string
let rules: RunnableGuardrail
beforeAll(async () => {
  world = await startServices(1, { platform: {} })
  server = await startScriptedModelServer()
  const settings = { baseUrl: server.baseUrl, name: 'small', apiKey: null, timeoutMs: 20_000, concurrency: 16 }
  const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  evaluator = createFrameEvaluator({
    ...world.platforms[0]!.shared.engine,
    accountOf: (id) => world.store.findAccount(id),
    model: createModel(settings, { now: Date.now, pause }),
    now: world.now,
    pause,
  })
  const caller = await world.fullCaller()
  namespaceId = caller.namespaceId ?? ''
  const source = 'version 1.3;\ndeclare paid as boolean;\nassert is_paid { paid };\n'
  const compiled = await callOperation(world.services[0]!, 'compile', caller, { source })
  const { ruleset_hash } = JSON.parse(compiled) as { ruleset_hash: string }
  rules = {
    ...{ id: 'rules', name: 'Rules', type: 'policy_rules' },
    configuration: { ruleset_hash, extraction_runs: 1, model: null },
  }
})
afterAll(async () => {
  await server.stop()
  await world.stop()
})

const judge: RunnableGuardrail = {
  ...{ id: 'judge', name: 'Judge', type: 'llm_judge' },
  configuration: { instructions: '', model: null },
}
const review: RunnableGuardrail = {
  ...{ id: 'review', name: 'Review', type: 'human_review' },
  configuration: { instructions: 'Is it fair?' },
}
const application = (edges: readonly GraphEdge[], nodes = ['rules', 'judge', 'review']): RunnableTarget => ({
  kind: 'application',
  application: {
    id: 'application',
    contextDocument: 'House rules.',
    aggregation: 'all',
    graph: { nodes: nodes.map((id) => ({ id: `node-${id}`, guardrail_id: id })), edges },
    guardrails: new Map([rules, judge, review].map((guardrail) => [guardrail.id, guardrail])),
  } satisfies RunnableApplication,
})
const edge = (from: string, to: string, when: GraphEdge['when']) => ({ from: `node-${from}`, to: `node-${to}`, when })
const run = (target: RunnableTarget, A: string, settled: ReadonlyMap<string, Outcome> = new Map()) =>
  evaluator.evaluate(
    { namespaceId, target, frame: { C: ['Of the frame.'], Q: null, A }, settled },
    new AbortController().signal,
  )
const PAID = '{"paid": true}'
const says = (conclusion: string) =>
  server.play([{ kind: 'object', value: { reason: 'so it is', conclusion, confidence: 0.6 } }])

describe('a review', () => {
  const target: RunnableTarget = { kind: 'guardrail', guardrail: review }
  it('waits for a person and takes their conclusion', async () => {
    expect(await run(target, 'a')).toEqual({
      kind: 'waiting',
      waits: [{ nodeId: '', guardrailId: 'review', instructions: 'Is it fair?' }],
      settled: new Map(),
    })
    const answered = concludedOutcome([{ reviewer: 'Ada' }], 'NO', 1)
    expect(await run(target, 'a', new Map([['', answered]]))).toEqual({
      kind: 'evaluated',
      frame: { C: ['Of the frame.'], Q: null, A: 'a', ...answered },
    })
  })
})

describe('an application', () => {
  it('runs rules, then a judge on YES, and keeps its document out of the answer', async () => {
    says('YES')
    const target = application([edge('rules', 'judge', 'YES')], ['rules', 'judge'])
    const result = await run(target, PAID)
    expect(result).toMatchObject({
      kind: 'evaluated',
      frame: {
        C: ['Of the frame.'],
        E: { conclusion: 'YES', confidence: 0.6 },
        P: [
          { node: 'node-rules', rule: 'is_paid', check: 'TRUE' },
          { node: 'node-judge', judge: 1, reason: 'so it is' },
        ],
      },
    })
    expect(server.requests[0]?.body.messages[1]?.content).toContain('["Of the frame.","House rules."]')
    says('YES')
    const skipped = await run(target, '{"paid": false}')
    expect(skipped).toMatchObject({ frame: { E: { conclusion: 'NO', confidence: 1 }, P: [{ node: 'node-rules' }] } })
    expect(server.requests).toEqual([])
  })

  it('waits for its reviewer while the other nodes run, and asks no model again afterwards', async () => {
    says('YES')
    const target = application([edge('rules', 'review', 'YES')])
    const waiting = await run(target, PAID)
    if (waiting.kind !== 'waiting') throw new Error(waiting.kind)
    expect(waiting.waits).toEqual([{ nodeId: 'node-review', guardrailId: 'review', instructions: 'Is it fair?' }])
    expect([...waiting.settled.keys()].sort()).toEqual(['node-judge', 'node-rules'])
    server.play([])
    // As the database returns it.
    const stored = JSON.parse(JSON.stringify([...waiting.settled])) as [string, Outcome][]
    const settled = new Map(stored).set('node-review', concludedOutcome([{ reviewer: 'Ada' }], 'UNKNOWN', 0.9))
    const result = await run(target, PAID, settled)
    expect(result).toMatchObject({
      kind: 'evaluated',
      frame: { Error: null, E: { conclusion: 'UNKNOWN', confidence: 0.9 } },
    })
    expect(result).toMatchObject({
      frame: { P: [{ node: 'node-rules' }, { node: 'node-judge' }, { node: 'node-review', reviewer: 'Ada' }] },
    })
  })

  it('moves to the model after its rules are checked, and ends there', async () => {
    const target = application([], ['rules', 'judge'])
    const job = { namespaceId, target, frame: { C: [], Q: null, A: PAID }, settled: new Map<string, Outcome>() }
    const { signal } = new AbortController()
    server.play([])
    const moved = await evaluator.evaluate({ ...job, lane: 'exact' }, signal)
    if (moved.kind !== 'moves') throw new Error(moved.kind)
    expect(moved.lane).toBe('model')
    expect([...moved.settled.keys()]).toEqual(['node-rules'])
    expect(server.requests).toEqual([])
    says('YES')
    const result = await evaluator.evaluate({ ...job, settled: moved.settled, lane: 'model' }, signal)
    expect(result).toMatchObject({ frame: { P: [{ node: 'node-rules' }, { node: 'node-judge' }] } })
  })

  it("asks a model before it fails if the model's node comes first", async () => {
    const nodes = ['judge', 'rules']
    const job = { namespaceId, frame: { C: [], Q: null, A: '{"paid": 3}' }, settled: new Map<string, Outcome>() }
    const { signal } = new AbortController()
    const behind = await evaluator.evaluate(
      { ...job, target: application([], ['rules', 'judge']), lane: 'exact' },
      signal,
    )
    expect(behind).toMatchObject({ kind: 'evaluated', frame: { Error: { code: 'NODE_FAILED' } } })
    const before = await evaluator.evaluate({ ...job, target: application([], nodes), lane: 'exact' }, signal)
    expect(before).toMatchObject({ kind: 'moves', lane: 'model' })
  })

  it('fails if a node fails', async () => {
    says('YES')
    const result = await run(application([]), '{"paid": 3}')
    expect(result).toMatchObject({
      kind: 'evaluated',
      frame: { P: [], E: null, Error: { code: 'NODE_FAILED', retryable: false } },
    })
    expect(result).toMatchObject({ frame: { Error: { message: expect.stringContaining('"node-rules" (Rules)') } } })
    expect(result).toMatchObject({ frame: { Error: { message: expect.stringContaining('CLAIMS_REJECTED') } } })
  })
})

it('evaluates nothing if the signal is already aborted', async () => {
  const job = { namespaceId, target: application([]), frame: { C: [], Q: null, A: PAID }, settled: new Map() }
  await expect(evaluator.evaluate(job, AbortSignal.abort(new Error('over')))).rejects.toThrow('over')
})
