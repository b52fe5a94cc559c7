/** Frames from send to stored answer, over a real database and both buses. The evaluators are fakes. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EvaluatedFrame, FrameContent, SendRequest } from '../../../api/schemas/frame'
import { DEAD_LETTERS_SUBJECT, framesSubject, responsesSubject } from '../../../api/terms/bus-subjects'
import { type Announcement, MAX_ATTEMPTS } from '../../../messaging/bus/bus'
import { natsUnderTest } from '../../../messaging/testing/buses-under-test'
import { until } from '../../../testing/until'
import type { EvaluationJob, EvaluationResult, FrameEvaluator, Outcome } from '../../evaluators/evaluation'
import { OPEN_CLIENT, type PlatformClient } from '../machine-accounts/platform-client'
import { clientOf, type FramesUnderTest, startFrames } from '../testing/frames-under-test'
import type { EvaluatorLoop } from './evaluator-loop'
import { newFrame } from './new-frame'
import type { StoredResponse } from './responses'

const nats = await natsUnderTest()
afterAll(() => nats?.remove())

const status = (wanted: number) => expect.objectContaining({ status: wanted })
const frame = (differences: Partial<FrameContent> = {}) => ({
  C: ['document'],
  Q: 'question?',
  A: 'answer',
  ...differences,
})
const request = (differences: Partial<SendRequest> = {}): SendRequest => ({
  ...{ trace_id: randomUUID(), response_topic: ['topic'], entailment_frame: frame() },
  ...differences,
})
const evaluated = (content: FrameContent, confidence = 1): EvaluatedFrame => {
  const { C, Q, A } = content
  return { C, Q, A, P: [{ step: 1 }], E: { conclusion: 'YES', confidence }, Error: null }
}

/** Answers YES and counts. */
class Evaluator implements FrameEvaluator {
  readonly jobs: EvaluationJob[] = []
  constructor(private readonly answer?: (job: EvaluationJob, signal: AbortSignal) => Promise<EvaluationResult>) {}

  async evaluate(job: EvaluationJob, signal: AbortSignal): Promise<EvaluationResult> {
    this.jobs.push(job)
    return this.answer?.(job, signal) ?? { kind: 'evaluated', frame: evaluated(job.frame) }
  }
}

