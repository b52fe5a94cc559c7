import { Graph as LayoutGraph, layout } from '@dagrejs/dagre'
import type { Graph } from '../../../server/api/terms/application-graph'

export const NODE_WIDTH = 200
export const NODE_HEIGHT = 68

export type Direction = 'right' | 'down'

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
