import { useInfiniteQuery } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { useMemo } from 'react'
import { rulesetPath } from '../../../server/api/page-paths'
import type { AppRouter } from '../../../server/http/trpc/router'
import { server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'

type Answers = inferRouterOutputs<AppRouter>['history']

export type Graph = Answers['graph']
export type GraphNode = Graph['nodes'][number]
type GraphBinding = Graph['bindings'][number]
export type Comparison = Answers['compare']
export type ComparedRevision = Comparison['from']
export type Described = NonNullable<ComparedRevision['compiled']>['claims'][number]
export type Fact = Described['facts'][number]
export type CaseChanges = Answers['caseChanges']

export interface Pair {
  readonly from: string
  readonly to: string
}

/** URL of the comparison of two revisions. */
export function comparePath(name: string, { from, to }: Pair): string {
  return `${rulesetPath(name, 'history')}?from=${from}&to=${to}`
}

/** URL of the editor with the text of an old revision, which is not saved yet. */
export function restorePath(name: string, hash: string): string {
  return `${rulesetPath(name)}?from=${hash}`
}

export interface ListedRevision {
  readonly node: GraphNode
  /** Every binding of the name to it, newest first. */
  readonly bindings: readonly GraphBinding[]
}

/** Loads older parts on demand. */
export function useGraph(name: string) {
  const { namespace } = useViewer()
  const query = useInfiniteQuery({
    queryKey: ['history', namespace.id, name],
    queryFn: ({ pageParam }) => server.history.graph.query({ name, before: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ older }) => older,
  })
  const { data } = query
  const revisions = useMemo(() => listRevisions(data?.pages ?? []), [data])
  return { query, revisions, current: data?.pages[0]?.current ?? null }
}

function listRevisions(
  pages: readonly { readonly nodes: readonly GraphNode[]; readonly bindings: readonly GraphBinding[] }[],
): readonly ListedRevision[] {
  const nodes = new Map<string, GraphNode>()
  for (const part of pages) for (const node of part.nodes) if (!nodes.has(node.hash)) nodes.set(node.hash, node)
  const bindings = new Map<string, GraphBinding[]>()
  for (const binding of pages.flatMap((part) => part.bindings))
    bindings.set(binding.hash, [...(bindings.get(binding.hash) ?? []), binding])
  // Bytes may be bound again, so a revision of an older part may have been stored later.
  return [...nodes.values()]
    .sort((a, b) => b.storedAt.localeCompare(a.storedAt) || b.depth - a.depth || a.hash.localeCompare(b.hash))
    .map((node) => ({ node, bindings: bindings.get(node.hash) ?? [] }))
}
