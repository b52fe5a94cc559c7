/** Projects, guardrails and applications as the server tells pages of them. */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/doors/trpc/router'
import { server } from '../calls/server-calls'
import { allPages } from './all-pages'

type Outputs = inferRouterOutputs<AppRouter>['targets']
type Inputs = inferRouterInputs<AppRouter>['targets']

export type Project = Outputs['projects']['items'][number]
export type Guardrail = Outputs['guardrail']
export type Application = Outputs['application']
export type GuardrailWish = Inputs['addGuardrail']['wish']
export type RulesetState = NonNullable<Guardrail['ruleset']>['state']

export const projectsKey = (namespaceId: string) => ['projects', namespaceId] as const
export const guardrailsKey = (namespaceId: string) => ['guardrails', namespaceId] as const
export const applicationsKey = (namespaceId: string) => ['applications', namespaceId] as const

export function projectsQuery(namespaceId: string) {
  return { queryKey: projectsKey(namespaceId), queryFn: () => allPages((page) => server.targets.projects.query(page)) }
}

/** Of all projects. */
export function guardrailsQuery(namespaceId: string) {
  return {
    queryKey: guardrailsKey(namespaceId),
    queryFn: () => allPages((page) => server.targets.guardrails.query({ projectId: null, ...page })),
  }
}

/** Of all projects. */
export function applicationsQuery(namespaceId: string) {
  return {
    queryKey: applicationsKey(namespaceId),
    queryFn: () => allPages((page) => server.targets.applications.query({ projectId: null, ...page })),
  }
}
