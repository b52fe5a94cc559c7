import { expect, it } from 'vitest'
import { FLUSH_PAUSE_MS, FlushTimer } from './flush-timer'

/** A clock that the test moves. */
function newTime() {
  let calls: { at: number; call: () => void }[] = []
  let now = 0
  return {
    after: (milliseconds: number, call: () => void) => {
      const entry = { at: now + milliseconds, call }
      calls.push(entry)
      return () => {
        calls = calls.filter((each) => each !== entry)
      }
    },
    pass: async (milliseconds: number) => {
      now += milliseconds
      const due = calls.filter(({ at }) => at <= now)
      calls = calls.filter(({ at }) => at > now)
      for (const { call } of due) call()
      await new Promise((resolve) => setImmediate(resolve))
    },
    waiting: () => calls.length,
  }
}

it('writes once for all changes within the pause, and again for later changes', async () => {
  const time = newTime()
  const timer = new FlushTimer(time.after, () => {})
  let writes = 0
  timer.add(async () => {
    writes++
  })
  await time.pass(10 * FLUSH_PAUSE_MS)
  expect(writes).toBe(0)
  timer.soon()
  timer.soon()
  await time.pass(FLUSH_PAUSE_MS - 1)
  timer.soon()
  expect(writes).toBe(0)
  await time.pass(1)
  expect(writes).toBe(1)
  timer.soon()
  await time.pass(FLUSH_PAUSE_MS)
  expect(writes).toBe(2)
})

it('writes a last time when it is stopped, and nothing afterwards', async () => {
  const time = newTime()
  const timer = new FlushTimer(time.after, () => {})
  let writes = 0
  timer.add(async () => {
    writes++
  })
  timer.soon()
  await timer.stop()
  expect(writes).toBe(1)
  timer.soon()
  expect(time.waiting()).toBe(0)
  await time.pass(10 * FLUSH_PAUSE_MS)
  expect(writes).toBe(1)
})

it('reports a failed write and continues with the others', async () => {
  const time = newTime()
  const reported: unknown[] = []
  const timer = new FlushTimer(time.after, (error) => reported.push(error))
  const unavailable = new Error('unavailable')
  let writes = 0
  timer.add(() => Promise.reject(unavailable))
  timer.add(async () => {
    writes++
  })
  timer.soon()
  await time.pass(FLUSH_PAUSE_MS)
  timer.soon()
  await time.pass(FLUSH_PAUSE_MS)
  expect(reported).toEqual([unavailable, unavailable])
  expect(writes).toBe(2)
})

it('never runs two writes at once', async () => {
  const time = newTime()
  const timer = new FlushTimer(time.after, () => {})
  let running = 0
  const endings: (() => void)[] = []
  timer.add(async () => {
    running++
    await new Promise<void>((resolve) => endings.push(resolve))
    running--
  })
  timer.soon()
  await time.pass(FLUSH_PAUSE_MS)
  timer.soon()
  await time.pass(FLUSH_PAUSE_MS)
  expect(running).toBe(1)
  endings[0]!()
  await expect.poll(() => endings.length).toBe(2)
  expect(running).toBe(1)
  endings[1]!()
})
