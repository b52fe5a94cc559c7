import { expect, it } from 'vitest'
import { AddressGate } from './process-group'

it('lets a full bucket through, then as many calls as it refills', () => {
  let now = 1_000_000
  const gate = new AddressGate(() => now, { calls: 3, periodMs: 30_000 })
  expect([1, 2, 3].map(() => gate.take('a'))).toEqual([null, null, null])
  expect(gate.take('a')).toBe(10_000)
  expect(gate.take('b')).toBeNull()
  now += 4_000
  expect(gate.take('a')).toBe(6_000)
  now += 6_000
  expect(gate.take('a')).toBeNull()
  expect(gate.take('a')).toBe(10_000)
  now += 3_600_000
  expect([1, 2, 3, 4].map(() => gate.take('a'))).toEqual([null, null, null, 10_000])
})

it('does not count a refunded call, and fills no bucket beyond its size', () => {
  const now = 1_000_000
  const gate = new AddressGate(() => now, { calls: 2, periodMs: 30_000 })
  gate.refund('a')
  expect([gate.take('a'), gate.take('a')]).toEqual([null, null])
  gate.refund('a')
  expect([gate.take('a'), gate.take('a')]).toEqual([null, 15_000])
  for (let i = 0; i < 5; i++) gate.refund('a')
  expect([1, 2, 3].map(() => gate.take('a'))).toEqual([null, null, 15_000])
})

it('blocks no address after the clock is set back', () => {
  let now = 7_200_000
  const gate = new AddressGate(() => now, { calls: 2, periodMs: 30_000 })
  expect(gate.take('a')).toBeNull()
  now -= 3_600_000
  expect([gate.take('a'), gate.take('a')]).toEqual([null, 15_000])
  now += 15_000
  expect(gate.take('a')).toBeNull()
  // It was emptied before the clock went back, and fills from the new time on.
  now -= 1_800_000
  expect(gate.take('a')).toBe(15_000)
  now += 15_000
  expect(gate.take('a')).toBeNull()
})