describe.each([{ name: 'the database', server: null }, ...(nats === null ? [] : [{ name: 'NATS', server: nats }])])(
  'frames over $name',
  ({ server }) => {
    let under: FramesUnderTest
    const loops: EvaluatorLoop[] = []
    beforeAll(async () => {
      under = await startFrames(2, server)
    })
    afterEach(async () => {
      await Promise.all(loops.splice(0).map((loop) => loop.stop(0)))
      under.trouble.length = 0
    })
    afterAll(() => under.stop())

    const evaluate = (evaluator: FrameEvaluator, by = 0) => loops.push(under.processes[by]!.evaluateWith(evaluator))
    const framesOf = (by = 0) => under.processes[by]!.frames
    const answers = async (
      client: PlatformClient,
      { trace_id: traceId, response_topic: [topic] }: SendRequest,
      by = 0,
    ) => framesOf(by).responses(client, [{ traceId, topic: topic! }])
    const answerTo = async (client: PlatformClient, sent: SendRequest): Promise<StoredResponse> => {
      await until(async () => (await answers(client, sent)).length > 0, 'an answer')
      const stored = await answers(client, sent)
      expect(stored.length).toBe(1)
      return stored[0]!
    }
    const listen = (by: number) => {
      const announced: Announcement[] = []
      under.processes[by]!.bus.listen((announcement) => announced.push(announcement))
      return announced
    }
    const rowsOf = <Row extends object>(sql: string) => under.tested.query<Row>(sql)
    const frameIdOf = async ({ trace_id }: SendRequest) =>
      (await under.tested.query<{ id: string }>(`SELECT id FROM frame WHERE trace_id = '${trace_id}'`))[0]!.id

    it('return with unchanged C, Q and A, on every topic, under one message id', async () => {
      const { client, guardrailId, namespaceId } = await under.newGroup()
      const announced = listen(0)
      evaluate(new Evaluator(), 1)
      const sent = request({
        response_topic: ['b', 'a b', 'b'],
        entailment_frame: { C: [], A: '\u{1F600}\0', P: [], E: null, Error: null },
      })
      expect(await framesOf().send(client, guardrailId, sent)).toEqual({
        topic: framesSubject(guardrailId),
        traceId: sent.trace_id,
      })
      const answer = await answerTo(client, sent)
      expect(answer).toMatchObject({ namespaceId, audience: 'group' })
      expect(answer.message).toEqual({
        entailment_frame: JSON.stringify(evaluated({ C: [], Q: null, A: '\u{1F600}\0' })),
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        trace_id: sent.trace_id,
        response_topic: ['b', 'a b'],
        rail_id: guardrailId,
      })
      const ofAnswer = () => announced.filter(({ id }) => id === answer.message.id)
      await until(() => new Set(ofAnswer().map(({ subject }) => subject)).size === 2, 'two announcements')
      for (const topic of ['b', 'a b']) {
        const subject = responsesSubject(namespaceId, topic)
        const [announcement] = ofAnswer().filter((each) => each.subject === subject)
        expect(announcement?.about).toBe(sent.trace_id)
        // On the database's own bus, reading it is as fast as announcing it.
        const payload = announcement?.payload ?? null
        expect(payload === null ? null : JSON.parse(payload)).toEqual(server === null ? null : answer.message)
      }
      expect(await answers(client, { ...sent, response_topic: ['a b'] }, 1)).toEqual([answer])
    })

    it('are one frame with one answer if two processes get them a hundred times at once', async () => {
      const { client, guardrailId } = await under.newGroup()
      const sent = request({ response_topic: ['x', 'y'] })
      const evaluator = new Evaluator()
      evaluate(evaluator)
      evaluate(evaluator, 1)
      const shuffled = { ...sent, response_topic: ['y', 'x', 'y'] }
      await Promise.all(
        Array.from({ length: 100 }, (_, i) => framesOf(i % 2).send(client, guardrailId, i % 3 === 0 ? shuffled : sent)),
      )
      const answer = await answerTo(client, sent)
      // Sent again after the answer.
      await framesOf(1).send(client, guardrailId.toUpperCase(), sent)
      await sleep(300)
      expect(await answers(client, sent)).toEqual([answer])
      const [row] = await under.tested.query<{ frames: number }>(
        `SELECT count(*)::int AS frames FROM frame WHERE trace_id = '${sent.trace_id}'`,
      )
      expect(row).toEqual({ frames: 1 })
      expect(evaluator.jobs.length).toBe(1)
    })

    it('are refused if they differ under the same identity, which topics, trace and sender define', async () => {
      const { client, guardrailId } = await under.newGroup()
      const sent = request()
      const { frames } = under.processes[0]!
      await frames.send(client, guardrailId, sent)
      for (const other of [frame({ A: null }), frame({ C: ['document', ''] }), frame({ Q: '' })])
        await expect(framesOf(1).send(client, guardrailId, { ...sent, entailment_frame: other })).rejects.toMatchObject(
          { status: 409, message: expect.stringContaining('Another frame') },
        )
      const other = frame({ A: 'other' })
      await frames.send(client, guardrailId, { ...sent, response_topic: ['topic', 'more'], entailment_frame: other })
      await frames.send(OPEN_CLIENT, guardrailId, { ...sent, entailment_frame: frame({ A: 'open' }) })
    })

    it('are refused for targets that do not exist or belong to another group', async () => {
      const [mine, yours] = [await under.newGroup(), await under.newGroup()]
      const { frames } = under.processes[0]!
      for (const nowhere of [randomUUID(), 'nothing', "'; --", ''])
        await expect(frames.send(mine.client, nowhere, request())).rejects.toEqual(status(404))
      await expect(frames.send(mine.client, yours.guardrailId, request())).rejects.toMatchObject({
        code: 'CREDENTIAL_SCOPE',
        status: 403,
      })
      await expect(frames.send(clientOf(), yours.guardrailId, request())).rejects.toEqual(status(403))
    })

    it('are read only by their own audience, whatever trace and topic others guess', async () => {
      const [mine, yours] = [await under.newGroup(), await under.newGroup()]
      const announced = listen(0)
      evaluate(new Evaluator())
      const sent = request()
      await framesOf().send(mine.client, mine.guardrailId, sent)
      await framesOf().send(OPEN_CLIENT, mine.guardrailId, { ...sent, entailment_frame: frame({ A: 'open' }) })
      const [group, open] = [await answerTo(mine.client, sent), await answerTo(OPEN_CLIENT, sent)]
      expect(JSON.parse(group.message.entailment_frame)).toMatchObject({ A: 'answer' })
      expect(JSON.parse(open.message.entailment_frame)).toMatchObject({ A: 'open' })
      for (const stranger of [yours.client, clientOf()]) expect(await answers(stranger, sent)).toEqual([])
      expect(await answers(clientOf(yours.namespaceId, mine.namespaceId), sent)).toEqual([group])
      await until(
        () => announced.filter(({ id }) => [group.message.id, open.message.id].includes(id)).length >= 2,
        'both',
      )
      const subjects = (response: StoredResponse) =>
        new Set(announced.filter(({ id }) => id === response.message.id).map(({ subject }) => subject))
      expect(subjects(group)).toEqual(new Set([responsesSubject(mine.namespaceId, 'topic')]))
      expect(subjects(open)).toEqual(new Set([responsesSubject('open', 'topic')]))
      const caller = await under.tested.groupCaller(yours.namespaceId)
      await expect(framesOf().find(caller, sent.trace_id)).rejects.toEqual(status(404))
    })

    it('keep the first answer if two arrive at once', async () => {
      const { client, guardrailId } = await under.newGroup()
      const announced = listen(1)
      const sent = Array.from({ length: 20 }, () => request())
      for (const each of sent) await framesOf().send(client, guardrailId, each)
      const ids: string[] = []
      for (const each of sent) ids.push(await frameIdOf(each))
      const completed = await Promise.all(
        [0, 1].map((by) =>
          Promise.all(ids.map((id) => framesOf(by).complete(id, guardrailId, evaluated(frame(), by / 2)))),
        ),
      )
      expect(completed[0]).toEqual(completed[1])
      await until(
        () => completed[0]!.every(({ message }) => announced.some(({ id }) => id === message.id)),
        'announcements',
      )
      expect(new Set(announced.map(({ id }) => id))).toEqual(new Set(completed[0]!.map(({ message }) => message.id)))
      // An evaluator that gets the work now announces the answer again and evaluates nothing.
      const evaluator = new Evaluator()
      evaluate(evaluator)
      await under.processes[0]!.bus.enqueue([
        { id: randomUUID(), subject: framesSubject(guardrailId), payload: JSON.stringify({ frame_id: ids[0] }) },
      ])
      await sleep(500)
      expect(evaluator.jobs).toEqual([])
      expect(await answers(client, sent[0]!)).toEqual([completed[0]![0]])
    })

    it('are answered once if a service inside the stack publishes them, like those that were sent', async () => {
      const { client, guardrailId } = await under.newGroup()
      evaluate(new Evaluator())
      const sent = request()
      const publish = (payload: unknown, id: string = randomUUID()) =>
        under.processes[1]!.bus.enqueue([
          {
            id,
            subject: framesSubject(guardrailId),
            payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
          },
        ])
      await publish({ target_id: guardrailId, ...sent })
      const answer = await answerTo(client, sent)
      await publish({ target_id: guardrailId, ...sent })
      await framesOf().send(client, guardrailId, sent)
      await sleep(300)
      expect(await answers(client, sent)).toEqual([answer])
    })

    it('end on the dead-letter subject if they fail repeatedly or are not frames', {
      tags: ['nightly'],
    }, async () => {
      const { client, guardrailId } = await under.newGroup()
      const announced = listen(1)
      const evaluator = new Evaluator(async () => {
        throw new Error('poison\0')
      })
      evaluate(evaluator)
      const sent = request()
      await framesOf().send(client, guardrailId, sent)
      const stray = ['no json', '{}', JSON.stringify({ target_id: randomUUID(), ...request() })].map((payload) => ({
        ...{ id: randomUUID(), subject: framesSubject(guardrailId), payload },
      }))
      const other = { target_id: guardrailId, ...sent, entailment_frame: frame({ A: 'other' }) }
      stray.push({ ...stray[0]!, id: randomUUID(), payload: JSON.stringify(other) })
      await under.processes[0]!.bus.enqueue(stray)
      const { message } = await answerTo(client, sent)
      expect(JSON.parse(message.entailment_frame)).toEqual({
        ...{ ...frame(), P: [], E: null },
        Error: { code: 'EVALUATION_FAILED', message: expect.any(String), retryable: true },
      })
      expect(evaluator.jobs.length).toBe(MAX_ATTEMPTS)
      const letters = () =>
        announced
          .filter(({ subject }) => subject === DEAD_LETTERS_SUBJECT)
          .map(({ payload }) => JSON.parse(payload ?? '{}'))
      await until(() => letters().length >= 5, 'five dead-letter messages')
      const reasons = new Map(letters().map(({ id, reason }) => [id, reason]))
      expect(reasons.get(await frameIdOf(sent))).toContain('poison')
      expect(stray.map(({ id }) => reasons.get(id))).toEqual([
        'The message is not JSON.',
        expect.stringMatching(/target_id: .*trace_id: .*response_topic: .*entailment_frame: /),
        expect.stringContaining('There is no guardrail'),
        expect.stringContaining('Another frame'),
      ])
      expect(under.trouble.length).toBe(5)
      // An answered frame that is sent again is not evaluated again.
      await framesOf().send(client, guardrailId, sent)
      await sleep(200)
      expect(evaluator.jobs.length).toBe(MAX_ATTEMPTS)
    })

    it('are answered by another evaluator if theirs stops', { tags: ['nightly'] }, async () => {
      const { client, guardrailId } = await under.newGroup()
      const stuck = new Evaluator(
        (_, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true })
          }),
      )
      const loop = under.processes[0]!.evaluateWith(stuck)
      const sent = Array.from({ length: 20 }, () => request())
      await Promise.all(sent.map((each) => framesOf().send(client, guardrailId, each)))
      await until(() => stuck.jobs.length === 20, 'every frame in hand')
      await loop.stop(0)
      evaluate(new Evaluator(), 1)
      for (const each of sent) await answerTo(client, each)
    })

    it('continue with their settled outcomes after a person has answered', async () => {
      const { client, guardrailId, namespaceId } = await under.newGroup()
      const outcome: Outcome = { P: [], E: { conclusion: 'YES', confidence: 1 }, Error: null }
      const evaluator = new Evaluator(async ({ settled, frame: content }) =>
        settled.has('b')
          ? { kind: 'evaluated', frame: evaluated(content) }
          : {
              kind: 'waiting',
              waits: [{ nodeId: 'b', guardrailId, instructions: 'look' }],
              settled: new Map([['a', outcome]]),
            },
      )
      evaluate(evaluator)
      const sent = request()
      await framesOf().send(client, guardrailId, sent)
      const caller = await under.tested.groupCaller(namespaceId)
      const state = async () => (await framesOf().find(caller, sent.trace_id))[0]!
      await until(async () => (await state()).status === 'in_review', 'a task')
      expect(await state()).toMatchObject({
        ...{ traceId: sent.trace_id, targetId: guardrailId, responseTopics: ['topic'], sentBy: 'robot' },
        ...{ frame: frame(), evaluated: null, messageId: null, answeredAt: null },
      })
      const { id } = (
        await under.tested.query<{ id: string }>(`SELECT id FROM review_task WHERE namespace_id = '${namespaceId}'`)
      )[0]!
      const reviewer = await under.tested.personCaller(['reviewer'], namespaceId)
      // These processes' review queue is on the database's bus; a frame without a message is also found.
      await under.tested.platforms[0]!.platform.reviews.answer(reviewer, id, { conclusion: 'YES', note: null })
      under.tested.pass(61_000)
      const answer = await answerTo(client, sent)
      expect(evaluator.jobs.at(-1)?.settled.get('a')).toEqual(outcome)
      expect(await state()).toMatchObject({
        ...{ status: 'answered', messageId: answer.message.id, evaluated: evaluated(frame()) },
      })
    })

    it('are answered with an Error if their target is gone, and are finished if they are gone themselves', async () => {
      const { client, guardrailId, namespaceId } = await under.newGroup()
      const [sent, gone] = [request(), request()]
      for (const each of [sent, gone]) await framesOf().send(client, guardrailId, each)
      await under.tested.query(`DELETE FROM frame WHERE trace_id = '${gone.trace_id}'`)
      await under.tested.query(`DELETE FROM guardrail WHERE id = '${guardrailId}'`)
      evaluate(new Evaluator())
      const { message } = await answerTo(client, sent)
      expect(JSON.parse(message.entailment_frame)).toMatchObject({ E: null, Error: { code: 'TARGET_GONE' } })
      const caller = await under.tested.groupCaller(namespaceId)
      expect((await framesOf().find(caller, sent.trace_id))[0]?.evaluated?.Error).toMatchObject({ retryable: false })
    })

    it('wait in the lane that they need, with their results, while exact frames are answered', async () => {
      const [mine, yours] = [await under.newGroup(), await under.newGroup()]
      let finish = () => {}
      const finished = new Promise<void>((resolve) => {
        finish = resolve
      })
      const outcome: Outcome = { P: [], E: { conclusion: 'YES', confidence: 1 }, Error: null }
      const extracted = [
        { claims: '{"n":1.50}' },
        { error: { code: 'MODEL_REFUSED', message: 'no', retryable: false } },
      ] as const
      const evaluator = new Evaluator(async ({ lane, frame: content, settled }) => {
        if (content.Q !== 'slow') return { kind: 'evaluated', frame: evaluated(content) }
        if (lane === 'exact') return { kind: 'moves', lane: 'model', settled, extracted: new Map() }
        if (lane === 'solver') return { kind: 'evaluated', frame: evaluated(content, 0.5) }
        await finished
        const outcomes = new Map([...settled, ['a', outcome] as const])
        return { kind: 'moves', lane: 'solver', settled: outcomes, extracted: new Map([['b', extracted]]) }
      })
      evaluate(evaluator)
      evaluate(evaluator, 1)
      // More than all slots of both processes.
      const slow = Array.from({ length: 80 }, () => request({ entailment_frame: frame({ Q: 'slow' }) }))
      for (const each of slow) await framesOf().send(mine.client, mine.guardrailId, each)
      await until(async () => (await rowsOf(`SELECT FROM bus_work WHERE lane = 'model'`)).length === 80, 'a full lane')
      const quick = request()
      await framesOf().send(yours.client, yours.guardrailId, quick)
      await answerTo(yours.client, quick)
      // Each process keeps a slot for others.
      const held = await rowsOf(`SELECT FROM bus_work WHERE lane = 'model' AND holder IS NOT NULL`)
      expect(held.length).toBe(6)
      const other = request({ entailment_frame: frame({ Q: 'slow' }) })
      await framesOf().send(yours.client, yours.guardrailId, other)
      const [{ id: otherId } = { id: '' }] = await rowsOf<{ id: string }>(
        `SELECT id FROM frame WHERE trace_id = '${other.trace_id}'`,
      )
      const held1 = `SELECT FROM bus_work WHERE id LIKE '${otherId}:model%' AND holder IS NOT NULL`
      await until(async () => (await rowsOf(held1)).length === 1, 'a slot for the second group')
      expect(await answers(mine.client, slow[0]!)).toEqual([])
      finish()
      for (const each of [...slow, other]) {
        const client = each === other ? yours.client : mine.client
        const { message } = await answerTo(client, each)
        expect(JSON.parse(message.entailment_frame)).toMatchObject({ E: { confidence: 0.5 } })
      }
      const last = evaluator.jobs.find(({ lane }) => lane === 'solver')
      expect(last?.settled).toEqual(new Map([['a', outcome]]))
      expect(last?.extracted).toEqual(new Map([['b', extracted]]))
      expect(evaluator.jobs.filter(({ lane }) => lane === 'model').length).toBe(81)
      await until(async () => (await rowsOf(`SELECT FROM bus_work WHERE lane <> 'exact'`)).length === 0, 'empty lanes')
    })

    it('that wait in a lane do not count as lost, and outlive their process', async () => {
      const { client, guardrailId } = await under.newGroup()
      const first = new Evaluator(async ({ lane, settled }, signal) => {
        if (lane === 'exact') return { kind: 'moves', lane: 'model', settled, extracted: new Map() }
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      })
      evaluate(first)
      const sent = request()
      await framesOf().send(client, guardrailId, sent)
      await until(() => first.jobs.some(({ lane }) => lane === 'model'), 'a frame at its model')
      const id = await frameIdOf(sent)
      const at = new Date(under.tested.now() + 3_600_000)
      const stranded = await under.processes[0]!.store.findStrandedFrames({ after: null, before: at }, 1_000)
      expect(stranded.map((each) => each.id)).not.toContain(id)
      await loops[0]!.stop(0)
      const second = new Evaluator()
      evaluate(second, 1)
      await answerTo(client, sent)
      expect(second.jobs.map(({ lane }) => lane)).toEqual(['model'])
    })

    it('are found again if their message was lost, and are answered with an Error after a week', async () => {
      const { client, guardrailId, namespaceId } = await under.newGroup()
      const now = under.tested.now()
      const storeFrame = async (sent: SendRequest, ageMs: number) => {
        const sender = { audience: 'group', namespaceId, targetId: guardrailId, sentBy: 'test' } as const
        const row = newFrame({ ...sender, id: randomUUID(), sentAt: new Date(now - ageMs) }, sent)
        await under.processes[0]!.store.insertFrames([row], null)
      }
      const [young, lost, old] = [request(), request(), request()]
      await storeFrame(young, 10_000)
      await storeFrame(lost, 120_000)
      await storeFrame(old, 8 * 86_400_000)
      const evaluator = new Evaluator()
      evaluate(evaluator)
      expect(JSON.parse((await answerTo(client, lost)).message.entailment_frame)).toMatchObject({ Error: null })
      expect(JSON.parse((await answerTo(client, old)).message.entailment_frame)).toMatchObject({
        Error: { code: 'EVALUATION_FAILED', retryable: true },
      })
      expect(evaluator.jobs.length).toBe(1)
      expect(await answers(client, young)).toEqual([])
    })
  },
)

