/** The draft of an application, and the problems that prevent saving it. */
import { type Graph, graphProblems } from '../../../server/api/terms/application-graph'
import {
  AGGREGATIONS,
  type Aggregation,
  EDGE_CONDITIONS,
  PLATFORM_LIMITS,
} from '../../../server/api/terms/guardrail-terms'
import type { Application } from '../targets/target-data'

export interface ApplicationDraft {
  readonly name: string
  readonly contextDocument: string
  readonly aggregation: Aggregation
  readonly graph: Graph
}

export const EMPTY_APPLICATION: ApplicationDraft = {
  name: '',
  contextDocument: '',
  aggregation: 'deciding',
  graph: { nodes: [], edges: [] },
}

export function draftOf({ name, contextDocument, aggregation, graph }: Application): ApplicationDraft {
  return { name, contextDocument, aggregation, graph }
}

/** Returns the request, whose schema has mutable arrays. */
export function applicationInput({ name, contextDocument, aggregation, graph }: ApplicationDraft) {
  return {
    name: name.trim(),
    contextDocument,
    aggregation,
    graph: { ...graph, nodes: [...graph.nodes], edges: [...graph.edges] },
  }
}

/**
 * Returns the problems as sentences, in page order.
 * @param guardrailIds of the existing guardrails; null while they load
 */
export function applicationProblems(draft: ApplicationDraft, guardrailIds: ReadonlySet<string> | null): string[] {
  const { name, graph } = draft
  const { nodes, edges } = graph
  const problems: string[] = []
  if (name.trim() === '') problems.push('The application needs a name.')
  if (nodes.length === 0) problems.push('The graph needs at least one node.')
  if (nodes.length > PLATFORM_LIMITS.nodes) problems.push(`There are at most ${PLATFORM_LIMITS.nodes} nodes.`)
  if (edges.length > PLATFORM_LIMITS.edges) problems.push(`There are at most ${PLATFORM_LIMITS.edges} edges.`)
  for (const { id, guardrail_id } of nodes)
    if (guardrailIds !== null && !guardrailIds.has(guardrail_id))
      problems.push(`The guardrail of the node “${id}” no longer exists. Choose another.`)
  for (const { path, problem } of graphProblems(graph)) problems.push(`${pathInWords(path)} must be ${problem}.`)
  return problems
}

const MEMBERS: Readonly<Record<string, string>> = { id: 'id', below: 'confidence' }

function pathInWords([list, index, member]: readonly (string | number)[]): string {
  if (list === 'deciding_node') return 'The deciding node'
  if (list === 'edges' && index === undefined) return 'The edges'
  const noun = list === 'nodes' ? 'Node' : 'Edge'
  const which = `${noun} ${Number(index) + 1}`
  return member === undefined ? which : `${which}: its ${MEMBERS[member] ?? `end “${member}”`}`
}

/** Reads a draft from this browser's storage; null for any other shape. */
export function readDraft(value: unknown): ApplicationDraft | null {
  if (!isRecord(value) || !isRecord(value.graph)) return null
  const { name, contextDocument, aggregation, graph } = value
  const { nodes, edges } = graph
  if (typeof name !== 'string' || typeof contextDocument !== 'string') return null
  if (!AGGREGATIONS.some((known) => known === aggregation)) return null
  if (graph.deciding_node !== undefined && typeof graph.deciding_node !== 'string') return null
  if (!Array.isArray(nodes) || !nodes.every((node) => hasTexts(node, ['id', 'guardrail_id']))) return null
  if (!Array.isArray(edges) || !edges.every((edge) => hasTexts(edge, ['from', 'to']) && isCondition(edge))) return null
  return value as unknown as ApplicationDraft
}

function isCondition(edge: unknown): boolean {
  if (!isRecord(edge) || !EDGE_CONDITIONS.some((known) => known === edge.when)) return false
  return edge.below === undefined || typeof edge.below === 'number'
}

function hasTexts(value: unknown, members: readonly string[]): boolean {
  return isRecord(value) && members.every((member) => typeof value[member] === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
