import { expect, it } from 'vitest'
import { chainLayout } from './chain-layout'

it('draws a chain from the oldest to the newest on one line', () => {
  const { places, lanes, edges } = chainLayout([
    { hash: 'c', parent: 'b' },
    { hash: 'b', parent: 'a' },
    { hash: 'a', parent: null },
  ])
  expect([...places]).toEqual([
    ['c', { column: 2, lane: 0 }],
    ['b', { column: 1, lane: 0 }],
    ['a', { column: 0, lane: 0 }],
  ])
  expect(lanes).toBe(1)
  expect(edges).toHaveLength(2)
})

it('gives a branch its own line, joined to the revision it was made from', () => {
  const { lanes, edges } = chainLayout([
    { hash: 'branch', parent: 'a' },
    { hash: 'b', parent: 'a' },
    { hash: 'a', parent: null },
  ])
  expect(lanes).toBe(2)
  expect(edges).toEqual([
    { from: { column: 0, lane: 0 }, to: { column: 2, lane: 0 } },
    { from: { column: 0, lane: 0 }, to: { column: 1, lane: 1 } },
  ])
})

it('draws no line to a revision that is not drawn', () => {
  expect(chainLayout([{ hash: 'b', parent: 'elsewhere' }]).edges).toEqual([])
})
