/** Rulesets as the server tells pages of them. */
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'
import { server } from '../ui/server-calls'

type Outputs = inferRouterOutputs<AppRouter>['revisions']

export type RulesetRow = Outputs['list'][number]
export type OpenedRuleset = Outputs['open']
export type ApprovalState = RulesetRow['approval']
export type SaveAnswer = Outputs['save']
/** A revision that somebody else saved. */
export type NewerRevision = Extract<SaveAnswer, { kind: 'conflict' }>['theirs']

/** Of the list, which is read anew whenever the page is looked at again. */
export function rulesetsQuery(namespaceId: string) {
  return { queryKey: ['rulesets', namespaceId], queryFn: () => server.revisions.list.query() }
}

/** Of one ruleset, as the name points at it now. */
export function rulesetQuery(namespaceId: string, name: string) {
  return { queryKey: ['ruleset', namespaceId, name], queryFn: () => server.revisions.open.query({ name }) }
}
