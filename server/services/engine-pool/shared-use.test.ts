import { expect, it } from 'vitest'
import { ManualClock } from '../../engine/testing/manual-clock'
import type { Share } from '../../engine/workers/share'
import { createSoloGroup, type GroupTopic, type ProcessGroup } from '../access/process-group'
import { createSharedUse, PUBLISH_AFTER_MS } from './shared-use'

const caller: Share = { key: 'namespace a', member: 'one', isUnknown: false }

/** Processes that receive messages immediately. */
function groups(count: number, published: string[]): ProcessGroup[] {
  const handlers: ((topic: GroupTopic, text: string) => void)[][] = Array.from({ length: count }, () => [])
  return handlers.map((own) => ({
    ...createSoloGroup(() => 0),
    publish: async (topic, text) => {
      published.push(text)
      for (const others of handlers) if (others !== own) for (const handle of others) handle(topic, text)
    },
    subscribe: (topic, handle) => {
      own.push((of, text) => of === topic && void handle(text))
    },
  }))
}

it('each process counts the turns of all processes in the same pool', () => {
  const clock = new ManualClock()
  // Passes only the clock's methods, as for the computer's clock.
  const passed = { now: () => clock.now(), after: clock.after.bind(clock) }
  const published: string[] = []
  const [first, second, third] = groups(3, published)
  const uses = [first!, second!, third!].map((group) => createSharedUse('solvers', group, passed))
  const other = createSharedUse('compute', second!, passed)
  for (let turn = 0; turn < 50; turn++) uses[0]!.took(caller, 2)
  uses[1]!.took(null, 7)
  expect(uses.map((use) => use.byKey(caller))).toEqual([100, 0, 0])
  clock.advance(PUBLISH_AFTER_MS)
  expect(published).toHaveLength(2)
  for (const use of uses) {
    expect(Math.round(use.byKey(caller))).toBe(use === uses[0] ? 97 : 100)
    expect(use.isShared).toBe(true)
  }
  expect(other.byKey(caller)).toBe(0)
  clock.advance(10 * PUBLISH_AFTER_MS)
  expect(published).toHaveLength(2)
})
