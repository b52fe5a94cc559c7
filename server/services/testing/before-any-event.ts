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
