import { expect, it } from 'vitest'
import { WaitingFrames } from './waiting-frames'

const SECOND = 1_000

function counted() {
  const counts: ((waiting: number) => void)[] = []
  let at = 0
  const store = { countWaitingFrames: () => new Promise<number>((resolve) => void counts.push(resolve)) }
  const fail = (error: unknown) => {
    throw error
  }
  const waiting = new WaitingFrames(store, 5, () => new Date(at), fail)
  const pass = (milliseconds: number) => {
    at += milliseconds
  }
  return { waiting, counts, pass }
}

it('what is sent and answered between two counts is added and taken off', async () => {
  const { waiting, counts } = counted()
  const first = waiting.hasRoom('group')
  counts[0]!(4)
  expect(await first).toBe(true)
  waiting.sent('group')
  expect(waiting.hasRoom('group')).toBe(false)
  waiting.answered('group')
  expect(waiting.hasRoom('group')).toBe(true)
  expect(counts).toHaveLength(1)
})

it('what is answered while it is counted makes room, although the count saw it wait', async () => {
  const { waiting, counts, pass } = counted()
  const first = waiting.hasRoom('group')
  counts[0]!(5)
  expect(await first).toBe(false)
  pass(SECOND)
  expect(waiting.hasRoom('group')).toBe(false)
  waiting.answered('group')
  counts[1]!(5)
  await new Promise((resolve) => setImmediate(resolve))
  expect(waiting.hasRoom('group')).toBe(true)
})

it('a count that takes long comes seldom, and within a minute all the same', async () => {
  const { waiting, counts, pass } = counted()
  const first = waiting.hasRoom('group')
  pass(10 * SECOND)
  counts[0]!(0)
  await first
  pass(59 * SECOND)
  expect(waiting.hasRoom('group')).toBe(true)
  expect(counts).toHaveLength(1)
  pass(SECOND)
  expect(waiting.hasRoom('group')).toBe(true)
  expect(counts).toHaveLength(2)
})
