import { setTimeout as sleep } from 'node:timers/promises'

/** @throws Error with what did not happen */
export async function until(reached: () => boolean | Promise<boolean>, what: string, withinMs = 30_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await reached())) {
    if (performance.now() > deadline) throw new Error(`in vain: ${what}`)
    await sleep(10)
  }
}

/**
 * Returns the value of a promise that settles before the next turn of the event loop, so without a database, worker or
 * timer.
 * @throws Error if it settles later
 */
export async function settleBeforeAnyEvent<T>(value: T | Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setImmediate(() => reject(new Error('the value was not there before the next turn of the event loop')))
  })
  return await Promise.race([value, late])
}
