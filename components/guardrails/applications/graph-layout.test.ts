import { expect, test } from 'vitest'
import { graphLayout, NODE_HEIGHT, NODE_WIDTH } from './graph-layout'

const nodes = ['a', 'b', 'c', 'd'].map((id) => ({ id, guardrail_id: 'x' }))
const edge = (from: string, to: string) => ({ from, to, when: 'any' as const })
const diamond = { nodes, edges: [edge('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('c', 'd')] }

test('later nodes come further on, and nodes do not overlap', () => {
  for (const direction of ['right', 'down'] as const) {
    const positions = graphLayout(diamond, direction)
    const along = (id: string) => positions.get(id)?.[direction === 'right' ? 'x' : 'y'] ?? Number.NaN
    for (const { from, to } of diamond.edges) expect(along(from)).toBeLessThan(along(to))
    const all = [...positions.values()]
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1))
        expect(Math.abs(one.x - other.x) >= NODE_WIDTH || Math.abs(one.y - other.y) >= NODE_HEIGHT).toBe(true)
  }
})

test('an invalid graph is drawn as well', () => {
  const wrong = { nodes: nodes.slice(0, 2), edges: [edge('a', 'b'), edge('b', 'a'), edge('a', 'gone')] }
  expect([...graphLayout(wrong, 'right').keys()]).toEqual(['a', 'b'])
  expect(graphLayout({ nodes: [], edges: [] }, 'right').size).toBe(0)
})
