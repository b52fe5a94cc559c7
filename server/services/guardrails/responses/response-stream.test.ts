import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../../api/refusal'
import { responsesSubject } from '../../../api/terms/bus-subjects'
import { until } from '../../../testing/until'
import { OPEN_CLIENT } from '../machine-accounts/platform-client'
import { ReaderUnderTest, type StreamProcess, type StreamsUnderTest, startStreams } from '../testing/streams-under-test'

const TOPIC = 'answers of a test'
const LIMITS = { subscriptions: 600, remembered: 12_000 }

let streams: StreamsUnderTest
let one: StreamProcess
let two: StreamProcess

beforeAll(async () => {
  streams = await startStreams(2, { readerLimits: LIMITS })
  one = streams.processes[0]!
  two = streams.processes[1]!
})

afterAll(() => streams.stop())

afterEach(() => {
  for (const { troubles, stream, brought } of streams.processes) {
    expect(troubles).toEqual([])
    expect(stream.size).toBe(0)
    expect(Math.max(0, ...brought)).toBeLessThanOrEqual(100)
  }
})

/** Resolves after earlier messages have arrived, because the answer to a later frame passes through the same bus. */
async function settled(process: StreamProcess): Promise<void> {
  const group = await streams.group()
  const reader = new ReaderUnderTest(process, group.client)
  const traceId = randomUUID()
  reader.subscribe(traceId, TOPIC)
  await streams.answer(await streams.send(group, traceId, [TOPIC]))
  await reader.hasGot(1)
  reader.reading.end()
}

describe('an answer', () => {
  it('reaches earlier subscribers of this process and of another, and no reader twice', async () => {
    const group = await streams.group()
    const readers = [one, one, two].map((process) => new ReaderUnderTest(process, group.client))
    const traceId = randomUUID()
    for (const reader of readers) reader.subscribe(traceId, TOPIC)
    const frameId = await streams.send(group, traceId, [TOPIC])
    const message = await streams.answer(frameId)
    for (const reader of readers) await reader.hasGot(1)
    // A repeated answer is announced again but delivered once.
    await streams.answer(frameId, 1)
    for (const process of [one, two]) await settled(process)
    for (const { got } of readers) expect(got).toEqual([{ subscription: { topic: TOPIC, traceId }, message }])
    for (const { reading } of readers) reading.end()
  })

  it('reaches later subscribers, and reaches them again if they subscribe again', async () => {
    const group = await streams.group()
    const traceId = randomUUID()
    const { id } = await streams.answer(await streams.send(group, traceId, [TOPIC]))
    const reader = new ReaderUnderTest(two, group.client)
    reader.subscribe(traceId, TOPIC)
    // Nothing is delivered before the subscription has returned, which acknowledges it.
    expect(reader.ids).toEqual([])
    await reader.hasGot(1)
    reader.subscribe(traceId, TOPIC)
    await reader.hasGot(2)
    await settled(two)
    expect(reader.ids).toEqual([id, id])
    expect(two.stream.size).toBe(1)
    reader.reading.end()
  })

  it('of two topics is delivered to each subscription of either', async () => {
    const group = await streams.group()
    const reader = new ReaderUnderTest(one, group.client)
    const traceId = randomUUID()
    for (const topic of ['a', 'b', 'c']) reader.subscribe(traceId, topic)
    const { id } = await streams.answer(await streams.send(group, traceId, ['a', 'b']))
    await reader.hasGot(2)
    await settled(one)
    expect(reader.got.map(({ subscription, message }) => [subscription.topic, message.id]).toSorted()).toEqual([
      ['a', id],
      ['b', id],
    ])
    reader.reading.end()
  })

  it('of many traces arrives in the order of answering if it was stored', async () => {
    const group = await streams.group()
    const traceId = randomUUID()
    const topics = ['x', 'y', 'z'].map((word) => [TOPIC, word])
    const ids: string[] = []
    for (const each of topics) {
      ids.push((await streams.answer(await streams.send(group, traceId, each))).id)
      // The order is by the millisecond.
      streams.pass(2)
    }
    const reader = new ReaderUnderTest(one, group.client)
    reader.subscribe(traceId, TOPIC)
    await reader.hasGot(3)
    expect(reader.ids).toEqual(ids)
    reader.reading.end()
  })

  it('is found by a repeated look-up if it was not announced', async () => {
    const group = await streams.group()
    const reader = new ReaderUnderTest(one, group.client)
    const traceId = randomUUID()
    const before = one.lookups.length
    reader.subscribe(traceId, TOPIC)
    const isIdle = () => one.lookups.length > before && one.brought.length === one.lookups.length
    await until(isIdle, 'the first look-up ends')
    await streams.answerSilently(await streams.send(group, traceId, [TOPIC]))
    await settled(one)
    expect(reader.ids).toEqual([])
    await until(isIdle, 'the other look-ups end')
    streams.pass(2_000)
    await reader.hasGot(1)
    // The second answer of a trace is also found.
    await streams.answerSilently(await streams.send(group, traceId, [TOPIC, 'another']))
    for (let i = 0; i < 31; i++) streams.pass(2_000)
    await reader.hasGot(2)
    reader.reading.end()
  })

  it('is looked up on its announcement if it is too large to be announced whole', async () => {
    const group = await streams.group()
    const reader = new ReaderUnderTest(one, group.client)
    const traceId = randomUUID()
    reader.subscribe(traceId, TOPIC)
    await settled(one)
    await streams.answerSilently(await streams.send(group, traceId, [TOPIC]))
    await two.bus.announce([{ subject: responsesSubject(group.namespaceId, TOPIC), id: randomUUID(), payload: null }])
    await reader.hasGot(1)
    reader.reading.end()
  })

  it('is looked up by subscribers of its trace if only the trace is announced', async () => {
    const group = await streams.group()
    const [reader, other] = [new ReaderUnderTest(one, group.client), new ReaderUnderTest(one, group.client)]
    const [traceId, otherTrace] = [randomUUID(), randomUUID()]
    reader.subscribe(traceId, TOPIC)
    other.subscribe(otherTrace, TOPIC)
    await settled(one)
    for (const trace of [traceId, otherTrace]) await streams.answerSilently(await streams.send(group, trace, [TOPIC]))
    const subject = responsesSubject(group.namespaceId, TOPIC)
    await two.bus.announce([{ subject, id: randomUUID(), about: traceId, payload: null }])
    await reader.hasGot(1)
    expect(other.got).toHaveLength(0)
    reader.reading.end()
    other.reading.end()
  })

  it('is reported if its announcement is unreadable, and the next one arrives', async () => {
    const group = await streams.group()
    const reader = new ReaderUnderTest(one, group.client)
    const traceId = randomUUID()
    reader.subscribe(traceId, TOPIC)
    const subject = responsesSubject(group.namespaceId, TOPIC)
    await two.bus.announce([
      { subject, id: randomUUID(), payload: '{' },
      { subject, id: randomUUID(), payload: '{"trace_id": 1}' },
    ])
    await streams.answer(await streams.send(group, traceId, [TOPIC]))
    await reader.hasGot(1)
    await expect.poll(() => one.troubles.length).toBe(2)
    one.troubles.length = 0
    reader.reading.end()
  })
})

