/**
 * The value of a promise that is settled before the event loop takes its next turn: nothing was read from a database, a
 * worker or a timer meanwhile.
 * @throws Error where it is not
 */
export async function beforeAnyEvent<T>(value: T | Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setImmediate(() => reject(new Error('the value was not there before the next turn of the event loop')))
  })
  return await Promise.race([value, late])
}
