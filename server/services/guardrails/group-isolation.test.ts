import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repetitions } from '../../testing/repetitions'
import { OPEN_CLIENT, type PlatformClient } from './machine-accounts/platform-client'
import { type GroupUnderTest, ReaderUnderTest, type StreamsUnderTest, startStreams } from './testing/streams-under-test'

const GROUPS = 3
const TRACES = 3
const TOPICS = ['decisions', 'decisions.eu', '*']

let streams: StreamsUnderTest
let groups: readonly GroupUnderTest[]

beforeAll(async () => {
  streams = await startStreams(2)
  groups = await Promise.all(Array.from({ length: GROUPS }, () => streams.group()))
})

afterAll(() => streams.stop())

const trace = fc.nat(TRACES - 1)
const topics = fc.uniqueArray(fc.constantFrom(...TOPICS), { minLength: 1 })
const isOpen = fc.boolean()

const step = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), group: fc.nat(GROUPS - 1), isOpen, trace, topics }),
  fc.record({
    kind: fc.constant('subscribe' as const),
    process: fc.nat(1),
    /** Clients of some groups, of all or of no group; a client without a token has none. */
    client: fc.oneof(fc.constant('open' as const), fc.subarray([0, 1, 2])),
    trace,
    topic: fc.constantFrom(...TOPICS),
  }),
)

it('every client gets all answers of its groups exactly once for each subscription, and no others', {
  tags: ['repeated'],
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      // Trace ids of this run, which all groups guess.
      const traces = Array.from({ length: TRACES }, () => randomUUID())
      const sent: { group: number; isOpen: boolean; trace: number; topics: readonly string[]; id: string }[] = []
      const readers: { reader: ReaderUnderTest; client: 'open' | number[]; trace: number; topic: string }[] = []
      const seen = new Set<string>()
      for (const [index, each] of steps.entries())
        if (each.kind === 'send') {
          // The order of topics does not distinguish frames.
          const key = JSON.stringify([each.group, each.isOpen, each.trace, each.topics.toSorted()])
          if (seen.has(key)) continue
          seen.add(key)
          const group = groups[each.group]!
          const frameId = await streams.send(
            group,
            traces[each.trace]!,
            each.topics,
            each.isOpen ? OPEN_CLIENT : group.client,
          )
          const { id } = await streams.answer(frameId, index % 2)
          sent.push({ ...each, id })
        } else {
          const reader = new ReaderUnderTest(streams.processes[each.process]!, clientOf(each.client))
          reader.subscribe(traces[each.trace]!, each.topic)
          readers.push({ ...each, reader })
        }
      const expected = readers.map(({ client, trace, topic }) =>
        sent
          .filter((frame) => (client === 'open' ? frame.isOpen : !frame.isOpen && client.includes(frame.group)))
          .filter((frame) => frame.trace === trace && frame.topics.includes(topic))
          .map(({ id }) => id)
          .toSorted(),
      )
      for (const [index, { reader }] of readers.entries()) await reader.hasGot(expected[index]!.length)
      await settled()
      expect(readers.map(({ reader }) => reader.ids.toSorted())).toEqual(expected)
      for (const { reader } of readers) reader.reading.end()
    }),
    { numRuns: Number(process.env.RUNS ?? repetitions(200)) },
  )
  for (const { stream, troubles } of streams.processes) {
    expect(stream.size).toBe(0)
    expect(troubles).toEqual([])
  }
})

function clientOf(client: 'open' | number[]): PlatformClient {
  if (client === 'open') return OPEN_CLIENT
  return {
    ...OPEN_CLIENT,
    isOpen: false,
    label: `of ${client.length} groups`,
    groups: client.flatMap((index) => groups[index]!.client.groups),
  }
}

/** Resolves after earlier announcements and look-ups are done. */
async function settled(): Promise<void> {
  const traceId = randomUUID()
  const group = groups[0]!
  const last = streams.processes.map((process) => new ReaderUnderTest(process, group.client))
  for (const reader of last) reader.subscribe(traceId, 'last')
  await streams.answer(await streams.send(group, traceId, ['last']))
  for (const reader of last) {
    await reader.hasGot(1)
    reader.reading.end()
  }
}