describe('whose answers', () => {
  it('answers of another group are not delivered, whatever is guessed, and those without a token reach only clients without one', async () => {
    const [mine, other] = [await streams.group(), await streams.group()]
    const traceId = randomUUID()
    const readers = {
      mine: new ReaderUnderTest(one, mine.client),
      other: new ReaderUnderTest(one, other.client),
      open: new ReaderUnderTest(one, OPEN_CLIENT),
      late: null as ReaderUnderTest | null,
    }
    for (const reader of [readers.mine, readers.other, readers.open]) reader.subscribe(traceId, TOPIC)
    const ofMine = await streams.answer(await streams.send(mine, traceId, [TOPIC]))
    const ofOpen = await streams.answer(await streams.send(mine, traceId, [TOPIC], OPEN_CLIENT))
    readers.late = new ReaderUnderTest(two, other.client)
    readers.late.subscribe(traceId, TOPIC)
    await readers.mine.hasGot(1)
    await readers.open.hasGot(1)
    for (const process of [one, two]) await settled(process)
    expect(readers.mine.ids).toEqual([ofMine.id])
    expect(readers.open.ids).toEqual([ofOpen.id])
    expect(readers.other.ids).toEqual([])
    expect(readers.late.ids).toEqual([])
    for (const reader of Object.values(readers)) reader?.reading.end()
  })

  it('a client of two groups reads both, and the answers of one never hide those of the other', {
    tags: ['nightly'],
  }, async () => {
    const [mine, other] = [await streams.group(), await streams.group()]
    const both = { ...mine.client, groups: [...mine.client.groups, ...other.client.groups] }
    const traceId = randomUUID()
    // More than one query returns, all of the other group and all older.
    const before = Array.from({ length: 130 }, (_, i) => [TOPIC, `other ${i}`])
    for (const topics of before) await streams.answerSilently(await streams.send(other, traceId, topics))
    streams.pass(5)
    const { id } = await streams.answer(await streams.send(mine, traceId, [TOPIC]))
    const readers = [mine.client, both].map((client) => new ReaderUnderTest(two, client))
    const elsewhere = new ReaderUnderTest(two, other.client)
    for (const reader of readers) reader.subscribe(traceId, TOPIC)
    elsewhere.subscribe(randomUUID(), TOPIC)
    await readers[0]!.hasGot(1)
    await readers[1]!.hasGot(131)
    expect(readers[0]!.ids).toEqual([id])
    expect(new Set(readers[1]!.ids).size).toBe(131)
    for (const { reading } of [...readers, elsewhere]) reading.end()
  })
})

