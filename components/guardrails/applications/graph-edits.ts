/**
 * Edits an application's graph. Renaming or removing a node also changes its edges. Only api/terms/application-graph.ts
 * decides whether a graph can be saved.
 */
import type { Graph, GraphEdge } from '../../../server/api/terms/application-graph'

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

export function withoutNode({ nodes, edges }: Graph, id: string): Graph {
  return {
    nodes: nodes.filter((node) => node.id !== id),
    edges: edges.filter(({ from, to }) => from !== id && to !== id),
  }
}

/** Renames a node; the id must be free (see {@link idProblem}). */
export function renameNode({ nodes, edges }: Graph, id: string, next: string): Graph {
  const named = (end: string) => (end === id ? next : end)
  return {
    nodes: nodes.map((node) => (node.id === id ? { ...node, id: next } : node)),
    edges: edges.map((edge) => ({ ...edge, from: named(edge.from), to: named(edge.to) })),
  }
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

export function changedEdge(graph: Graph, index: number, change: Partial<GraphEdge>): Graph {
  return { ...graph, edges: graph.edges.map((edge, at) => (at === index ? { ...edge, ...change } : edge)) }
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
