import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'
import { server } from '../../ui/server-calls'

/** The versioned things of the guardrail platform that authors edit: their names and list pages. */
export const TARGET_KINDS = {
  guardrail: {
    title: 'Guardrail',
    one: 'guardrail',
    many: 'guardrails',
    list: { href: '/guardrails', title: 'Guardrails' },
  },
  application: {
    title: 'Application',
    one: 'application',
    many: 'applications',
    list: { href: '/applications', title: 'Applications' },
  },
  'tool guard': {
    title: 'Tool guard',
    one: 'tool guard',
    many: 'tool guards',
    list: { href: '/tool-guards', title: 'Tool guards' },
  },
} as const

export type TargetKind = keyof typeof TARGET_KINDS

/** Roles with permission to read targets. */
export const TARGET_READERS = ['author', 'reviewer', 'administrator'] as const

type Outputs = inferRouterOutputs<AppRouter>['targets']
type Inputs = inferRouterInputs<AppRouter>['targets']

export type Project = Outputs['projects']['items'][number]
export type Guardrail = Outputs['guardrail']
export type Application = Outputs['application']
export type GuardrailInput = Inputs['addGuardrail']['content']
export type RulesetState = NonNullable<Guardrail['ruleset']>['state']
/** Members that all of them have. */
export type StoredTarget = Pick<Guardrail, 'id' | 'name' | 'version' | 'updatedAt' | 'updatedBy'>
/** Targets receive frames and belong to a project. */
export type ListedTarget = StoredTarget & Pick<Guardrail, 'projectId'>

export const projectsKey = (namespaceId: string) => ['projects', namespaceId] as const
export const targetsKey = (kind: TargetKind, namespaceId: string) => [TARGET_KINDS[kind].many, namespaceId] as const
export const targetKey = (kind: TargetKind, id: string) => [kind, id] as const

export function projectsQuery(namespaceId: string) {
  return { queryKey: projectsKey(namespaceId), queryFn: () => allPages((page) => server.targets.projects.query(page)) }
}

/** Guardrails of all projects. */
export function guardrailsQuery(namespaceId: string) {
  return {
    queryKey: targetsKey('guardrail', namespaceId),
    queryFn: () => allPages((page) => server.targets.guardrails.query({ projectId: null, ...page })),
  }
}

/** Applications of all projects. */
export function applicationsQuery(namespaceId: string) {
  return {
    queryKey: targetsKey('application', namespaceId),
    queryFn: () => allPages((page) => server.targets.applications.query({ projectId: null, ...page })),
  }
}

/** Items per page, the server's maximum. */
const PAGE_ITEMS = 200
/** Pages that are loaded; a longer list is cut. */
const MAX_PAGES = 20

export interface WholeList<T> {
  readonly items: readonly T[]
  /** Whether the server has more items. */
  readonly cut: boolean
}

/** Loads a list page by page, up to `MAX_PAGES` pages. */
export async function allPages<T>(
  readPage: (page: { readonly cursor: string | null; readonly limit: number }) => Promise<{
    readonly items: readonly T[]
    readonly next: string | null
  }>,
): Promise<WholeList<T>> {
  const items: T[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const answer: { readonly items: readonly T[]; readonly next: string | null } = await readPage({
      cursor,
      limit: PAGE_ITEMS,
    })
    items.push(...answer.items)
    cursor = answer.next
    if (cursor === null) return { items, cut: false }
  }
  return { items, cut: true }
}
