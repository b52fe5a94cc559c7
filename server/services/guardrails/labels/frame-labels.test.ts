/** Labels over a real database: who may label what, at once and in large numbers, and what the log keeps. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { EvaluatedFrame } from '../../../api/schemas/frame'
import { type FrameLabelRequest, frameLabelRequest } from '../../../api/schemas/frames/frame-label'
import type { Caller } from '../../calls/caller'
import { readLog } from '../../testing/services-under-test'
import { clientOf, type FramesUnderTest, startFrames } from '../testing/frames-under-test'
import { createFrameLabels, type FrameLabels } from './frame-labels'

const CONTENT = { C: [], Q: null, A: 'answer' }
const HOSTILE = '<img src=x onerror=alert(1)>\u202e"); DROP TABLE frame_label; --'
const PAGE = { cursor: null, limit: 200 }

let under: FramesUnderTest
let labels: FrameLabels
let ann: Caller
let bela: Caller
let targetId: string
beforeAll(async () => {
  under = await startFrames(1, null)
})
afterAll(() => under.stop())
beforeEach(async () => {
  labels = under.tested.platforms[0]!.platform.labels
  ann = await under.tested.personCaller(['author'])
  bela = await under.tested.personCaller(['reviewer'], ann.namespaceId!)
  const { targets } = under.tested.platforms[0]!.platform
  const { id } = await targets.addProject(ann, { name: randomUUID(), description: '' })
  const judge = { name: 'judge', type: 'llm_judge', configuration: { instructions: '', model: null } } as const
  targetId = (await targets.addGuardrail(ann, id, judge)).id
})

const request = (more: object = {}): FrameLabelRequest =>
  frameLabelRequest.parse({ set: 'first', expected: 'YES', ...more })
const resultsOf = (by = ann, set: string | null = null) => labels.results(by, { targetId, set, threshold: null })

/** @returns the id of the message with the answer */
async function answered(evaluation: Partial<EvaluatedFrame> = {}): Promise<string> {
  const [process] = under.processes
  const traceId = randomUUID()
  const sent = { trace_id: traceId, response_topic: ['topic'], entailment_frame: CONTENT }
  await process!.frames.send(clientOf(ann.namespaceId!), targetId, sent)
  const [row] = await under.tested.query<{ id: string }>(`SELECT id FROM frame WHERE trace_id = '${traceId}'`)
  const E = { conclusion: 'YES', confidence: 0.75 } as const
  await process!.frames.complete(row!.id, targetId, { ...CONTENT, P: [], E, Error: null, ...evaluation })
  const [answer] = await under.tested.query<{ id: string }>(
    `SELECT message_id AS id FROM frame_response WHERE frame_id = '${row!.id}'`,
  )
  return answer!.id
}

it('keeps who labelled what and why, and the log does so without the note', async () => {
  const messageId = await answered()
  under.tested.pass(1_000)
  await labels.label(ann, messageId, request({ expected: 'NO', note: HOSTILE, set: 'first' }))
  const { items } = await labels.label(bela, messageId, request())
  expect(items).toMatchObject([
    { messageId, set: 'first', assertion: null, answer: 'YES', expected: 'YES', note: null, labelledBy: bela.label },
    { answer: 'YES', expected: 'NO', note: HOSTILE, labelledBy: ann.label },
  ])
  const entries = (await readLog(under.tested, ann.namespaceId)).filter(({ kind }) => kind === 'frame_labelled')
  expect(entries.map(({ actor, details }) => [actor, details])).toMatchObject([
    [ann.label, { target_id: targetId, set: 'first', assertion: '', answer: 'YES', expected: 'NO' }],
    [bela.label, { expected: 'YES' }],
  ])
  expect(JSON.stringify(entries)).not.toContain('onerror')
  expect(await resultsOf()).toMatchObject({ set: 'first', conclusion: { frames: 0, disputed: 1 } })
})

it('replaces a label of the same person, even under another name, and withdraws it', async () => {
  const messageId = await answered()
  await labels.label(ann, messageId, request({ expected: 'NO' }))
  const renamed = { ...ann, label: 'Ann Other <ann@example.org>' }
  const { items } = await labels.label(renamed, messageId, request({ expected: 'UNKNOWN' }))
  expect(items).toMatchObject([{ expected: 'UNKNOWN', labelledBy: renamed.label }])
  // Giving the same label again records no new event.
  await labels.label(renamed, messageId, request({ expected: 'UNKNOWN' }))
  await labels.label(bela, messageId, request({ expected: null }))
  expect((await labels.label(ann, messageId, request({ expected: null }))).items).toEqual([])
  const kinds = (await readLog(under.tested, ann.namespaceId)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind.startsWith('frame_label'))).toEqual([
    ...['frame_labelled', 'frame_labelled', 'frame_label_withdrawn'],
  ])
  expect(await resultsOf()).toMatchObject({ set: null, sets: [] })
})

it('labels assertions of the answer, and names those that it has', async () => {
  const P = [{ rule: 'r', assertion: 'receipt_attached', check: 'FALSE', claims: [] }]
  const messageId = await answered({ P })
  await labels.label(ann, messageId, request({ assertion: 'receipt_attached', expected: 'TRUE' }))
  await expect(labels.label(ann, messageId, request({ assertion: HOSTILE, expected: 'TRUE' }))).rejects.toThrow(
    'The answer has no assertion of that name. It must be one of receipt_attached.',
  )
  const { assertions, conclusion } = await resultsOf()
  expect(assertions).toMatchObject([
    { assertion: 'receipt_attached', answers: [{ answer: 'FALSE', expected: 'TRUE', frames: 1 }] },
  ])
  expect(conclusion.frames).toBe(0)
  expect(frameLabelRequest.safeParse({ set: 's', assertion: 'a', expected: 'YES' }).success).toBe(false)
  expect(frameLabelRequest.safeParse({ set: 's', expected: 'TRUE' }).success).toBe(false)
  expect(frameLabelRequest.safeParse({ set: 's', expected: 'NO', note: 'a\0b' }).success).toBe(false)
})

