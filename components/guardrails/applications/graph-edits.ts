/**
 * Edits an application's graph. Renaming or removing a node also changes its edges. Only api/terms/application-graph.ts
 * decides whether a graph can be saved.
 */
import type { Graph, GraphEdge } from '../../../server/api/terms/application-graph'
import type { EdgeCondition } from '../../../server/api/terms/guardrail-terms'

/** The selected node by its id, or the selected edge by its ends. */
export type GraphSelection =
  | { readonly kind: 'node'; readonly id: string }
  | { readonly kind: 'edge'; readonly from: string; readonly to: string }

const MAX_ID_CHARS = 64

/** Adds a node with a free id, made from the guardrail's `name`. */
export function withNode(graph: Graph, guardrailId: string, name: string): Graph {
  const id = freeId(graph, name)
  return { ...graph, nodes: [...graph.nodes, { id, guardrail_id: guardrailId }] }
}

export function withoutNode({ deciding_node: deciding, ...graph }: Graph, id: string): Graph {
  const { nodes, edges } = graph
  return {
    ...withDecidingNode(graph, deciding === id ? null : (deciding ?? null)),
    nodes: nodes.filter((node) => node.id !== id),
    edges: edges.filter(({ from, to }) => from !== id && to !== id),
  }
}

/** Renames a node; the id must be free (see {@link idProblem}). */
export function renameNode(graph: Graph, id: string, next: string): Graph {
  const { nodes, edges, deciding_node: deciding = null } = graph
  const named = (end: string) => (end === id ? next : end)
  return {
    ...withDecidingNode(graph, deciding === null ? null : named(deciding)),
    nodes: nodes.map((node) => (node.id === id ? { ...node, id: next } : node)),
    edges: edges.map((edge) => ({ ...edge, from: named(edge.from), to: named(edge.to) })),
  }
}

/** @param id null for the last nodes */
export function withDecidingNode({ deciding_node: _earlier, ...graph }: Graph, id: string | null): Graph {
  return id === null ? graph : { ...graph, deciding_node: id }
}

/** An Error has no confidence. @param below null for any confidence */
export function withCondition(graph: Graph, index: number, when: EdgeCondition, below: number | null): Graph {
  const edges = graph.edges.map(({ below: _earlier, ...edge }, at) => {
    if (at !== index) return _earlier === undefined ? edge : { ...edge, below: _earlier }
    return below === null || when === 'ERROR' ? { ...edge, when } : { ...edge, when, below }
  })
  return { ...graph, edges }
}

export function withGuardrail(graph: Graph, id: string, guardrailId: string): Graph {
  return {
    ...graph,
    nodes: graph.nodes.map((node) => (node.id === id ? { ...node, guardrail_id: guardrailId } : node)),
  }
}

/** Adds an edge, unless it exists or leads from a node to itself. */
export function withEdge(graph: Graph, edge: GraphEdge): Graph {
  const { from, to } = edge
  if (from === to || graph.edges.some((other) => other.from === from && other.to === to)) return graph
  return { ...graph, edges: [...graph.edges, edge] }
}

export function withoutEdge(graph: Graph, index: number): Graph {
  return { ...graph, edges: graph.edges.filter((_, at) => at !== index) }
}

/** Returns the problem of a new id as a sentence; null if the id is allowed. */
export function idProblem({ nodes }: Graph, id: string, next: string): string | null {
  if (!/^[\w-]{1,64}$/.test(next)) return 'Use 1 to 64 letters, digits, _ or -.'
  return next !== id && nodes.some((node) => node.id === next) ? 'Another node has this id.' : null
}

function freeId({ nodes }: Graph, name: string): string {
  const taken = new Set(nodes.map(({ id }) => id))
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const stem = words.slice(0, MAX_ID_CHARS - 4).replace(/-+$/, '') || 'node'
  for (let count = 1; ; count++) {
    const id = count === 1 ? stem : `${stem}-${count}`
    if (!taken.has(id)) return id
  }
}
