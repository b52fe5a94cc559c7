/**
 * Reports every problem of a graph in the order of the document, with the path of the member. Pages use it while a
 * graph is drawn.
 */
import type { EdgeCondition } from './guardrail-terms'

export interface GraphNode {
  readonly id: string
  readonly guardrail_id: string
}

export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly when: EdgeCondition
  /** The confidence must be lower. Absent: any confidence. */
  readonly below?: number | undefined
}

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** The only node that concludes the application. Absent: the aggregation says which nodes do. */
  readonly deciding_node?: string | undefined
}

export interface GraphProblem {
  readonly path: (string | number)[]
  readonly problem: string
}

export function graphProblems({ nodes, edges, deciding_node: deciding }: Graph): GraphProblem[] {
  const problems: GraphProblem[] = []
  const known = new Set<string>()
  nodes.forEach(({ id }, place) => {
    if (known.has(id))
      problems.push({ path: ['nodes', place, 'id'], problem: `a node of its own; "${id}" is there twice` })
    known.add(id)
  })
  const drawn = new Set<string>()
  if (deciding !== undefined && !known.has(deciding))
    problems.push({ path: ['deciding_node'], problem: `a node of this application; there is no "${deciding}"` })
  edges.forEach(({ from, to, when, below }, place) => {
    for (const [end, id] of [
      ['from', from],
      ['to', to],
    ] as const)
      if (!known.has(id))
        problems.push({ path: ['edges', place, end], problem: `a node of this application; there is no "${id}"` })
    const pair = `${from} ${to}`
    if (drawn.has(pair)) problems.push({ path: ['edges', place], problem: `one edge from "${from}" to "${to}"` })
    drawn.add(pair)
    if (when === 'ERROR' && below !== undefined)
      problems.push({ path: ['edges', place, 'below'], problem: 'left out, because an Error has no confidence' })
  })
  const cycle = findCycle({ nodes, edges })
  if (cycle !== null) problems.push({ path: ['edges'], problem: `no cycle; ${cycle.join(' → ')} is one` })
  return problems
}

/** Orders the nodes so that each comes after its predecessors. Expects a graph without problems. */
export function topologicalOrder({ nodes, edges }: Graph): string[] {
  const waiting = new Map(nodes.map(({ id }) => [id, edges.filter(({ to }) => to === id).length]))
  const ready = nodes.filter(({ id }) => waiting.get(id) === 0).map(({ id }) => id)
  const order: string[] = []
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    order.push(id)
    for (const { from, to } of edges) {
      if (from !== id) continue
      const left = waiting.get(to)! - 1
      waiting.set(to, left)
      if (left === 0) ready.push(to)
    }
  }
  return order
}

/** Returns the nodes of a cycle, with the first one again at the end, or null. */
function findCycle({ nodes, edges }: Graph): string[] | null {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (id: string): string[] | null => {
    if (done.has(id)) return null
    const at = path.indexOf(id)
    if (at >= 0) return [...path.slice(at), id]
    path.push(id)
    for (const { from, to } of edges) {
      const cycle = from === id ? visit(to) : null
      if (cycle !== null) return cycle
    }
    path.pop()
    done.add(id)
    return null
  }
  for (const { id } of nodes) {
    const cycle = visit(id)
    if (cycle !== null) return cycle
  }
  return null
}
