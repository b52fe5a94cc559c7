import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'

export type ReviewTask = inferRouterOutputs<AppRouter>['reviews']['task']
export type QueueState = 'waiting' | 'answered'

export const queueKey = (namespaceId: string, state: QueueState) => ['reviews', namespaceId, state] as const
export const taskKey = (id: string) => ['review', id] as const

/** Interval between two loads of the queue, in milliseconds. */
export const POLL_INTERVAL_MS = 4_000
/** Tasks per page of the queue. */
export const PAGE_TASKS = 50

/** The queue and the task in the page's URL. */
export interface ReviewAddress {
  readonly state: QueueState
  /** Null if no task is open. */
  readonly task: string | null
}

export function readAddress(query: Pick<URLSearchParams, 'get'>): ReviewAddress {
  const task = query.get('task')
  return {
    state: query.get('state') === 'answered' ? 'answered' : 'waiting',
    task: task !== null && /^[0-9a-f-]{36}$/.test(task) ? task : null,
  }
}

/** Returns the query string without default values. */
export function addressQuery({ state, task }: ReviewAddress): string {
  const query = new URLSearchParams()
  if (state !== 'waiting') query.set('state', state)
  if (task !== null) query.set('task', task)
  return query.size === 0 ? '' : `?${query}`
}

/** Returns the task to open after an answer: the next one, or else the first remaining one. */
export function nextTask(ids: readonly string[], answered: string): string | null {
  const left = ids.filter((id) => id !== answered)
  const index = ids.indexOf(answered)
  return ids[index + 1] ?? left[0] ?? null
}