it('a group’s flood is refused, other groups are not', async () => {
  const under = await startFrames(1, null, { limits: { waiting_frames: 5 } })
  const [mine, yours] = [await under.newGroup(), await under.newGroup()]
  const { frames } = under.processes[0]!
  const sent = Array.from({ length: 6 }, () => request())
  for (const each of sent.slice(0, 5)) await frames.send(mine.client, mine.guardrailId, each)
  await expect(frames.send(mine.client, mine.guardrailId, sent[5]!)).rejects.toMatchObject({
    status: 429,
    headers: { 'retry-after': '5' },
  })
  await frames.send(yours.client, yours.guardrailId, sent[5]!)
  under.processes[0]!.evaluateWith(new Evaluator())
  await until(async () => {
    const counted = await under.processes[0]!.store.countWaitingFrames(mine.namespaceId)
    return counted === 0
  }, 'answers')
  // The last answer is committed a moment before its process knows.
  await until(
    () =>
      frames.send(mine.client, mine.guardrailId, sent[5]!).then(
        () => true,
        () => false,
      ),
    'room for another one',
  )
  await under.stop()
})

it.skipIf(nats === null)(
  'an unavailable bus is reported, and stored frames are answered when it returns',
  { tags: ['nightly'] },
  async () => {
    const under = await startFrames(1, nats, { bus: { retryForMs: 500 } })
    const { client, guardrailId } = await under.newGroup()
    const { frames } = under.processes[0]!
    const sent = request()
    await nats!.killServer()
    await expect(frames.send(client, guardrailId, sent)).rejects.toMatchObject({ code: 'ENGINE_BUSY', status: 503 })
    await nats!.startServer()
    await until(
      () =>
        frames.send(client, guardrailId, sent).then(
          () => true,
          () => false,
        ),
      'a bus that is back',
    )
    under.processes[0]!.evaluateWith(new Evaluator())
    const wanted = [{ traceId: sent.trace_id, topic: 'topic' }]
    await until(async () => (await frames.responses(client, wanted)).length === 1, 'an answer')
    await under.stop()
  },
)
