/** Frames answered again with another threshold, and with another model that a scripted endpoint plays. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { guardrailRequest } from '../../../api/schemas/guardrail'
import type { Conclusion } from '../../../api/terms/guardrail-terms'
import { until } from '../../../testing/until'
import type { Caller } from '../../calls/caller'
import { createModel, type Model } from '../../models/model'
import { type ScriptedModelServer, startScriptedModelServer } from '../../testing/scripted-model-server'
import { type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { clientOf } from '../testing/frames-under-test'
import type { ReplayRequest } from './replay-frames'

let model: ScriptedModelServer
let under: ServicesUnderTest
let author: Caller
let guardrailId: string
/** The most calls that ran together. */
let most = 0

function countCalls(counted: Model): Model {
  let open = 0
  const count = async <T>(call: Promise<T>): Promise<T> => {
    most = Math.max(most, ++open)
    return call.finally(() => open--)
  }
  return {
    generateText: (request, signal) => count(counted.generateText(request, signal)),
    generateObject: (request, signal) => count(counted.generateObject(request, signal)),
  }
}

beforeAll(async () => {
  model = await startScriptedModelServer()
  const settings = { baseUrl: model.baseUrl, name: 'small', apiKey: null, timeoutMs: 5_000, concurrency: 4 }
  const clock = { now: Date.now, pause: () => Promise.resolve() }
  const counted = countCalls(createModel(settings, clock))
  under = await startServices(1, { platform: {}, model: { model: counted, concurrency: 4 } })
})
afterAll(async () => {
  await under.stop()
  await model.stop()
})
beforeEach(async () => {
  author = await under.personCaller(['author'])
  guardrailId = await addGuardrail('llm_judge', {})
})

const platform = () => under.platforms[0]!.platform

async function addGuardrail(type: string, configuration: object): Promise<string> {
  const { id } = await platform().targets.addProject(author, { name: randomUUID(), description: '' })
  const input = guardrailRequest.parse({ name: 'guardrail', type, configuration })
  return (await platform().targets.addGuardrail(author, id, input)).id
}

/** @returns its trace id */
async function answered(conclusion: Conclusion, confidence: number, targetId = guardrailId): Promise<string> {
  const traceId = randomUUID()
  const content = { C: ['It rains.'], Q: null, A: 'It is wet.' }
  const request = { trace_id: traceId, response_topic: ['topic'], entailment_frame: content }
  await platform().frames.send(clientOf(author.namespaceId!), targetId, request)
  const [row] = await under.query<{ id: string }>(`SELECT id FROM frame WHERE trace_id = '${traceId}'`)
  await platform().frames.complete(row!.id, targetId, { ...content, P: [], E: { conclusion, confidence }, Error: null })
  under.pass(1)
  return traceId
}

function replay(request: Partial<ReplayRequest>, signal?: AbortSignal) {
  const nothing = { rulesetHash: null, model: null, threshold: null, cursor: null, limit: 200 }
  return platform().replays.replay(author, { ...nothing, guardrailId, ...request }, signal)
}

const verdict = (conclusion: Conclusion, confidence: number) =>
  ({ kind: 'object', value: { reason: 'so', conclusion, confidence } }) as const

it('makes conclusions below a threshold UNKNOWN, exactly and without asking anybody', async () => {
  const [below, at] = [await answered('YES', 0.7999999999999999), await answered('YES', 0.8)]
  const [, undecided] = [await answered('NO', 1), await answered('UNKNOWN', 0.1)]
  model.play([{ kind: 'silence' }])
  const { replayed, differing, cost, next } = await replay({ threshold: '0.8' })
  expect([replayed, next, cost.modelCalls, model.requests.length]).toEqual([4, null, 0, 0])
  expect(differing).toMatchObject([
    {
      traceId: below,
      before: { conclusion: 'YES', errorCode: null, confidence: 0.7999999999999999 },
      after: { conclusion: 'UNKNOWN', errorCode: null, confidence: 0.7999999999999999 },
    },
  ])
  expect(differing.map(({ traceId }) => traceId)).not.toContain([at, undecided])
  const people = await addGuardrail('human_review', {})
  expect((await replay({ guardrailId: people, threshold: '1' })).replayed).toBe(0)
})

it('asks another model for the frames of a page, and says what that cost', async () => {
  const traceIds: string[] = []
  for (let nth = 0; nth < 23; nth++) traceIds.unshift(await answered('YES', 0.9))
  model.play((_request, index) => (index === 0 ? verdict('NO', 0.6) : verdict('YES', 0.7)))
  const first = await replay({ model: 'large' })
  expect([first.replayed, first.differing.map(({ traceId }) => traceId)]).toEqual([20, [traceIds[0]]])
  expect(first.differing[0]).toMatchObject({ after: { conclusion: 'NO', confidence: 0.6 } })
  expect(first.cost.modelCalls).toBe(20)
  expect(model.requests.every(({ body }) => body.model === 'large')).toBe(true)
  const rest = await replay({ model: 'large', threshold: '0.75', cursor: first.next })
  expect([rest.replayed, rest.differing.length, rest.next]).toEqual([3, 3, null])
  const stored = await under.query(`SELECT 1 FROM frame_response JOIN frame ON frame.id = frame_id
    WHERE namespace_id = '${author.namespaceId}' AND conclusion <> 'YES'`)
  expect(stored).toEqual([])
})

it('ends with its signal, and asks for no further frame', async () => {
  for (let nth = 0; nth < 3; nth++) await answered('YES', 0.9)
  model.play([{ kind: 'silence' }])
  const controller = new AbortController()
  const running = replay({ model: 'large' }, controller.signal)
  const ended = expect(running).rejects.toThrow('nobody waits')
  await until(() => model.requests.length > 0, 'a request')
  controller.abort(new Error('nobody waits'))
  await ended
  expect(model.requests).toHaveLength(1)
})

it('holds one slot of the endpoint at a time, however many judges a frame has', async () => {
  guardrailId = await addGuardrail('consensus', { judges: 5 })
  await answered('YES', 0.9)
  most = 0
  model.play([verdict('NO', 0.9)])
  const { differing, cost } = await replay({ model: 'large' })
  expect([most, cost.modelCalls]).toEqual([1, 5])
  expect(differing).toMatchObject([{ after: { conclusion: 'NO', confidence: 1 } }])
})

it('refuses what cannot be replayed', async () => {
  await expect(replay({})).rejects.toThrow('Say what is different in the replay: ruleset_hash, model or threshold.')
  await expect(replay({ rulesetHash: '0'.repeat(64) })).rejects.toThrow(/of the type policy_rules can be replayed/)
  const people = await addGuardrail('human_review', {})
  await expect(replay({ guardrailId: people, model: 'large' })).rejects.toThrow(/ask a person/)
  const stranger = await under.personCaller(['author'])
  const request = { guardrailId, rulesetHash: null, model: 'large', threshold: null, cursor: null, limit: 10 }
  await expect(platform().replays.replay(stranger, request)).rejects.toMatchObject({ status: 404 })
})
