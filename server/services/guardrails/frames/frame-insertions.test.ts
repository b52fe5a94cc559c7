/** Frames stored with their answer, over a real database, its bus and the real engine. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type GuardrailRequest, guardrailRequest } from '../../../api/schemas/guardrail'
import { until } from '../../../testing/until'
import type { Caller } from '../../calls/caller'
import { createAtOnceEvaluator } from '../../evaluators/at-once'
import type { EvaluationJob, FrameEvaluator } from '../../evaluators/evaluation'
import { createFrameEvaluator, type FrameEvaluatorDependencies } from '../../evaluators/frame-evaluator'
import { callOperation, type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { clientOf } from '../testing/frames-under-test'
import { type EvaluatorLoop, startEvaluatorLoop } from './evaluator-loop'
import type { Frames } from './frames'

const SOURCE = `version 1.3;
declare paid as boolean;
declare a as numeric; declare b as numeric; declare c as numeric; declare d as numeric;
assert is_paid { paid };
assert sums { Implies(And(a > b, c > d), a + c > b + d) };
`
/** Only the solver can decide these claims. */
const HARD = { paid: true, a: null, b: null, c: null, d: null }

let world: ServicesUnderTest
let caller: Caller
let frames: Frames
let dependencies: FrameEvaluatorDependencies
let loop: EvaluatorLoop
let rules: string
let people: string
const jobs: EvaluationJob[] = []
const announced: string[] = []
const trouble: unknown[] = []

beforeAll(async () => {
  world = await startServices(2, { platform: {} })
  const { platform, shared, bus } = world.platforms[0]!
  const { store, after } = shared.dependencies
  frames = platform.frames
  caller = await world.personCaller(['author'])
  const { ruleset_hash } = JSON.parse(
    await callOperation(world.services[0]!, 'compile', caller, { source: SOURCE }),
  ) as {
    ruleset_hash: string
  }
  rules = await guardrail({ name: 'rules', type: 'policy_rules', configuration: { ruleset_hash } })
  people = await guardrail({ name: 'people', type: 'human_review', configuration: { instructions: '' } })
  const pause = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))
  const accountOf = (namespaceId: string) => store.findAccount(namespaceId)
  dependencies = { ...shared.engine, accountOf, model: null, now: world.now, pause }
  const evaluator = createFrameEvaluator(dependencies)
  const counting: FrameEvaluator = {
    evaluate: (job, signal) => {
      jobs.push(job)
      return evaluator.evaluate(job, signal)
    },
  }
  const slots = { exact: 64, solver: 2, model: 4 }
  const timing = { slots, lanes: bus.lanes, recoverEveryMs: 60_000, after, now: () => new Date(world.now()) }
  const reportTrouble = (error: unknown) => void trouble.push(error)
  loop = startEvaluatorLoop({ store, bus, frames, evaluator: counting, newId: randomUUID, ...timing, reportTrouble })
  world.platforms[1]!.bus.listen(({ about }) => announced.push(about ?? ''))
  frames.answerWith(createAtOnceEvaluator(dependencies))
  // A ruleset that was just sent is compiled outside the event loop first.
  for (let i = 0; i < 4; i++) await answerTo(await send(rules, { ...HARD, a: i }))
})
afterAll(async () => {
  await loop.stop(0)
  await world.stop()
})
beforeEach(() => {
  jobs.length = 0
})

async function guardrail(input: GuardrailRequest | object, author = caller): Promise<string> {
  const { targets } = world.platforms[0]!.platform
  const { id } = await targets.addProject(author, { name: randomUUID(), description: '' })
  return (await targets.addGuardrail(author, id, guardrailRequest.parse(input))).id
}

const client = (of = caller) => clientOf(of.namespaceId ?? '')

function requestOf(A: unknown) {
  const text = typeof A === 'string' ? A : JSON.stringify(A)
  return {
    ...{ trace_id: randomUUID(), response_topic: ['topic'] },
    entailment_frame: { C: ['fact'], Q: 'Paid?', A: text },
  }
}

async function send(target: string, A: unknown) {
  const sent = requestOf(A)
  await frames.send(client(), target, sent)
  return sent
}

const answersTo = ({ trace_id: traceId }: { trace_id: string }) =>
  frames.responses(client(), [{ traceId, topic: 'topic' }])

async function answerTo(sent: { trace_id: string }) {
  await until(async () => (await answersTo(sent)).length > 0, 'an answer')
  const [answer, ...more] = await answersTo(sent)
  expect(more).toEqual([])
  return JSON.parse(answer!.message.entailment_frame) as Record<string, unknown>
}

