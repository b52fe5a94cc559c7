import { expect, it } from 'vitest'
import { MAX_ATTEMPTS, type WorkDelivery } from './bus'
import { deliverMessage, MAX_DELIVERIES, pauseAfter } from './deliver'

const NEVER = new AbortController().signal
const delivery = (attempt: number): WorkDelivery => ({
  id: 'a',
  subject: 'touchstone.frames.x',
  payload: '{}',
  attempt,
})

function recorder(fails: boolean) {
  const calls: string[] = []
  return {
    calls,
    handle: async () => {
      calls.push('handle')
      if (fails) throw new Error('no')
    },
    exhausted: async (_delivery: WorkDelivery, reason: string) => {
      calls.push(`exhausted: ${reason}`)
    },
  }
}

it('pauses from a quarter of a second to half a minute', () => {
  expect([1, 2, 3, 4, 7, 8, 9, 5_000].map(pauseAfter)).toEqual([250, 500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000])
})

it('handles a message for fifty deliveries if only its workers died', async () => {
  const options = recorder(false)
  expect(await deliverMessage(options, delivery(MAX_DELIVERIES), 0, NEVER)).toEqual({ kind: 'done' })
  expect(options.calls).toEqual(['handle'])
})

it('does not hand a message to a fifty-first worker', async () => {
  const options = recorder(false)
  const reason = 'it was delivered 50 times and 1 handlings failed'
  expect(await deliverMessage(options, delivery(MAX_DELIVERIES + 1), 1, NEVER)).toEqual({ kind: 'given_up', reason })
  expect(options.calls).toEqual([`exhausted: ${reason}`])
})

it('gives up with the last failure', async () => {
  const options = recorder(true)
  expect(await deliverMessage(options, delivery(9), MAX_ATTEMPTS - 2, NEVER)).toMatchObject({
    kind: 'failed',
    failures: 4,
  })
  expect(await deliverMessage(options, delivery(9), MAX_ATTEMPTS - 1, NEVER)).toEqual({
    kind: 'given_up',
    reason: 'no',
  })
  expect(options.calls).toEqual(['handle', 'handle', 'exhausted: no'])
})

it('gives nothing up because its worker stops', async () => {
  const options = recorder(true)
  const stopped = AbortSignal.abort()
  expect(await deliverMessage(options, delivery(9), MAX_ATTEMPTS - 1, stopped)).toMatchObject({ kind: 'failed' })
  expect(options.calls).toEqual(['handle'])
})

it('shortens a reason to a text that every database can store', async () => {
  const handle = () => Promise.reject(`\0\ud800${'x'.repeat(9_000)}`)
  const outcome = await deliverMessage({ handle, exhausted: async () => undefined }, delivery(1), 0, NEVER)
  expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^\u{fffd}\u{fffd}x{1998}$/u) })
})
