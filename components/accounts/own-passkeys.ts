/** The signed-in person's passkeys, as their page and its dialogs know them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'
import { server } from '../ui/server-calls'

export type OwnPasskeys = inferRouterOutputs<AppRouter>['passkeys']['list']
export type OwnPasskey = OwnPasskeys['passkeys'][number]

const KEY = ['passkeys']

export function useOwnPasskeys() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => server.passkeys.list.query(undefined, { signal }) })
}

/** For after a change. */
export function useReadAgain(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: KEY })
}
