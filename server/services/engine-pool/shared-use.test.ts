import { expect, it } from 'vitest'
import { ManualClock } from '../../engine/testing/queue-simulation'
import type { Share } from '../../engine/workers/share'
import { createSoloGroup, type GroupTopic, type ProcessGroup } from '../access/process-group'
import { type Caller, callerWithoutCredential } from '../calls/caller'
import { createSharedUse, PUBLISH_AFTER_MS, shareOf } from './shared-use'

const ADDRESS = { addressKey: () => '192.0.2.7' }
const callerOf = (grade: Caller['grade'], namespaceId: string | null): Caller => ({
  ...callerWithoutCredential('open', namespaceId),
  grade,
})

it('counts every client without its own namespace by address, with any credential', () => {
  const one = shareOf({ caller: callerOf('evaluation', 'a'), ...ADDRESS })
  expect(one).toEqual({ key: 'address 192.0.2.7', member: '', isUnknown: true })
  for (const other of [callerOf('evaluation', 'b'), callerOf('open', 'c'), callerOf('playground', null)])
    expect(shareOf({ caller: other, ...ADDRESS })).toEqual(one)
  expect(shareOf({ caller: callerOf('evaluation', 'a'), addressKey: () => '192.0.2.8' })).not.toEqual(one)
})

it.each(['full', 'person', 'service'] as const)('counts a %s caller by the namespace, from any address', (grade) => {
  const share = { key: 'namespace a', member: 'open', isUnknown: false }
  expect(shareOf({ caller: callerOf(grade, 'a'), ...ADDRESS })).toEqual(share)
  expect(shareOf({ caller: callerOf(grade, 'a') })).toEqual(share)
  expect(shareOf({ caller: callerOf(grade, 'b'), ...ADDRESS })).not.toEqual(share)
})

it('counts credentials, people and service accounts separately within a namespace', () => {
  const person = { id: 'p1', name: 'Ada', email: 'ada@example.org', roles: ['author' as const] }
  const members = [
    { ...callerOf('full', 'a'), credentialId: 'c1' },
    { ...callerOf('full', 'a'), credentialId: 'c2' },
    { ...callerOf('person', 'a'), person },
    { ...callerOf('service', 'a'), label: 'claims-bot' },
  ].map((each) => shareOf({ caller: each, ...ADDRESS }))
  expect(members.map(({ key }) => key)).toEqual(Array(4).fill('namespace a'))
  expect(members.map(({ member }) => member)).toEqual(['c1', 'c2', 'p1', 'claims-bot'])
})

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
