import { expect, it } from 'vitest'
import { AddressGate } from './address-gate'

it('lets a full bucket through, then as fast as it refills', () => {
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

it('a call that is given back was never taken, and fills no bucket beyond its rim', () => {
  const now = 1_000_000
  const gate = new AddressGate(() => now, { calls: 2, periodMs: 30_000 })
  gate.refund('a')
  expect([gate.take('a'), gate.take('a')]).toEqual([null, null])
  gate.refund('a')
  expect([gate.take('a'), gate.take('a')]).toEqual([null, 15_000])
  for (let i = 0; i < 5; i++) gate.refund('a')
  expect([1, 2, 3].map(() => gate.take('a'))).toEqual([null, null, 15_000])
})

it('a clock that is set back blocks no address', () => {
  let now = 7_200_000
  const gate = new AddressGate(() => now, { calls: 2, periodMs: 30_000 })
  expect(gate.take('a')).toBeNull()
  now -= 3_600_000
  expect([gate.take('a'), gate.take('a')]).toEqual([null, 15_000])
  now += 15_000
  expect(gate.take('a')).toBeNull()
  // Emptied before the clock was set back: it fills by the time that passes from then on.
  now -= 1_800_000
  expect(gate.take('a')).toBe(15_000)
  now += 15_000
  expect(gate.take('a')).toBeNull()
})
