import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { framesSubject } from '../../api/terms/bus-subjects'
import { openStore, type Store } from '../store'
import { connectToEdit, silentLog } from '../testing/fresh-database'
import { HARD_TEXT } from '../testing/platform-rows'
import type { NewResponse } from './frame-responses'
import type { NewFrame } from './frames'

const AT = new Date('2026-11-04T05:06:07.089Z')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each(inject('databases'))('frames on $name', ({ url, ownerUrl }) => {
  const stores: Store[] = []
  let store: Store
  let client: pg.Client
  beforeAll(async () => {
    for (let i = 0; i < 2; i++) stores.push(await openStore({ url, ownerUrl, log: silentLog, connections: 4 }))
    store = stores[0]!
    client = await connectToEdit(ownerUrl)
  })
  afterAll(async () => {
    await client.end()
    await Promise.all(stores.map((each) => each.close()))
  })

  const newNamespace = async () => {
    const id = randomUUID()
    await store.ensureNamespace({ id, displayName: 'test', at: AT })
    return id
  }
  const frameIn = (namespaceId: string, differences: Partial<NewFrame> = {}): NewFrame => {
    const targetId = differences.targetId ?? randomUUID()
    const content = differences.content ?? JSON.stringify({ A: 'a', C: [], Q: null })
    return {
      ...{ id: randomUUID(), namespaceId, targetId, audience: 'group', traceId: randomUUID(), topics: ['t'] },
      ...{ key: sha256(randomUUID()), digest: sha256(content), content, sentAt: AT, sentBy: 'test' },
      ...differences,
    }
  }
  const answerTo = (frameId: string, differences: Partial<NewResponse> = {}): NewResponse => ({
    ...{ frameId, messageId: randomUUID(), railId: randomUUID(), body: '{}', conclusion: 'YES', answeredAt: AT },
    ...differences,
  })
  const workOf = async (frameId: string) =>
    (await client.query('SELECT subject, payload, attempts FROM bus_work WHERE id = $1', [frameId])).rows

  it('come back as they were sent, whatever their texts hold', async () => {
    const namespaceId = await newNamespace()
    const topics = [HARD_TEXT, '', '{a,b}', 'NULL', '\\', '"']
    const content = JSON.stringify({ A: HARD_TEXT, C: [HARD_TEXT, '\0'], Q: null })
    const frame = frameIn(namespaceId, { topics, content, traceId: HARD_TEXT, sentBy: HARD_TEXT, audience: 'open' })
    expect(await store.insertFrames([frame, frameIn(namespaceId)], null)).toEqual([
      { kind: 'inserted', seq: null },
      { kind: 'inserted', seq: null },
    ])
    expect(await store.findFrames([randomUUID(), frame.id])).toEqual([
      null,
      {
        ...{
          id: frame.id,
          namespaceId,
          targetId: frame.targetId,
          audience: 'open',
          traceId: HARD_TEXT,
          topics,
          content,
        },
        ...{ isAnswered: false, outcomes: null },
      },
    ])
    expect(await store.findFramesOfTrace(namespaceId, HARD_TEXT, 10)).toEqual([
      {
        ...{ traceId: HARD_TEXT, targetId: frame.targetId, topics, content, sentAt: AT, sentBy: HARD_TEXT },
        ...{ isInReview: false, answer: null },
      },
    ])
    expect(await workOf(frame.id)).toEqual([])
  })

  it('are queued with their message, once, and only if they are new', async () => {
    const namespaceId = await newNamespace()
    const [first, second] = [frameIn(namespaceId), frameIn(namespaceId)]
    await store.insertFrames([first], { taken: null, answers: [] })
    const again = { ...first, id: randomUUID() }
    expect(await store.insertFrames([again, second], { taken: null, answers: [] })).toEqual([
      { kind: 'same', id: first.id, isAnswered: false },
      { kind: 'inserted', seq: null },
    ])
    for (const frame of [first, second])
      expect(await workOf(frame.id)).toEqual([
        { subject: framesSubject(frame.targetId), payload: JSON.stringify({ frame_id: frame.id }), attempts: 0 },
      ])
    expect(await workOf(again.id)).toEqual([])
  })

  it('are queued as taken while there is room, and only if they are new', async () => {
    const namespaceId = await newNamespace()
    const [known, ...fresh] = Array.from({ length: 4 }, () => frameIn(namespaceId))
    await store.insertFrames([known!], { taken: null, answers: [] })
    const insertions = await store.insertFrames([{ ...known!, id: randomUUID() }, ...fresh], {
      taken: { room: 2, holder: 4_711, leaseMs: 60_000 },
      answers: [],
    })
    const seqs = insertions.flatMap((insertion) => (insertion.kind === 'inserted' ? [insertion.seq] : []))
    expect(seqs.toSorted()).toEqual([expect.any(String), expect.any(String), null])
    const { rows } = await client.query(
      `SELECT id, seq::text, attempts, holder, available_at - (clock_timestamp() AT TIME ZONE 'UTC') > interval '50 seconds' AS leased
       FROM bus_work WHERE id = ANY($1)`,
      [fresh.map(({ id }) => id)],
    )
    expect(rows).toHaveLength(3)
    for (const { id, seq, ...row } of rows) {
      const isTaken = seqs[fresh.findIndex((frame) => frame.id === id)] !== null
      expect(row).toEqual({ attempts: isTaken ? 1 : 0, holder: isTaken ? 4_711 : null, leased: isTaken })
      if (isTaken) expect(seqs[fresh.findIndex((frame) => frame.id === id)]).toBe(seq)
    }
  })

  it('are stored with their known answers, and then not queued', async () => {
    const namespaceId = await newNamespace()
    const [answered, open, known] = Array.from({ length: 3 }, () => frameIn(namespaceId))
    await store.insertFrames([known!], { taken: null, answers: [] })
    const again = { ...known!, id: randomUUID() }
    const answers = [answerTo(answered!.id), answerTo(again.id)]
    expect(await store.insertFrames([again, answered!, open!], { taken: null, answers })).toEqual([
      { kind: 'same', id: known!.id, isAnswered: false },
      { kind: 'inserted', seq: null },
      { kind: 'inserted', seq: null },
    ])
    const { messageId, body, railId } = answers[0]!
    const stored = {
      frameId: answered!.id,
      namespaceId,
      audience: 'group',
      traceId: answered!.traceId,
      messageId,
      body,
      railId,
    }
    expect(await store.findResponses([answered!, open!, known!, again].map(({ id }) => id))).toEqual([
      expect.objectContaining(stored),
      ...[null, null, null],
    ])
    expect(await Promise.all([answered!, open!, again].map(async ({ id }) => (await workOf(id)).length))).toEqual([
      0, 1, 0,
    ])
    // A retry after a lost answer stores neither the frame nor another answer.
    const repeated = await store.insertFrames([answered!], { taken: null, answers: [answerTo(answered!.id)] })
    expect(repeated).toEqual([{ kind: 'inserted', seq: null }])
    expect((await store.findResponses([answered!.id]))[0]?.messageId).toBe(messageId)
  })

  it('tell whether an existing frame is the same, and whether the namespace is gone', async () => {
    const namespaceId = await newNamespace()
    const frame = frameIn(namespaceId)
    const copies = [frame, { ...frame, id: randomUUID() }, { ...frame, id: randomUUID(), digest: sha256('other') }]
    const orphan = frameIn(randomUUID())
    expect(await store.insertFrames([...copies, orphan], { taken: null, answers: [] })).toEqual([
      { kind: 'inserted', seq: null },
      { kind: 'same', id: frame.id, isAnswered: false },
      { kind: 'other', id: frame.id },
      { kind: 'namespace_deleted' },
    ])
    await store.insertResponses([answerTo(frame.id)])
    expect(await store.insertFrames([{ ...frame, id: randomUUID() }], { taken: null, answers: [] })).toEqual([
      { kind: 'same', id: frame.id, isAnswered: true },
    ])
    // A retry after a lost answer.
    expect(await store.insertFrames([frame], { taken: null, answers: [] })).toEqual([{ kind: 'inserted', seq: null }])
    expect((await workOf(orphan.id)).length).toBe(0)
  })

  it('with one key are one frame, in whatever order processes insert them at once', async () => {
    const namespaceId = await newNamespace()
    const shape = fc.array(fc.record({ by: fc.nat(1), keys: fc.array(fc.nat(4), { minLength: 1, maxLength: 8 }) }), {
      minLength: 2,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(shape, async (calls) => {
        const run = randomUUID()
        const frames = calls.map(({ keys }) => keys.map((key) => frameIn(namespaceId, { key: sha256(`${run}${key}`) })))
        const answers = await Promise.all(
          calls.map(({ by }, index) => stores[by]!.insertFrames(frames[index]!, { taken: null, answers: [] })),
        )
        const winners = new Map<string, Set<string>>()
        for (const [call, group] of frames.entries())
          for (const [index, frame] of group.entries()) {
            const answer = answers[call]![index]!
            if (answer.kind === 'other' || answer.kind === 'namespace_deleted') throw new Error(answer.kind)
            const id = answer.kind === 'inserted' ? frame.id : answer.id
            winners.set(frame.key, (winners.get(frame.key) ?? new Set()).add(id))
          }
        for (const [key, ids] of winners) {
          expect(ids.size).toBe(1)
          const { rows } = await client.query(`SELECT id FROM frame WHERE key = decode($1, 'hex')`, [key])
          expect(rows).toEqual([{ id: [...ids][0] }])
          expect((await workOf([...ids][0]!)).length).toBe(1)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('have one answer for every process: the first that was stored', async () => {
    const namespaceId = await newNamespace()
    const frames = Array.from({ length: 20 }, () => frameIn(namespaceId, { topics: ['b', 'a'] }))
    await store.insertFrames(frames, null)
    const answers = stores.map((_, by) =>
      frames.map(({ id }) => answerTo(id, { body: `{"by":${by}}`, conclusion: by === 0 ? 'NO' : null })),
    )
    const stored = await Promise.all(
      stores.map((each, by) => each.insertResponses(by === 0 ? answers[by]! : answers[by]!.toReversed())),
    )
    expect(stored[0]).toEqual(stored[1]!.toReversed())
    expect(await store.findResponses(frames.map(({ id }) => id))).toEqual(stored[0])
    for (const [index, frame] of frames.entries()) {
      const { traceId, topics, audience } = frame
      const won = answers
        .map((each) => each[index]!)
        .find(({ messageId }) => messageId === stored[0]![index]!.messageId)!
      const { messageId, railId, body } = won
      expect(stored[0]![index]).toEqual({
        ...{ frameId: frame.id, namespaceId, audience, traceId, topics, messageId, railId, body },
      })
    }
    const late = answerTo(frames[0]!.id)
    expect(await store.insertResponses([late, answerTo(randomUUID())])).toEqual([stored[0]![0], null])
    const [state] = await store.findFramesOfTrace(namespaceId, frames[0]!.traceId, 1)
    const { messageId, body } = stored[0]![0]!
    expect(state?.answer).toEqual({ messageId, body, answeredAt: AT })
  })

  it('are answered to those who may read them: by group, topic and trace, or open to everyone', async () => {
    const [mine, yours] = [await newNamespace(), await newNamespace()]
    await client.query(
      `INSERT INTO project (id, namespace_id, name, description, created_at, updated_at) VALUES ($1, $2, 'p', '', $3, $3)`,
      [randomUUID(), mine, AT.toISOString()],
    )
    const traceId = randomUUID()
    const same = { traceId, topics: ['a', 'b'] }
    const group = frameIn(mine, same)
    const foreign = frameIn(yours, same)
    const open = frameIn(mine, { ...same, audience: 'open' })
    const other = frameIn(mine, { traceId, topics: ['c'] })
    const later = frameIn(mine, same)
    const frames = [group, foreign, open, other, later]
    await store.insertFrames(frames, null)
    await store.insertResponses(
      frames.map(({ id }) => answerTo(id, { answeredAt: id === later.id ? new Date(AT.getTime() + 1) : AT })),
    )
    const wanted = ['a', 'b', 'x'].map((topic) => ({ traceId, topic }))
    const read = async (readers: Parameters<Store['findResponsesFor']>[0]) =>
      (await store.findResponsesFor(readers, wanted)).map(({ frameId }) => frameId)
    expect(await read({ namespaceIds: [mine] })).toEqual([group.id, later.id])
    expect(await read({ namespaceIds: [yours] })).toEqual([foreign.id])
    expect((await read({ namespaceIds: [mine, yours] })).sort()).toEqual([group.id, foreign.id, later.id].sort())
    expect(await read({ namespaceIds: [] })).toEqual([])
    expect(await read('open')).toEqual([open.id])
    // Topic and trace must match together.
    const crossed = [
      { traceId, topic: 'x' },
      { traceId: randomUUID(), topic: 'a' },
    ]
    expect(await store.findResponsesFor({ namespaceIds: [mine] }, crossed)).toEqual([])
  })

  it('that wait for a reviewer store their outcomes and tasks once', async () => {
    const namespaceId = await newNamespace()
    const frame = frameIn(namespaceId)
    await store.insertFrames([frame], null)
    const settled = { P: [{ [HARD_TEXT]: 1 }], E: { conclusion: 'YES', confidence: 1 }, Error: null }
    const task = (nodeId: string) => ({ id: randomUUID(), nodeId, guardrailId: randomUUID(), instructions: HARD_TEXT })
    const wait = { frameId: frame.id, outcomes: { a: settled }, tasks: [task('b'), task('c')], at: AT }
    expect(await store.storeWait(wait)).toBe(2)
    const again = { ...wait, outcomes: { a: { other: true } }, tasks: [task('c'), task('b')] }
    expect(await stores[1]!.storeWait(again)).toBe(2)
    expect((await store.findFrames([frame.id]))[0]?.outcomes).toEqual({ a: settled })
    const { rows } = await client.query('SELECT id FROM review_task WHERE frame_id = $1 ORDER BY node_id', [frame.id])
    expect(rows).toEqual(wait.tasks.map(({ id }) => ({ id })))
    expect((await store.findFramesOfTrace(namespaceId, frame.traceId, 1))[0]?.isInReview).toBe(true)
    await client.query(
      `UPDATE review_task SET answered_at = now(), conclusion = 'NO' WHERE frame_id = $1 AND node_id = 'b'`,
      [frame.id],
    )
    expect(await store.storeWait(again)).toBe(1)
    expect(await store.storeWait({ ...again, frameId: randomUUID() })).toBe(0)
  })

  it('that no process would answer are found, and old answered frames are removed', async () => {
    const namespaceId = await newNamespace()
    const long = new Date('2001-01-01T00:00:00Z')
    const sentAt = new Date('2000-01-01T00:00:00Z')
    const sent = { after: null, before: new Date('2000-01-02T00:00:00Z') }
    const [stranded, queued, parked, answered] = Array.from({ length: 4 }, () => frameIn(namespaceId, { sentAt }))
    const young = frameIn(namespaceId)
    await store.insertFrames([stranded!, parked!, answered!, young], null)
    await store.insertFrames([queued!], { taken: null, answers: [] })
    const task = { id: randomUUID(), nodeId: '', guardrailId: randomUUID(), instructions: '' }
    await store.storeWait({ frameId: parked!.id, outcomes: {}, tasks: [task], at: AT })
    await store.insertResponses([answerTo(answered!.id, { answeredAt: long })])
    const ids = async (rows: Promise<readonly { readonly id: string }[]>) => (await rows).map(({ id }) => id).sort()
    expect(await store.findStrandedFrames(sent, 10)).toEqual([
      { id: stranded!.id, targetId: stranded!.targetId, sentAt },
    ])
    expect(await ids(store.findUnansweredFrames(sent, 10))).toEqual([stranded!.id, queued!.id, parked!.id].sort())
    expect(await store.countWaitingFrames(namespaceId)).toBe(4)
    const within = (after: Date) => store.findStrandedFrames({ ...sent, after }, 10)
    expect([(await within(sentAt)).length, await within(new Date(sentAt.getTime() + 1))]).toEqual([1, []])
    await client.query(`UPDATE review_task SET answered_at = now(), conclusion = 'NO' WHERE id = $1`, [task.id])
    expect(await ids(store.findStrandedFrames(sent, 10))).toEqual([stranded!.id, parked!.id].sort())
    expect(await store.sweepFrames(new Date(long.getTime() + 1))).toBe(1)
    expect(await store.findFrames([answered!.id, young.id])).toEqual([null, expect.objectContaining({ id: young.id })])
    expect(await store.sweepFrames(new Date(long.getTime() + 1))).toBe(0)
  })
})
