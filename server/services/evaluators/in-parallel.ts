/**
 * The same question several times at once.
 *
 * Promises: answers in the order of their numbers, from 1. When one throws, the others are aborted and waited for, so that
 * nothing runs on after the call has ended.
 */
export async function inParallel<T>(
  count: number,
  signal: AbortSignal,
  ask: (number: number, within: AbortSignal) => Promise<T>,
): Promise<T[]> {
  const others = new AbortController()
  const within = AbortSignal.any([signal, others.signal])
  const asked = Array.from({ length: count }, async (_, place) => {
    try {
      return await ask(place + 1, within)
    } catch (error) {
      others.abort(error)
      throw error
    }
  })
  const settled = await Promise.allSettled(asked)
  signal.throwIfAborted()
  if (others.signal.aborted) throw others.signal.reason
  return settled.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
}
