/**
 * Refusals for a database that is unavailable, full or damaged.
 *
 * Promises: nothing was charged; where the message says so, the same call may be sent again.
 */
import { Refusal } from '../../api/refusal'
import { StorageFault, StoreUnavailable } from '../../database/client/storage-fault'

/** The same functions, which refuse with ENGINE_BUSY where the database is unavailable. Members must be own functions. */
export function refusingWhenUnavailable<T extends object>(functions: T): T {
  const guarded = Object.entries(functions).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      const answer: unknown = (run as (...args: unknown[]) => unknown)(...args)
      return answer instanceof Promise ? answer.catch(refuse) : answer
    },
  ])
  return Object.fromEntries(guarded) as T
}

function refuse(error: unknown): never {
  throw storeRefusal(error) ?? error
}

/** The refusal for an unavailable database, a full disk or damaged data; null for other errors. */
export function storeRefusal(error: unknown): Refusal | null {
  if (error instanceof StoreUnavailable)
    return new Refusal(
      'ENGINE_BUSY',
      'The database of this deployment does not answer at the moment. Send the same request again.',
      { retry_after_ms: 2_000 },
    )
  if (!(error instanceof StorageFault)) return null
  if (error.kind === 'full')
    return new Refusal(
      'ENGINE_BUSY',
      'The disk of this deployment is full, so nothing was stored. Ask its operator to free space, then send the same request again.',
      { retry_after_ms: 60_000 },
    )
  return new Refusal(
    'ENGINE_ERROR',
    'The database of this deployment reports damaged data, so no partial answer is offered. Quote the x-request-id header to its operator, who has to restore a backup.',
  )
}
