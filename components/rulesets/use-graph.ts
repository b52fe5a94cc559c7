import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { server } from '../ui/server-calls'
import { useViewer } from '../ui/viewer'
import type { GraphBinding, GraphNode } from './history-data'

export interface ListedRevision {
  readonly node: GraphNode
  /** Every time that the name was bound to it, newest first. */
  readonly bindings: readonly GraphBinding[]
}

/** The history of a name, its newest part first; older parts on demand. */
export function useGraph(name: string) {
  const { namespace } = useViewer()
  const query = useInfiniteQuery({
    queryKey: ['history', namespace.id, name],
    queryFn: ({ pageParam }) => server.history.graph.query({ name, before: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ older }) => older,
  })
  const { data } = query
  const revisions = useMemo(() => listed(data?.pages ?? []), [data])
  return { query, revisions, current: data?.pages[0]?.current ?? null }
}

function listed(
  parts: readonly { readonly nodes: readonly GraphNode[]; readonly bindings: readonly GraphBinding[] }[],
): readonly ListedRevision[] {
  const nodes = new Map<string, GraphNode>()
  for (const part of parts) for (const node of part.nodes) if (!nodes.has(node.hash)) nodes.set(node.hash, node)
  const bindings = new Map<string, GraphBinding[]>()
  for (const binding of parts.flatMap((part) => part.bindings))
    bindings.set(binding.hash, [...(bindings.get(binding.hash) ?? []), binding])
  // A revision of an older part may have been stored after one of a newer part: bytes are bound again.
  return [...nodes.values()]
    .sort((a, b) => b.storedAt.localeCompare(a.storedAt) || b.depth - a.depth || a.hash.localeCompare(b.hash))
    .map((node) => ({ node, bindings: bindings.get(node.hash) ?? [] }))
}
