/** Projects, guardrails and applications as the server tells pages of them. */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'
import { server } from '../ui/server-calls'
import { allPages } from './all-pages'
import { TARGET_KINDS, type TargetKind } from './target-kinds'

type Outputs = inferRouterOutputs<AppRouter>['targets']
type Inputs = inferRouterInputs<AppRouter>['targets']

export type Project = Outputs['projects']['items'][number]
export type Guardrail = Outputs['guardrail']
export type Application = Outputs['application']
export type GuardrailInput = Inputs['addGuardrail']['wish']
export type RulesetState = NonNullable<Guardrail['ruleset']>['state']
/** What every target has, whatever its kind. */
export type StoredTarget = Pick<Guardrail, 'id' | 'name' | 'projectId' | 'version' | 'updatedAt' | 'updatedBy'>

export const projectsKey = (namespaceId: string) => ['projects', namespaceId] as const
export const targetsKey = (kind: TargetKind, namespaceId: string) => [TARGET_KINDS[kind].many, namespaceId] as const
export const targetKey = (kind: TargetKind, id: string) => [kind, id] as const

export function projectsQuery(namespaceId: string) {
  return { queryKey: projectsKey(namespaceId), queryFn: () => allPages((page) => server.targets.projects.query(page)) }
}

/** Of all projects. */
export function guardrailsQuery(namespaceId: string) {
  return {
    queryKey: targetsKey('guardrail', namespaceId),
    queryFn: () => allPages((page) => server.targets.guardrails.query({ projectId: null, ...page })),
  }
}

/** Of all projects. */
export function applicationsQuery(namespaceId: string) {
  return {
    queryKey: targetsKey('application', namespaceId),
    queryFn: () => allPages((page) => server.targets.applications.query({ projectId: null, ...page })),
  }
}
