/** The review queue of a page: its queries, and its state in the address of the page. */
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'

export type ReviewTask = inferRouterOutputs<AppRouter>['reviews']['task']
export type QueueState = 'waiting' | 'answered'

export const queueKey = (namespaceId: string, state: QueueState) => ['reviews', namespaceId, state] as const
export const taskKey = (id: string) => ['review', id] as const

/** How often a page loads the queue anew, in milliseconds. */
export const LOOK_EVERY = 4_000
/** Tasks in one page of the queue. */
export const QUEUE_PAGE = 50

/** Which queue and which task the address of the page names. */
export interface ReviewAddress {
  readonly state: QueueState
  /** Null when none is open. */
  readonly task: string | null
}

export function readAddress(query: Pick<URLSearchParams, 'get'>): ReviewAddress {
  const task = query.get('task')
  return {
    state: query.get('state') === 'answered' ? 'answered' : 'waiting',
    task: task !== null && /^[0-9a-f-]{36}$/.test(task) ? task : null,
  }
}

/** The query string of an address, without members that have their default. */
export function addressQuery({ state, task }: ReviewAddress): string {
  const query = new URLSearchParams()
  if (state !== 'waiting') query.set('state', state)
  if (task !== null) query.set('task', task)
  return query.size === 0 ? '' : `?${query}`
}

/** The task to open after one was answered: the next one, else the first that is left; null when none is left. */
export function nextTask(ids: readonly string[], answered: string): string | null {
  const left = ids.filter((id) => id !== answered)
  const index = ids.indexOf(answered)
  return ids[index + 1] ?? left[0] ?? null
}
