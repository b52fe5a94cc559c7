import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SentWithin } from '../../../database/guardrails/frames'
import type { Store } from '../../../database/store'
import type { WorkMessage } from '../../../messaging/bus/bus'
import { type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { FrameRecovery, GIVEN_UP_MS } from './frame-recovery'

const HOUR = 3_600_000
let tested: ServicesUnderTest
let namespaceId: string
beforeAll(async () => {
  tested = await startServices(1)
  namespaceId = randomUUID()
  await tested.store.ensureNamespace({ id: namespaceId, displayName: 'test', at: new Date() })
}, 60_000)
afterAll(() => tested.stop())

async function storeFrame(sentAt: Date): Promise<string> {
  const [id, text] = [randomUUID(), randomUUID()]
  const sha256 = createHash('sha256').update(text).digest('hex')
  const frame = {
    ...({ id, namespaceId, targetId: randomUUID(), audience: 'group', traceId: text, topics: ['t'] } as const),
    ...{ key: sha256, digest: sha256, content: '{}', sentAt, sentBy: 'test' },
  }
  await tested.store.insertFrames([frame], null)
  return id
}

async function answer(frameId: string): Promise<void> {
  const answered = { frameId, messageId: randomUUID(), railId: randomUUID(), body: '{}', conclusion: 'YES' }
  await tested.store.insertResponses([{ ...answered, answeredAt: new Date() }])
}

it('looks at frames since the oldest unanswered one, and at all frames once an hour', async () => {
  const queries: SentWithin[] = []
  const store: Pick<Store, 'findStrandedFrames' | 'findUnansweredFrames'> = {
    findUnansweredFrames: (sent, limit) => tested.store.findUnansweredFrames(sent, limit),
    findStrandedFrames: (sent, limit) => {
      queries.push(sent)
      return tested.store.findStrandedFrames(sent, limit)
    },
  }
  const enqueued: WorkMessage[] = []
  const bus = {
    sharesDatabase: true,
    enqueue: async (messages: readonly WorkMessage[]) => void enqueued.push(...messages),
  }
  let at = Date.now()
  const dependencies = { store, bus, giveUp: async () => undefined, isInHand: () => false, now: () => new Date(at) }
  const recovery = new FrameRecovery(dependencies)
  const ids = () => enqueued.splice(0).map(({ id }) => id)

  const lost = await storeFrame(new Date(at - 5 * HOUR))
  await recovery.look()
  expect([queries.at(-1)?.after, ids()]).toEqual([null, [lost]])

  // It is still the oldest unanswered frame.
  at += 60_000
  await recovery.look()
  expect(queries.at(-1)?.after).toEqual(new Date(at - 60_000 - 5 * HOUR - 600_000))

  await answer(lost)
  at += 60_000
  await recovery.look()
  const late = await storeFrame(new Date(at - 300_000))
  at += 60_000
  await recovery.look()
  expect(queries.at(-1)?.after).toEqual(new Date(at - 60_000 - 60_000 - 600_000))
  expect(ids()).toEqual([late])
  await answer(late)

  // A missed frame is found within the hour.
  const hidden = await storeFrame(new Date(at - 5 * HOUR))
  at += 60_000
  await recovery.look()
  expect(ids()).toEqual([])
  at += HOUR
  await recovery.look()
  expect([queries.at(-1)?.after, ids()]).toEqual([null, [hidden]])
})

it('gives up a frame after a week, even if it still waits for a reviewer', async () => {
  const at = Date.now()
  const waiting = await storeFrame(new Date(at - GIVEN_UP_MS - HOUR))
  const task = { id: randomUUID(), nodeId: 'a', guardrailId: randomUUID(), instructions: 'Look.' }
  expect(await tested.store.storeWait({ frameId: waiting, outcomes: {}, tasks: [task], at: new Date(at) })).toBe(1)
  const young = await storeFrame(new Date(at - GIVEN_UP_MS + HOUR))
  const givenUp: string[] = []
  const recovery = new FrameRecovery({
    store: tested.store,
    bus: { sharesDatabase: true, enqueue: async () => undefined },
    giveUp: async ({ id }) => void givenUp.push(id),
    isInHand: () => false,
    now: () => new Date(at),
  })
  await recovery.look()
  expect([givenUp.includes(waiting), givenUp.includes(young)]).toEqual([true, false])
})
