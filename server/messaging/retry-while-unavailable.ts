/**
 * Repeats a call while the bus is away.
 *
 * Promises: a call that can be repeated is, until the patience is over; an error that says nothing of the bus being away
 * is passed on at once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { BusUnavailable } from './bus'

const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 500

/** @throws BusUnavailable when the patience is over or `stopped` says that nobody waits any more */
export async function retryWhileUnavailable<T>(
  call: () => Promise<T>,
  isAway: (error: unknown) => boolean,
  retryForMs: number,
  stopped: () => boolean,
): Promise<T> {
  const deadline = performance.now() + retryForMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await call()
    } catch (error) {
      if (!isAway(error)) throw error
      if (stopped() || performance.now() + pause > deadline) throw new BusUnavailable({ cause: error })
      await sleep(pause)
    }
  }
}
