/** Pending changes as the server gives them to pages, and the name under which they are stored there. */
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'
import { server } from './server-calls'

export type PendingChange = inferRouterOutputs<AppRouter>['members']['pendingChanges'][number]

export const CHANGES_KEY = ['pending changes'] as const

/** Asked for again by the minute: another administrator may be waiting. */
export function changesQuery() {
  return {
    queryKey: CHANGES_KEY,
    queryFn: () => server.members.pendingChanges.query(),
    refetchInterval: 60_000,
  }
}
