/** Streams of two processes over either bus. See response-stream.test.ts for the rest. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../../../database/testing/fresh-database'
import { openDatabaseBus } from '../../../messaging/database-bus'
import { natsUnderTest } from '../../../messaging/testing/buses-under-test'
import { ReaderUnderTest, type StreamProcess, type StreamsUnderTest, startStreams } from '../testing/streams-under-test'

const nats = await natsUnderTest()
const TOPIC = 'über/topics.* and >'

afterAll(() => nats?.remove())

for (const name of nats === null ? ['the database'] : ['the database', 'NATS'])
  describe(name, () => {
    let streams: StreamsUnderTest
    let processes: readonly [StreamProcess, StreamProcess]

    beforeAll(async () => {
      if (name === 'NATS') await nats?.renew()
      streams = await startStreams(2, {
        openBus: (url) => (name === 'NATS' && nats !== null ? nats.open() : openDatabaseBus({ url, log: silentLog })),
      })
      processes = streams.processes as [StreamProcess, StreamProcess]
      for (const { bus } of processes)
        await vi.waitFor(async () => expect(await bus.ping()).toBeNull(), { timeout: 20_000 })
    })

    afterAll(() => streams.stop())

    it('brings the answers of one process to the readers of both, in two groups that share trace and topic', async () => {
      const groups = [await streams.group(), await streams.group()]
      const traces = Array.from({ length: 50 }, () => randomUUID())
      const readers = groups.flatMap(({ client }) => processes.map((process) => new ReaderUnderTest(process, client)))
      for (const reader of readers) for (const traceId of traces) reader.subscribe(traceId, TOPIC)
      const ids = await Promise.all(
        groups.map((group) =>
          Promise.all(
            traces.map(async (traceId, i) => {
              const { id } = await streams.answer(await streams.send(group, traceId, [TOPIC]), i % 2)
              return id
            }),
          ),
        ),
      )
      for (const reader of readers) await reader.hasGot(50)
      expect(readers.map((reader) => reader.ids.toSorted())).toEqual(
        ids.flatMap((own) => [own.toSorted(), own.toSorted()]),
      )
      for (const { reading } of readers) reading.end()
    })

    it('brings an answer of a megabyte, and one of three topics', async () => {
      const group = await streams.group()
      const reader = new ReaderUnderTest(processes[1], group.client)
      const traceId = randomUUID()
      for (const topic of ['a', 'b', 'c']) reader.subscribe(traceId, topic)
      const message = await streams.answer(
        await streams.send(group, traceId, ['a', 'b', 'c']),
        0,
        'x'.repeat(1_000_000),
      )
      await reader.hasGot(3)
      expect(reader.got.map(({ message }) => message)).toEqual([message, message, message])
      reader.reading.end()
    })

    if (name === 'NATS')
      it('brings answers from before the bus was available again once they are looked up, and continues with the bus', async () => {
        const group = await streams.group()
        const reader = new ReaderUnderTest(processes[1], group.client)
        const [traceId, later] = [randomUUID(), randomUUID()]
        const [frameId, afterwards] = [
          await streams.send(group, traceId, [TOPIC]),
          await streams.send(group, later, [TOPIC]),
        ]
        reader.subscribe(traceId, TOPIC)
        reader.subscribe(later, TOPIC)
        await expect.poll(() => processes[1].lookups.length).toBeGreaterThan(0)
        await nats?.killServer()
        await streams.answerSilently(frameId)
        expect(reader.got).toEqual([])
        // The next look-up is set only when the one before has ended.
        const lookUp = () => {
          streams.pass(4_000)
          return reader.got.length
        }
        await expect.poll(lookUp, { timeout: 20_000 }).toBe(1)
        await nats?.startServer()
        for (const { bus } of processes) await expect.poll(() => bus.ping(), { timeout: 30_000 }).toBeNull()
        await streams.answer(afterwards)
        await reader.hasGot(2)
        expect(reader.got.map(({ subscription }) => subscription.traceId)).toEqual([traceId, later])
        reader.reading.end()
      })
  })
