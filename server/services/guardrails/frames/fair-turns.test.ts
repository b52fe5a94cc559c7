import { setMaxListeners } from 'node:events'
import { expect, it } from 'vitest'
import { FairTurns } from './fair-turns'

const FOR_EVER = new AbortController().signal
setMaxListeners(0, FOR_EVER)
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** The test ends the calls and moves the clock. */
function turnsOf(slots: number) {
  let at = 0
  const pauses: (() => void)[] = []
  const turns = new FairTurns({
    slots,
    now: () => at,
    pause: () => new Promise((resolve) => void pauses.push(resolve)),
  })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const come = (share: string, name: string, signal = FOR_EVER) =>
    turns.run(share, signal, () => {
      begun.push(name)
      return new Promise<void>((resolve) => void ends.set(name, resolve))
    })
  const end = async (name: string, after: number) => {
    at += after
    ends.get(name)?.()
    await settled()
  }
  return { turns, begun, come, end, pauses }
}

it('a group that sends little is next, however many frames of another group wait', async () => {
  const { begun, come, end } = turnsOf(2)
  for (let frame = 0; frame < 500; frame++) void come('flood', `flood ${frame}`)
  void come('small', 'small 0')
  void come('small', 'small 1')
  await settled()
  expect(begun).toEqual(['flood 0', 'flood 1'])
  await end('flood 0', 10)
  expect(begun.at(-1)).toBe('small 0')
  await end('small 0', 10)
  await end('flood 1', 0)
  expect(begun.slice(2, 5).toSorted()).toEqual(['flood 2', 'small 0', 'small 1'])
})

it('frames of a group start in their order', async () => {
  const { begun, come, end } = turnsOf(1)
  for (const name of ['a', 'b', 'c', 'd']) void come('group', name)
  await settled()
  for (const name of ['a', 'b', 'c']) await end(name, 5)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

it('a pausing frame gives up its slot and takes one again', async () => {
  const { turns, begun, come, end, pauses } = turnsOf(1)
  const paused = turns.run('a', FOR_EVER, async ({ pause }) => {
    begun.push('first')
    await Promise.all([pause(10), pause(10)])
    begun.push('first again')
  })
  void come('b', 'second')
  await settled()
  expect(begun).toEqual(['first', 'second'])
  for (const resume of pauses) resume()
  await settled()
  expect(begun).toEqual(['first', 'second'])
  await end('second', 3)
  await paused
  expect(begun).toEqual(['first', 'second', 'first again'])
  void come('b', 'third')
  await settled()
  expect(begun.at(-1)).toBe('third')
})

it('a part that still pauses after its frame has ended takes no slot', async () => {
  const { turns, begun, come, pauses } = turnsOf(1)
  await expect(
    turns.run('a', FOR_EVER, async ({ pause }) => {
      void pause(10)
      throw new Error('failed')
    }),
  ).rejects.toThrow('failed')
  pauses[0]!()
  await settled()
  void come('b', 'next')
  await settled()
  expect(begun).toEqual(['next'])
})

it('an aborted wait ends at once and takes no slot', async () => {
  const { begun, come, end } = turnsOf(1)
  const controller = new AbortController()
  void come('a', 'first')
  const given = come('a', 'second', controller.signal)
  void come('a', 'third')
  controller.abort(new Error('over'))
  await expect(given).rejects.toThrow('over')
  await end('first', 1)
  expect(begun).toEqual(['first', 'third'])
  await expect(come('a', 'late', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
})

it('a part that pauses again gives up the slot while another part still pauses', async () => {
  const { turns, begun, come, end, pauses } = turnsOf(1)
  const both = turns.run('a', FOR_EVER, async ({ pause }) => {
    await Promise.all([pause(10).then(() => pause(10)), pause(10_000)])
  })
  await settled()
  pauses[0]!()
  await settled()
  expect(pauses).toHaveLength(3)
  void come('b', 'other')
  await settled()
  expect(begun).toEqual(['other'])
  pauses[1]!()
  pauses[2]!()
  await end('other', 1)
  await both
  void come('b', 'next')
  await settled()
  expect(begun).toEqual(['other', 'next'])
})
