import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'
import { callOperation, server } from '../../ui/server-calls'
import { allPages, targetsKey } from '../targets/target-data'

export type ToolGuard = inferRouterOutputs<AppRouter>['calls']['guard']
export type ListedGuard = inferRouterOutputs<AppRouter>['calls']['guards']['items'][number]
export type ToolGuardInput = inferRouterInputs<AppRouter>['calls']['addGuard']
export type ClaimSource = ToolGuard['guard']['map']['claims'][string]
export type Lookup = ToolGuard['guard']['map']['lookups'][string]

export function guardsQuery(namespaceId: string) {
  return {
    queryKey: targetsKey('tool guard', namespaceId),
    queryFn: () => allPages((page) => server.calls.guards.query(page)),
  }
}

/** A claim that a guard's ruleset declares; a record or list is one claim. */
export interface DeclaredClaim {
  readonly name: string
  readonly type: string
}

/** The claims of a stored ruleset in the order of its text. */
export function claimsQuery(hash: string) {
  return {
    queryKey: ['declared claims', hash],
    queryFn: () => readDeclaredClaims(hash),
    enabled: /^[0-9a-f]{64}$/.test(hash),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }
}

interface Manifest {
  readonly claims: readonly { readonly claim: string; readonly data_type: string }[]
}

async function readDeclaredClaims(hash: string): Promise<readonly DeclaredClaim[]> {
  const { source } = await server.revisions.source.query({ hash })
  const answer = await callOperation('compile', JSON.stringify({ source }))
  if (!answer.ok) return []
  const { manifest }: { readonly manifest: Manifest } = JSON.parse(answer.body)
  const claims = new Map<string, string>()
  for (const { claim, data_type: type } of manifest.claims) {
    const [name = claim] = claim.split(/[.[]/)
    if (!claims.has(name)) claims.set(name, name === claim ? type : 'record')
  }
  return [...claims].map(([name, type]) => ({ name, type }))
}
