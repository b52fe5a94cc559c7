/** Which queue and which task the address of the page names. */
import type { QueueState } from './review-data'

export interface ReviewAddress {
  readonly state: QueueState
  /** Null: none is open. */
  readonly task: string | null
}

export function readAddress(query: Pick<URLSearchParams, 'get'>): ReviewAddress {
  const task = query.get('task')
  return {
    state: query.get('state') === 'answered' ? 'answered' : 'waiting',
    task: task !== null && /^[0-9a-f-]{36}$/.test(task) ? task : null,
  }
}

/** The query of the address, without what goes without saying. */
export function addressQuery({ state, task }: ReviewAddress): string {
  const query = new URLSearchParams()
  if (state !== 'waiting') query.set('state', state)
  if (task !== null) query.set('task', task)
  return query.size === 0 ? '' : `?${query}`
}

/** The task to go on with when one was answered: the one after it, else the first that is left. */
export function nextTask(ids: readonly string[], answered: string): string | null {
  const left = ids.filter((id) => id !== answered)
  const place = ids.indexOf(answered)
  return ids[place + 1] ?? left[0] ?? null
}