async function used(): Promise<number> {
  const { body } = await world.services[0]!.account({ caller, channel: 'program', addressKey: () => 'test' }, {})
  return (JSON.parse(body) as { usage: { used: number } }).usage.used
}

it('are available when the frame is sent, are announced to other processes, and equal those of an evaluation', async () => {
  const before = await used()
  const claims = { paid: true, a: 1, b: 2, c: '3', d: 4 }
  const sent = await send(rules, claims)
  expect((await answersTo(sent)).length).toBe(1)
  expect(jobs).toEqual([])
  // The frame's own message would have its id; messages of earlier frames are removed shortly after their answers.
  const queued = `SELECT FROM bus_work JOIN frame ON frame.id::text = bus_work.id WHERE trace_id = '${sent.trace_id}'`
  expect(await world.query(queued)).toEqual([])
  const answer = await answerTo(sent)
  expect(answer).toMatchObject({ C: ['fact'], Q: 'Paid?', E: { conclusion: 'YES', confidence: 1 }, Error: null })
  await until(() => announced.includes(sent.trace_id), 'the announcement')

  const [state] = await frames.find(await world.groupCaller(caller.namespaceId ?? ''), sent.trace_id)
  expect(state).toMatchObject({ status: 'answered', targetId: rules, frame: { A: JSON.stringify(claims) } })

  frames.answerWith({ answer: async () => null })
  const evaluated = await answerTo(await send(rules, claims))
  frames.answerWith(createAtOnceEvaluator(dependencies))
  expect(jobs.length).toBe(1)
  expect(answer).toEqual(evaluated)
  expect(await used()).toBe(before + 2)
})

it('may be Errors, which are not counted', async () => {
  const before = await used()
  for (const A of [{ paid: 'perhaps' }, '{"paid": true, "paid": false}'])
    expect(await answerTo(await send(rules, A))).toMatchObject({ E: null, Error: { code: 'CLAIMS_REJECTED' } })
  // The evaluator reports a duplicate member, because it parses the text.
  expect(jobs.length).toBe(1)
  expect(await used()).toBe(before)
})

it('are given and counted once if a frame is sent several times at once', async () => {
  const before = await used()
  const sent = requestOf({ paid: false, a: 1, b: 1, c: 1, d: 1 })
  await Promise.all(Array.from({ length: 5 }, () => frames.send(client(), rules, sent)))
  expect(await answerTo(sent)).toMatchObject({ E: { conclusion: 'NO' } })
  expect(jobs).toEqual([])
  await expect(
    frames.send(client(), rules, { ...sent, entailment_frame: { ...sent.entailment_frame, Q: 'Another?' } }),
  ).rejects.toMatchObject({ status: 409 })
  expect(await used()).toBe(before + 1)
})

it('are left to the evaluator if a solver, model or person is needed, which counts once', async () => {
  const before = await used()
  const [hard, text] = [await send(rules, HARD), await send(rules, 'It was paid.')]
  const review = await send(people, { paid: true })
  expect(await answerTo(hard)).toMatchObject({ E: { conclusion: 'YES' } })
  expect(await answerTo(text)).toMatchObject({ Error: { code: 'MODEL_NOT_CONFIGURED' } })
  await until(() => jobs.length === 4, 'three evaluations and one more in the lane of the solver')
  expect(jobs.filter(({ lane }) => lane === 'solver').length).toBe(1)
  expect(await answersTo(review)).toEqual([])
  expect(await used()).toBe(before + 1)
})

it('are found later if the first attempt fails', async () => {
  frames.answerWith({
    answer: () => {
      throw new Error('a bug')
    },
  })
  expect(await answerTo(await send(rules, { paid: true, a: 1, b: 1, c: 1, d: 1 }))).toMatchObject({
    E: { conclusion: 'YES' },
  })
  frames.answerWith(createAtOnceEvaluator(dependencies))
  expect(jobs.length).toBe(1)
  expect(trouble).toEqual([])
})

it('the frame of a group is stored with the next ones, however many frames of another group wait', async () => {
  const other = await world.personCaller(['author'])
  const othersPeople = await guardrail(
    { name: 'people', type: 'human_review', configuration: { instructions: '' } },
    other,
  )
  // Both groups are known, so no send waits for a count or an owner.
  await frames.send(client(other), othersPeople, requestOf('one'))
  await send(people, 'one')
  let stored = 0
  const flood = Array.from({ length: 700 }, async () => {
    await send(people, 'one of many')
    stored++
  })
  await frames.send(client(other), othersPeople, requestOf('one'))
  // Two statements of 128 run, and the next one contains it.
  expect(stored).toBeLessThanOrEqual(3 * 128)
  await Promise.all(flood)
})
