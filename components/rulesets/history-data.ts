/** What the server tells of a history, and the addresses of its pages. */
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'
import { rulesetPath } from '../ui/ruleset-path'

type Answers = inferRouterOutputs<AppRouter>['history']

export type Graph = Answers['graph']
export type GraphNode = Graph['nodes'][number]
export type GraphBinding = Graph['bindings'][number]
export type Comparison = Answers['compare']
export type ComparedRevision = Comparison['from']
export type Described = NonNullable<ComparedRevision['compiled']>['claims'][number]
export type Fact = Described['facts'][number]
export type CaseChanges = Answers['caseChanges']

export interface Pair {
  readonly from: string
  readonly to: string
}

/** Of the comparison of two revisions. */
export function comparePath(name: string, { from, to }: Pair): string {
  return `${rulesetPath(name, 'history')}?from=${from}&to=${to}`
}

/** Of the editor with the text of an old revision in it; nothing is saved by going there. */
export function restorePath(name: string, hash: string): string {
  return `${rulesetPath(name)}?from=${hash}`
}
