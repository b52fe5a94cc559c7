/** The review queue as pages know it. */
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'

export type ReviewTask = inferRouterOutputs<AppRouter>['reviews']['task']
export type QueueState = 'waiting' | 'answered'

export const queueKey = (namespaceId: string, state: QueueState) => ['reviews', namespaceId, state] as const
export const taskKey = (id: string) => ['review', id] as const

/** How often the queue is looked at while a page shows it, in milliseconds. */
export const LOOK_EVERY = 4_000
/** Tasks that are asked for at once. */
export const QUEUE_PAGE = 50
