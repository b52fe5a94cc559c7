import { expect, it } from 'vitest'
import { type Room, WaitingFrames } from './waiting-frames'

const SECOND = 1_000

/** Limits are five frames of a group and eight of all; `counts` and `totals` answer running counts, in order. */
function counted() {
  const counts: ((waiting: number) => void)[] = []
  const totals: ((waiting: number) => void)[] = []
  let at = 0
  const store = {
    countWaitingFrames: () => new Promise<number>((resolve) => void counts.push(resolve)),
    countQueuedFrames: () => new Promise<number>((resolve) => void totals.push(resolve)),
  }
  const fail = (error: unknown) => {
    throw error
  }
  const limits = { waiting_frames: 5, waiting_frames_total: 8 }
  const waiting = new WaitingFrames(store, limits, () => new Date(at), fail)
  const pass = (milliseconds: number) => {
    at += milliseconds
  }
  /** Asks for room for a frame that is not stored in the end. */
  const roomOf = async (group: string): Promise<'reserved' | 'group' | 'deployment'> => {
    const room = await waiting.reserve(group)
    if (room.kind === 'full') return room.of
    room.release()
    return 'reserved'
  }
  return { waiting, counts, totals, pass, roomOf }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('sent and answered frames between two counts are added and subtracted', async () => {
  const { waiting, counts, totals, roomOf } = counted()
  const first = roomOf('group')
  counts[0]!(4)
  totals[0]!(4)
  expect(await first).toBe('reserved')
  waiting.sent('group')
  expect(await roomOf('group')).toBe('group')
  waiting.answered('group')
  expect(await roomOf('group')).toBe('reserved')
  expect(counts).toHaveLength(1)
})

it('frames that are answered during a count make room, although the count saw them wait', async () => {
  const { waiting, counts, totals, pass, roomOf } = counted()
  const first = roomOf('group')
  counts[0]!(5)
  totals[0]!(5)
  expect(await first).toBe('group')
  pass(SECOND)
  expect(await roomOf('group')).toBe('group')
  waiting.answered('group')
  counts[1]!(5)
  await settled()
  expect(await roomOf('group')).toBe('reserved')
})

it('a slow count is rare, but comes within a minute', async () => {
  const { counts, totals, pass, roomOf } = counted()
  const first = roomOf('group')
  pass(10 * SECOND)
  counts[0]!(0)
  totals[0]!(0)
  await first
  pass(59 * SECOND)
  expect(await roomOf('group')).toBe('reserved')
  expect(counts).toHaveLength(1)
  pass(SECOND)
  expect(await roomOf('group')).toBe('reserved')
  expect([counts, totals].map(({ length }) => length)).toEqual([2, 2])
})

it('concurrent sends never exceed the available room', async () => {
  const { waiting, counts, totals } = counted()
  const reservations = Array.from({ length: 20 }, () => waiting.reserve('group'))
  counts[0]!(2)
  totals[0]!(2)
  const rooms = await Promise.all(reservations)
  const reserved = rooms.filter((room): room is Extract<Room, { kind: 'reserved' }> => room.kind === 'reserved')
  expect(reserved).toHaveLength(3)
  expect(rooms.at(-1)).toEqual({ kind: 'full', of: 'group', limit: 5 })
  for (const { release } of reserved) {
    waiting.sent('group')
    release()
  }
  expect(await waiting.reserve('group')).toMatchObject({ kind: 'full' })
})

it('all groups together have their own limit', async () => {
  const { waiting, counts, totals, roomOf } = counted()
  const first = roomOf('mine')
  counts[0]!(0)
  totals[0]!(7)
  expect(await first).toBe('reserved')
  waiting.sent('mine')
  const other = waiting.reserve('yours')
  counts[1]!(0)
  expect(await other).toEqual({ kind: 'full', of: 'deployment', limit: 8 })
  waiting.answered('mine')
  expect(await roomOf('yours')).toBe('reserved')
})

it('a clock that is set back does not delay the next count, so answers of other processes make room', async () => {
  const { waiting, counts, totals, pass, roomOf } = counted()
  pass(3_600_000)
  const first = roomOf('group')
  counts[0]!(4)
  totals[0]!(4)
  await first
  waiting.sent('group')
  pass(-1_800_000)
  expect(await roomOf('group')).toBe('group')
  expect(counts).toHaveLength(2)
  counts[1]!(0)
  await settled()
  expect(await roomOf('group')).toBe('reserved')
})
