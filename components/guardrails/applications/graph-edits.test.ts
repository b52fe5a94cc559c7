import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Graph, graphProblems } from '../../../server/api/terms/application-graph'
import {
  idProblem,
  renameNode,
  withCondition,
  withDecidingNode,
  withEdge,
  withGuardrail,
  withNode,
  withoutEdge,
  withoutNode,
} from './graph-edits'

const graph: Graph = {
  nodes: [
    { id: 'a', guardrail_id: 'one' },
    { id: 'b', guardrail_id: 'two' },
  ],
  edges: [{ from: 'a', to: 'b', when: 'YES' }],
}
const EMPTY: Graph = { nodes: [], edges: [] }

describe('a new node', () => {
  it('is named after its guardrail', () => {
    expect(withNode(EMPTY, 'x', 'Réceipts: over 75 $').nodes).toEqual([{ id: 're-ceipts-over-75', guardrail_id: 'x' }])
    expect(withNode(EMPTY, 'x', '審査').nodes[0]?.id).toBe('node')
  })

  it('has a free id that the contract accepts, however long and often', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 200 }), { maxLength: 30 }), (names) => {
        const made = [...names, ...names].reduce((so, name) => withNode(so, 'x', name), EMPTY)
        expect(graphProblems(made)).toEqual([])
        for (const { id } of made.nodes) expect(id).toMatch(/^[\w-]{1,64}$/)
      }),
    )
  })
})

it('a renamed node keeps its edges', () => {
  expect(renameNode(graph, 'a', 'first')).toEqual({
    nodes: [
      { id: 'first', guardrail_id: 'one' },
      { id: 'b', guardrail_id: 'two' },
    ],
    edges: [{ from: 'first', to: 'b', when: 'YES' }],
  })
})

it('a removed node loses its edges', () => {
  expect(withoutNode(graph, 'b')).toEqual({ nodes: [{ id: 'a', guardrail_id: 'one' }], edges: [] })
})

it('a node can get another guardrail', () => {
  expect(withGuardrail(graph, 'b', 'three').nodes[1]).toEqual({ id: 'b', guardrail_id: 'three' })
})

it('there is at most one edge between two nodes, and no edge from a node to itself', () => {
  expect(withEdge(graph, { from: 'a', to: 'b', when: 'NO' })).toBe(graph)
  expect(withEdge(graph, { from: 'a', to: 'a', when: 'any' })).toBe(graph)
  expect(withEdge(graph, { from: 'b', to: 'a', when: 'any' }).edges).toHaveLength(2)
})

it('edges are changed and removed by index', () => {
  expect(withCondition(graph, 0, 'NO', null).edges).toEqual([{ from: 'a', to: 'b', when: 'NO' }])
  const below = withCondition(graph, 0, 'any', 0.8)
  expect(below.edges).toEqual([{ from: 'a', to: 'b', when: 'any', below: 0.8 }])
  expect(withCondition(below, 0, 'ERROR', 0.8).edges).toEqual([{ from: 'a', to: 'b', when: 'ERROR' }])
  const deciding = withDecidingNode(graph, 'b')
  expect(renameNode(deciding, 'b', 'c').deciding_node).toBe('c')
  expect([withoutNode(deciding, 'b'), withoutNode(deciding, 'a')].map((each) => each.deciding_node)).toEqual([
    undefined,
    'b',
  ])
  expect(withDecidingNode(deciding, null)).toEqual(graph)
  expect(withoutEdge(graph, 0).edges).toEqual([])
})

it.each([
  ['a', null],
  ['c', null],
  ['b', 'Another node has this id.'],
  ['', 'Use 1 to 64 letters, digits, _ or -.'],
  ['no space', 'Use 1 to 64 letters, digits, _ or -.'],
  ['x'.repeat(65), 'Use 1 to 64 letters, digits, _ or -.'],
])('the id %j for the node a: %s', (next, problem) => {
  expect(idProblem(graph, 'a', next)).toBe(problem)
})