it('keeps a confidence exactly, and an Error as an answer without one', async () => {
  await labels.label(ann, await answered({ E: { conclusion: 'NO', confidence: 2 / 3 } }), request({ expected: 'NO' }))
  const failure = { code: 'MODEL_UNAVAILABLE', message: 'no model', retryable: true } as const
  await labels.label(ann, await answered({ E: null, Error: failure }), request())
  const { calibration, conclusion } = await resultsOf()
  expect(calibration?.bins).toMatchObject([{ from: '0.6', confidence: '3333333333333333/5000000000000000' }])
  expect(conclusion.answers).toContainEqual({ answer: 'ERROR', expected: 'YES', frames: 1 })
})

it('is for those who may label, in their own namespace', async () => {
  const messageId = await answered()
  const administrator = await under.tested.personCaller(['administrator'], ann.namespaceId!)
  await expect(labels.label(administrator, messageId, request())).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  const stranger = await under.tested.personCaller(['author', 'reviewer'])
  await expect(labels.label(stranger, messageId, request())).rejects.toMatchObject({ status: 404 })
  await expect(labels.label(ann, randomUUID(), request())).rejects.toMatchObject({ status: 404 })
  await labels.label(ann, messageId, request())
  expect(await resultsOf(stranger)).toMatchObject({ sets: [], conclusion: { frames: 0 } })
  expect(await resultsOf(stranger, 'first')).toMatchObject({ conclusion: { frames: 0 } })
  expect((await labels.list(stranger, { targetId, set: null, messageId: null }, PAGE)).items).toEqual([])
  expect(await resultsOf(administrator)).toMatchObject({ conclusion: { frames: 1 } })
})

it('never exceeds a limit, however many label at once', async () => {
  const { store } = under.processes[0]!
  const limits = { labels_per_set: 5, label_sets_per_target: 2 }
  const limited = createFrameLabels({ store, now: () => new Date(under.tested.now()), newId: randomUUID, limits })
  const messages: string[] = []
  for (let nth = 0; nth < 6; nth++) messages.push(await answered())
  const outcomes = await Promise.allSettled(
    messages.flatMap((messageId) => [ann, bela].map((by) => limited.label(by, messageId, request()))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'BUDGET_EXCEEDED', details: { budget: 'labels_per_set', limit: 5 } })
  const sets = await Promise.allSettled(
    ['a', 'b', 'c'].map((set) => limited.label(ann, messages[0]!, request({ set }))),
  )
  expect(sets.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await resultsOf()).sets.map(({ labels: count }) => count).toSorted()).toEqual([1, 5])
})

it('one label of a person remains after many at once, and every one is in the log', async () => {
  const messageId = await answered()
  const wanted = ['YES', 'NO', 'UNKNOWN', 'YES', 'NO', 'UNKNOWN'] as const
  await Promise.all(wanted.map((expected, nth) => labels.label(ann, messageId, request({ expected, note: `${nth}` }))))
  const { items } = await labels.list(ann, { targetId, set: null, messageId }, PAGE)
  expect(items).toHaveLength(1)
  const entries = (await readLog(under.tested, ann.namespaceId)).filter(({ kind }) => kind === 'frame_labelled')
  expect(entries.map(({ details }) => details.expected).toSorted()).toEqual(wanted.toSorted())
})

it('lists a full set page by page, and its results count every label', async () => {
  const messageId = await answered()
  const [found] = await under.tested.query<{ id: string }>(
    `SELECT frame_id AS id FROM frame_response WHERE message_id = '${messageId}'`,
  )
  await under.tested.query(`
    INSERT INTO frame_label (id, namespace_id, frame_id, target_id, set_name, assertion, labeller, labelled_by,
                             labelled_at, answer, confidence, expected)
    SELECT gen_random_uuid(), '${ann.namespaceId}', '${found!.id}', '${targetId}', 'full', 'assertion ' || nth, 'program:x', 'x',
           timestamp '2026-11-29' + nth % 7 * interval '1 second', 'TRUE', '0.5', 'TRUE'
    FROM generate_series(1, 10000) AS nth`)
  const listed = new Set<string>()
  let cursor: string | null = null
  do {
    const page = await labels.list(ann, { targetId, set: 'full', messageId: null }, { cursor, limit: 200 })
    for (const { assertion } of page.items) listed.add(assertion!)
    cursor = page.next
  } while (cursor !== null)
  expect(listed.size).toBe(10_000)
  expect((await resultsOf(ann, 'full')).assertions).toHaveLength(10_000)
})

it('removes labels with their frame', async () => {
  const messageId = await answered()
  await labels.label(ann, messageId, request())
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
  await under.processes[0]!.store.sweepFrames(twoHoursAgo)
  expect((await resultsOf()).conclusion.frames).toBe(1)
  await under.tested.query(`
    BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE frame SET sent_at = sent_at - interval '3 hours' WHERE target_id = '${targetId}';
    UPDATE frame_response SET answered_at = answered_at - interval '3 hours' WHERE message_id = '${messageId}';
    COMMIT`)
  await under.processes[0]!.store.sweepFrames(twoHoursAgo)
  expect(await under.tested.query(`SELECT 1 FROM frame_response WHERE message_id = '${messageId}'`)).toEqual([])
  expect(await resultsOf()).toMatchObject({ sets: [], conclusion: { frames: 0 } })
  await expect(labels.label(ann, messageId, request())).rejects.toMatchObject({ status: 404 })
})
