/**
 * A database that stays away, as callers are told of it.
 *
 * Promises: nothing was charged, and the same call may be sent again.
 */
import { Refusal } from '../contract/refusal'
import { StoreUnavailable } from '../store/store-unavailable'

/** The same functions, which refuse with ENGINE_BUSY where the database is away. Members must be own functions. */
export function answeringWhenAway<T extends object>(functions: T): T {
  const guarded = Object.entries(functions).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      const answer: unknown = (run as (...args: unknown[]) => unknown)(...args)
      return answer instanceof Promise ? answer.catch(told) : answer
    },
  ])
  return Object.fromEntries(guarded) as T
}

function told(error: unknown): never {
  if (!(error instanceof StoreUnavailable)) throw error
  throw new Refusal(
    'ENGINE_BUSY',
    'The database of this deployment does not answer at the moment. Send the same request again.',
    { retry_after_ms: 2_000 },
  )
}