describe('a reader that does not read', () => {
  it('costs no memory and gets each answer once when it reads: 10,000 answers', { tags: ['nightly'] }, async () => {
    const group = await streams.group()
    const traces = Array.from({ length: 500 }, () => randomUUID())
    const frames = traces.flatMap((traceId) =>
      Array.from({ length: 20 }, (_, i) => ({ traceId, topics: [TOPIC, `${i}`] })),
    )
    for (let from = 0; from < frames.length; from += 500)
      await Promise.all(
        frames.slice(from, from + 500).map(async ({ traceId, topics }) => {
          await streams.answerSilently(await streams.send(group, traceId, topics))
        }),
      )
    const reader = new ReaderUnderTest(one, group.client)
    reader.room = 0
    for (const traceId of traces) reader.subscribe(traceId, TOPIC)
    await settled(one)
    const lookups = one.lookups.length
    // Its announcements are not stored, and nothing is looked up while it does not read.
    const late = await streams.answer(await streams.send(group, traces[0]!, [TOPIC, 'late']))
    for (let i = 0; i < 100; i++) streams.pass(2_000)
    await settled(one)
    expect(one.lookups.slice(lookups).reduce((sum, pairs) => sum + pairs, 0)).toBeLessThan(5)
    while (reader.got.length < 10_001) {
      const before = reader.got.length
      reader.room = 700
      reader.reading.resume()
      await reader.hasGot(Math.min(before + 700, 10_001))
    }
    await settled(one)
    expect(new Set(reader.ids).size).toBe(10_001)
    expect(reader.got).toHaveLength(10_001)
    expect(reader.ids).toContain(late.id)
    reader.reading.end()
  })

  it('gets one trace with thousands of answers, a bounded number at a time', { tags: ['nightly'] }, async () => {
    const group = await streams.group()
    const traceId = randomUUID()
    for (let from = 0; from < 2_000; from += 500)
      await Promise.all(
        Array.from({ length: 500 }, async (_, i) =>
          streams.answerSilently(await streams.send(group, traceId, [TOPIC, `${from + i}`])),
        ),
      )
    const reader = new ReaderUnderTest(one, group.client)
    reader.room = 0
    reader.subscribe(traceId, TOPIC)
    while (reader.got.length < 2_000) {
      const before = reader.got.length
      reader.room = 330
      reader.reading.resume()
      await reader.hasGot(Math.min(before + 330, 2_000))
    }
    await settled(one)
    expect(new Set(reader.ids).size).toBe(2_000)
    expect(reader.got).toHaveLength(2_000)
    reader.reading.end()
  })
})

describe('limits', () => {
  it('a subscription past the limit is refused while all wait, and an answered one makes room', async () => {
    const group = await streams.group()
    const reader = new ReaderUnderTest(one, group.client)
    const traces = Array.from({ length: LIMITS.subscriptions }, () => randomUUID())
    for (const traceId of traces) reader.subscribe(traceId, TOPIC)
    expect(() => reader.subscribe(randomUUID(), TOPIC)).toThrow(Refusal)
    // The same subscription again is not an additional one.
    reader.subscribe(traces[5]!, TOPIC)
    await streams.answer(await streams.send(group, traces[7]!, [TOPIC]))
    await reader.hasGot(1)
    const further = randomUUID()
    reader.subscribe(further, TOPIC)
    expect(one.stream.size).toBe(LIMITS.subscriptions)
    expect(() => reader.subscribe(randomUUID(), TOPIC)).toThrow('At most 600 subscriptions')
    await streams.answer(await streams.send(group, further, [TOPIC]))
    await reader.hasGot(2)
    reader.reading.end()
  })

  it('concurrent subscriptions share a query, and idle ones are looked up rarely', {
    tags: ['nightly'],
  }, async () => {
    const group = await streams.group()
    const readers = Array.from({ length: 1_000 }, () => new ReaderUnderTest(two, group.client))
    const before = two.lookups.length
    for (const reader of readers) reader.subscribe(randomUUID(), TOPIC)
    await settled(two)
    expect(two.lookups.length - before).toBeLessThanOrEqual(6)
    const idle = two.lookups.length
    // Ten minutes. The database gets real time to answer in between, because a running look-up delays the next one.
    for (let i = 0; i < 300; i++) {
      streams.pass(2_000)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await settled(two)
    const pairs = two.lookups.slice(idle).reduce((sum, count) => sum + count, 0)
    expect(pairs).toBeLessThan(1_000 * 17)
    expect(pairs).toBeGreaterThan(1_000 * 5)
    expect(two.lookups.length - idle).toBeLessThan(80)
    for (const { reading } of readers) reading.end()
  })
})

it('a failed look-up is reported and repeated', async () => {
  const group = await streams.group()
  const traceId = randomUUID()
  await streams.answerSilently(await streams.send(group, traceId, [TOPIC]))
  const reader = new ReaderUnderTest(two, group.client)
  await two.store.close()
  reader.subscribe(traceId, TOPIC)
  await until(() => two.troubles.length === 1, 'the first look-up fails')
  // The next one was planned when the failure was reported.
  streams.pass(2_000)
  await until(() => two.troubles.length === 2, 'the second look-up fails')
  two.troubles.length = 0
  reader.reading.end()
})
