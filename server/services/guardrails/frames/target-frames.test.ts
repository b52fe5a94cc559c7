/** Frames of every kind of answer over a real database. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EvaluatedFrame } from '../../../api/schemas/frame'
import type { FrameAnswer } from '../../../database/guardrails/target-frames'
import type { Caller } from '../../calls/caller'
import { createServiceCaller } from '../../calls/caller'
import { type FramesUnderTest, startFrames } from '../testing/frames-under-test'
import { createTargetFrames, type FrameRow, type TargetFrames } from './target-frames'

let under: FramesUnderTest
let reader: Caller
let targetId: string
let frames: TargetFrames
/** Trace ids, the newest first. */
const sent: { readonly traceId: string; readonly answer: FrameAnswer }[] = []

const CONTENT = { C: [], Q: null, A: 'answer' }
const ANSWERS: readonly FrameAnswer[] = ['YES', 'NO', 'UNKNOWN', 'ERROR', 'OPEN']
const COUNT = 40

function evaluated(answer: FrameAnswer): EvaluatedFrame {
  if (answer === 'ERROR') {
    return {
      ...{ ...CONTENT, P: [], E: null },
      Error: { code: 'MODEL_UNAVAILABLE', message: 'no model', retryable: true },
    }
  }
  if (answer === 'OPEN') throw new Error('it has no answer')
  return { ...CONTENT, P: [], E: { conclusion: answer, confidence: 1 }, Error: null }
}

beforeAll(async () => {
  under = await startFrames(1, null)
  const group = await under.newGroup()
  targetId = group.guardrailId
  const [process] = under.processes
  frames = createTargetFrames(process!.store, () => new Date(under.tested.now()))
  const account = await process!.store.findGroupAccount(group.namespaceId)
  reader = createServiceCaller(group.namespaceId, 'robot', account!)
  for (let nth = 0; nth < COUNT; nth++) {
    const answer = ANSWERS[nth % ANSWERS.length]!
    const traceId = randomUUID()
    const request = { trace_id: traceId, response_topic: ['topic'], entailment_frame: CONTENT }
    await process!.frames.send(group.client, targetId, request)
    const [row] = await under.tested.query<{ id: string }>(`SELECT id FROM frame WHERE trace_id = '${traceId}'`)
    if (answer !== 'OPEN') await process!.frames.complete(row!.id, targetId, evaluated(answer))
    sent.unshift({ traceId, answer })
    under.tested.pass(nth === COUNT / 2 ? 3_600_000 : 1)
  }
}, 60_000)
afterAll(() => under.stop())

async function listAll(answer: FrameAnswer | null, limit: number, since: string | null = null) {
  const rows: FrameRow[] = []
  let cursor: string | null = null
  do {
    const page = await frames.list(reader, { targetId, answer, since }, { cursor, limit })
    expect(page.items.length).toBeLessThanOrEqual(limit)
    rows.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  return rows
}

it('lists every frame once, the newest first, whatever the size of a page', async () => {
  for (const limit of [1, 7, 40, 200])
    expect((await listAll(null, limit)).map(({ traceId }) => traceId)).toEqual(sent.map(({ traceId }) => traceId))
})

it.each(ANSWERS)('lists the frames with the answer %s', async (answer) => {
  const rows = await listAll(answer, 3)
  const wanted = sent.filter((each) => each.answer === answer)
  expect(rows.map(({ traceId }) => traceId)).toEqual(wanted.map(({ traceId }) => traceId))
  const isOpen = answer === 'OPEN'
  for (const row of rows)
    expect(row).toMatchObject({
      status: isOpen ? 'waiting' : 'answered',
      conclusion: isOpen || answer === 'ERROR' ? null : answer,
      errorCode: answer === 'ERROR' ? 'MODEL_UNAVAILABLE' : null,
      answeredAt: isOpen ? null : expect.any(String),
    })
})

it('lists frames from a time on', async () => {
  const [, { sentAt }] = await listAll(null, 200).then((rows) => [rows[0]!, rows[9]!] as const)
  expect(await listAll(null, 4, sentAt)).toHaveLength(10)
})

it('counts frames by hour and by day, with the time of their answers', async () => {
  const counts = await frames.count(reader, { targetId, since: null, period: 'hour' })
  expect(counts.complete).toBe(true)
  const total = (answer: FrameAnswer) => counts.periods.reduce((sum, each) => sum + each.counts[answer], 0)
  expect(ANSWERS.map(total)).toEqual(ANSWERS.map(() => COUNT / ANSWERS.length))
  expect(counts.periods.length).toBeGreaterThanOrEqual(2)
  expect(counts.periods.map(({ at }) => at)).toEqual(counts.periods.map(({ at }) => at).toSorted())
  expect(counts.milliseconds).toMatchObject({ median: expect.any(Number), p95: expect.any(Number) })
  const later = new Date(under.tested.now() + 60_000).toISOString()
  expect(await frames.count(reader, { targetId, since: later, period: 'day' })).toMatchObject({
    ...{ complete: true, periods: [], milliseconds: null },
  })
})

it('shows nothing to another group, and refuses those who may not see frames', async () => {
  const other = await under.newGroup()
  const account = await under.processes[0]!.store.findGroupAccount(other.namespaceId)
  const stranger = createServiceCaller(other.namespaceId, 'robot', account!)
  const wanted = { targetId, answer: null, since: null }
  expect(await frames.list(stranger, wanted, { cursor: null, limit: 10 })).toEqual({ items: [], next: null })
  expect(await frames.count(stranger, { targetId, since: null, period: 'hour' })).toMatchObject({ periods: [] })
  const credential = await under.tested.fullCaller()
  await expect(frames.list(credential, wanted, { cursor: null, limit: 10 })).rejects.toMatchObject({
    code: 'CREDENTIAL_SCOPE',
  })
  await expect(frames.count(credential, { targetId, since: null, period: 'hour' })).rejects.toMatchObject({
    code: 'CREDENTIAL_SCOPE',
  })
  await expect(frames.list(reader, wanted, { cursor: 'x', limit: 10 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
