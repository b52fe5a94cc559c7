import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guardrailRequest } from '../../../api/schemas/guardrail'
import { BusUnavailableError, type WorkMessage } from '../../../messaging/bus/bus'
import type { Caller } from '../../calls/caller'
import { readLog, type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import type { Platform } from '../platform'
import { createReviewQueue, MAX_NOTE_CHARACTERS, type ReviewTask } from './review-queue'

let tested: ServicesUnderTest
let platform: Platform
let reviewer: Caller
let namespaceId: string
let guardrailId: string
let projectId: string

beforeAll(async () => {
  tested = await startServices(1, { platform: {} })
  platform = tested.platforms[0]!.platform
  reviewer = await tested.personCaller(['reviewer', 'author'])
  namespaceId = reviewer.namespaceId ?? ''
  projectId = (await platform.targets.addProject(reviewer, { name: 'home', description: '' })).id
  const input = guardrailRequest.parse({
    ...{ name: 'people', type: 'human_review' },
    configuration: { instructions: 'Look twice.' },
  })
  guardrailId = (await platform.targets.addGuardrail(reviewer, projectId, input)).id
})

afterAll(() => tested.stop())

const status = (wanted: number) => expect.objectContaining({ status: wanted })
const ALL = { cursor: null, limit: 200 }

/** Sends a frame that waits at the guardrail; returns the ids of frame and task. */
async function parked(nodeId = '', frame: { C: string[]; Q: string | null; A: string | null } | null = null) {
  const traceId = randomUUID()
  const groups = [{ namespaceId, name: 'any' }]
  const client = { label: 'robot', serviceAccountId: null, groups, isOpen: false, expiresAt: null }
  const entailment_frame = frame ?? { C: ['document'], Q: 'question?', A: 'answer' }
  await platform.frames.send(client, guardrailId, { trace_id: traceId, response_topic: ['t'], entailment_frame })
  const [row] = await tested.query<{ id: string }>(`SELECT id FROM frame WHERE trace_id = '${traceId}'`)
  const taskId = randomUUID()
  const task = { id: taskId, nodeId, guardrailId, instructions: 'Look twice.' }
  await tested.store.storeWait({ frameId: row!.id, outcomes: {}, tasks: [task], at: new Date(tested.now()) })
  // The evaluator that parked the frame is done with it.
  await tested.query(`DELETE FROM bus_work WHERE id LIKE '${row!.id}%'`)
  return { frameId: row!.id, taskId, traceId }
}

const works = (frameId: string) =>
  tested.query<{ id: string; subject: string; payload: string }>(
    `SELECT id, subject, payload FROM bus_work WHERE id LIKE '${frameId}%'`,
  )

const outcomes = (frameId: string) =>
  tested.query<{ node_id: string; outcome: unknown }>(
    `SELECT node_id, outcome FROM node_outcome WHERE frame_id = '${frameId}'`,
  )

/** The group's log entries about answers to a task. */
const logged = async (taskId: string) =>
  (await readLog(tested, namespaceId)).filter(({ details }) => details.task_id === taskId)

it('an answer, its outcome and the message are stored together', async () => {
  const { frameId, taskId, traceId } = await parked('n1')
  expect(await platform.reviews.task(reviewer, taskId)).toMatchObject({
    ...{ traceId, targetId: guardrailId, guardrailName: 'people', nodeId: 'n1', instructions: 'Look twice.' },
    ...{ frame: { C: ['document'], Q: 'question?', A: 'answer' }, answeredAt: null, conclusion: null },
  })
  const answered = await platform.reviews.answer(reviewer, taskId, { conclusion: 'NO', note: 'Not so.' })
  expect(answered).toMatchObject({ conclusion: 'NO', note: 'Not so.', answeredBy: reviewer.label })
  const step = { review: 'NO', reviewer: reviewer.label, note: 'Not so.', answered_at: answered.answeredAt }
  const outcome = { P: [step], E: { conclusion: 'NO', confidence: 1 }, Error: null }
  expect(await outcomes(frameId)).toEqual([{ node_id: 'n1', outcome }])
  expect(await works(frameId)).toEqual([
    {
      id: `${frameId}:review:${taskId}`,
      subject: `touchstone.frames.${guardrailId}`,
      payload: JSON.stringify({ frame_id: frameId }),
    },
  ])
  expect(await platform.reviews.task(reviewer, taskId)).toEqual(answered)
  // Neither the note nor the frame's content.
  const details = { frame_id: frameId, task_id: taskId, conclusion: 'NO' }
  expect(await logged(taskId)).toEqual([{ kind: 'frame_reviewed', actor: reviewer.label, details }])
})

it('a task is answered once, however many answer at once', async () => {
  const { frameId, taskId } = await parked()
  const reviewers: Caller[] = []
  for (let i = 0; i < 6; i++) reviewers.push(await tested.personCaller(['reviewer'], namespaceId))
  const results = await Promise.allSettled(
    reviewers.map((caller, index) =>
      platform.reviews.answer(caller, taskId, { conclusion: index % 2 === 0 ? 'YES' : 'NO', note: null }),
    ),
  )
  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(won).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toEqual(status(409))
  expect(await outcomes(frameId)).toMatchObject([{ node_id: '', outcome: { E: { conclusion: won[0]!.conclusion } } }])
  expect(await works(frameId)).toHaveLength(1)
  const { answeredBy: actor, conclusion } = won[0]!
  expect(await logged(taskId)).toMatchObject([{ actor, details: { frame_id: frameId, conclusion } }])
  await expect(platform.reviews.answer(reviewer, taskId, { conclusion: 'UNKNOWN', note: null })).rejects.toEqual(
    status(409),
  )
})

it('an answer stays stored if another bus is unavailable, and its reviewer sends it again until the frame continues', async () => {
  const { frameId, taskId } = await parked()
  const enqueued: WorkMessage[] = []
  let isUnavailable = true
  const bus = {
    sharesDatabase: false,
    wake: () => {},
    enqueue: async (messages: readonly WorkMessage[]) => {
      if (isUnavailable) throw new BusUnavailableError()
      enqueued.push(...messages)
    },
  }
  const reviews = createReviewQueue({ store: tested.store, bus, now: () => new Date(tested.now()) })
  const answer = { conclusion: 'YES', note: null } as const
  await expect(reviews.answer(reviewer, taskId, answer)).rejects.toMatchObject({ code: 'ENGINE_BUSY' })
  const first = await reviews.task(reviewer, taskId)
  expect(first).toMatchObject({ conclusion: 'YES' })
  isUnavailable = false
  tested.pass(1_000)
  expect(await reviews.answer(reviewer, taskId, answer)).toEqual(first)
  expect(enqueued.map(({ id }) => id)).toEqual([`${frameId}:review:${taskId}`])
  // A different answer or another reviewer is refused.
  await expect(reviews.answer(reviewer, taskId, { conclusion: 'YES', note: 'x' })).rejects.toEqual(status(409))
  const another = await tested.personCaller(['reviewer'], namespaceId)
  await expect(reviews.answer(another, taskId, answer)).rejects.toEqual(status(409))
  expect(await logged(taskId)).toHaveLength(1)
  expect(await works(frameId)).toEqual([])
})

it('only reviewers answer, while service accounts and authors read', async () => {
  const { taskId } = await parked()
  const answer = { conclusion: 'YES', note: null } as const
  const refused = expect.objectContaining({ code: 'CREDENTIAL_SCOPE' })
  for (const caller of [await tested.groupCaller(namespaceId), await tested.personCaller(['author'], namespaceId)]) {
    await expect(platform.reviews.answer(caller, taskId, answer)).rejects.toEqual(refused)
    expect(await platform.reviews.task(caller, taskId)).toMatchObject({ id: taskId })
  }
  expect(await logged(taskId)).toEqual([])
  const credential = await tested.fullCaller()
  await expect(platform.reviews.list(credential, 'waiting', ALL)).rejects.toEqual(refused)
  await expect(platform.reviews.task(credential, taskId)).rejects.toEqual(refused)
})

it('tasks of another group are neither found nor answered', async () => {
  const { taskId, frameId } = await parked()
  const stranger = await tested.personCaller(['reviewer'])
  for (const id of [taskId, 'x', randomUUID()]) {
    await expect(platform.reviews.task(stranger, id)).rejects.toEqual(status(404))
    const answer = { conclusion: 'YES', note: null } as const
    await expect(platform.reviews.answer(stranger, id, answer)).rejects.toEqual(status(404))
  }
  expect((await platform.reviews.list(stranger, 'waiting', ALL)).items).toEqual([])
  expect(await outcomes(frameId)).toEqual([])
})

it('a note is text of a bounded length', async () => {
  const { taskId } = await parked()
  for (const note of ['\0', '\ud800', 'x'.repeat(MAX_NOTE_CHARACTERS + 1)])
    await expect(platform.reviews.answer(reviewer, taskId, { conclusion: 'YES', note })).rejects.toMatchObject({
      status: 400,
      details: { failures: [{ field: 'note' }] },
    })
  const note = 'é'.repeat(MAX_NOTE_CHARACTERS)
  expect(await platform.reviews.answer(reviewer, taskId, { conclusion: 'YES', note })).toMatchObject({ note })
})

it('lists the oldest open task first, the newest answered task first, and pages both lists', async () => {
  const caller = await tested.personCaller(['reviewer', 'author'])
  const before = { namespaceId, guardrailId, projectId }
  namespaceId = caller.namespaceId ?? ''
  projectId = (await platform.targets.addProject(caller, { name: 'home', description: '' })).id
  const input = guardrailRequest.parse({ name: 'people', type: 'human_review', configuration: {} })
  guardrailId = (await platform.targets.addGuardrail(caller, projectId, input)).id
  const ids: string[] = []
  for (let i = 0; i < 7; i++) {
    ids.push((await parked()).taskId)
    tested.pass(10)
  }
  const walk = async (state: 'waiting' | 'answered', limit: number): Promise<string[]> => {
    const seen: ReviewTask[] = []
    for (let cursor: string | null = null; ; ) {
      const page: Awaited<ReturnType<Platform['reviews']['list']>> = await platform.reviews.list(caller, state, {
        cursor,
        limit,
      })
      seen.push(...page.items)
      if (page.next === null) return seen.map(({ id }) => id)
      cursor = page.next
    }
  }
  expect(await walk('waiting', 2)).toEqual(ids)
  for (const id of ids.slice(0, 5)) {
    await platform.reviews.answer(caller, id, { conclusion: 'YES', note: null })
    tested.pass(10)
  }
  expect(await walk('waiting', 1)).toEqual(ids.slice(5))
  expect(await walk('answered', 2)).toEqual(ids.slice(0, 5).reverse())

  // Removing a guardrail removes its name but not its tasks.
  await platform.targets.removeGuardrail(caller, guardrailId, 1)
  expect((await platform.reviews.list(caller, 'waiting', ALL)).items.map((task) => task.guardrailName)).toEqual([
    null,
    null,
  ])
  ;({ namespaceId, guardrailId, projectId } = before)
})

it('a page of large frames is cut before it grows without bound', async () => {
  const frame = { C: ['x'.repeat(900_000)], Q: null, A: null }
  const large: string[] = []
  for (let i = 0; i < 6; i++) large.push((await parked('', frame)).taskId)
  const { items, next } = await platform.reviews.list(reviewer, 'waiting', ALL)
  expect(items.filter(({ id }) => large.includes(id))).toHaveLength(4)
  const rest = await platform.reviews.list(reviewer, 'waiting', { cursor: next, limit: 200 })
  const seen = [...items, ...rest.items].map(({ id }) => id)
  expect(large.filter((id) => !seen.includes(id))).toEqual([])
})
