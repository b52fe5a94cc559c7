import { Graph as LayoutGraph, layout } from '@dagrejs/dagre'
import type { Node } from '@xyflow/react'
import { useMemo } from 'react'
import type { Graph } from '../../../server/api/terms/application-graph'
import type { GraphSelection } from './graph-edits'

export const NODE_WIDTH = 200
export const NODE_HEIGHT = 68

export type Direction = 'right' | 'down'

interface NodeGuardrail {
  readonly name: string
  readonly type: string
}

export type DrawnNode = Node<{
  readonly id: string
  readonly guardrail: NodeGuardrail | null
  readonly direction: Direction
  readonly connectable: boolean
}>

export interface DrawnGraph {
  readonly graph: Graph
  readonly guardrails: ReadonlyMap<string, NodeGuardrail>
  readonly direction: Direction
  readonly readOnly: boolean
  readonly selected: GraphSelection | null
}

/**
 * Returns upper left corners by node, each after its predecessors. Edges to missing nodes are ignored; cycles are drawn
 * too.
 */
export function graphLayout(
  { nodes, edges }: Graph,
  direction: Direction,
): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const drawing = new LayoutGraph()
  drawing.setGraph({ rankdir: direction === 'right' ? 'LR' : 'TB', nodesep: 32, ranksep: 72 })
  drawing.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) drawing.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT })
  for (const { from, to } of edges) if (drawing.hasNode(from) && drawing.hasNode(to)) drawing.setEdge(from, to)
  layout(drawing)
  return new Map(
    nodes.map(({ id }) => {
      const { x = 0, y = 0 } = drawing.node(id) as { readonly x?: number; readonly y?: number }
      return [id, { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 }]
    }),
  )
}

/** Returns the nodes at their places, each with a label for screen readers. */
export function useDrawnNodes({ graph, guardrails, direction, readOnly, selected }: DrawnGraph): DrawnNode[] {
  const positions = useMemo(() => graphLayout(graph, direction), [graph, direction])
  return graph.nodes.map(({ id, guardrail_id }) => {
    const guardrail = guardrails.get(guardrail_id) ?? null
    return {
      id,
      type: 'guardrail',
      position: positions.get(id) ?? { x: 0, y: 0 },
      width: NODE_WIDTH,
      height: NODE_HEIGHT,
      measured: { width: NODE_WIDTH, height: NODE_HEIGHT },
      selected: selected?.kind === 'node' && selected.id === id,
      data: { id, guardrail, direction, connectable: !readOnly },
      ariaLabel: `Node ${id}, ${guardrail?.name ?? 'a guardrail that is not there'}`,
    }
  })
}
