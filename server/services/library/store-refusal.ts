import { Refusal } from '../../api/refusal'
import { StorageFaultError, StoreUnavailableError } from '../../database/client/storage-fault'

/** Makes functions refuse with ENGINE_BUSY if the database is unavailable. They must be own members. */
export function refuseWhenUnavailable<T extends object>(functions: T): T {
  const guarded = Object.entries(functions).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      const answer: unknown = (run as (...args: unknown[]) => unknown)(...args)
      return answer instanceof Promise ? answer.catch(throwAsRefusal) : answer
    },
  ])
  return Object.fromEntries(guarded) as T
}

function throwAsRefusal(error: unknown): never {
  throw toStoreRefusal(error) ?? error
}

/** Returns null for other errors. Nothing was charged. */
export function toStoreRefusal(error: unknown): Refusal | null {
  if (error instanceof StoreUnavailableError)
    return new Refusal(
      'ENGINE_BUSY',
      'The database of this deployment does not answer at the moment. Send the same request again.',
      { retry_after_ms: 2_000 },
    )
  if (!(error instanceof StorageFaultError)) return null
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

/** Counts code points, as PostgreSQL does (public/docs/api.md, "Budgets"). @throws Refusal BUDGET_EXCEEDED */
export function demandCharacters(field: string, text: string, budget: string, limit: number): void {
  if (text.length <= limit) return
  let actual = 0
  for (const _ of text) actual++
  if (actual <= limit) return
  throw new Refusal('BUDGET_EXCEEDED', `\`${field}\` has ${actual} characters; at most ${limit} are allowed.`, {
    budget,
    limit,
    actual,
  })
}

/** @param actual bytes including the rejected ones */
export function namespaceFullRefusal(limit: number, actual: number): Refusal {
  return new Refusal('BUDGET_EXCEEDED', 'The namespace holds as many bytes of source as it may.', {
    budget: 'namespace_bytes',
    limit,
    actual,
  })
}
