import { expect, test } from 'vitest'
import { revisionOffers } from './ruleset-choice'

const [NEW, OLD, GONE] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string]
const node = (hash: string, approval: 'none' | 'approved', storedAt: string) => ({
  hash,
  approval,
  approvalReason: null,
  underOlderEngine: null,
  storedAt,
  parent: null,
  depth: 0,
  savedAs: [],
  unsigned: 0,
  records: [],
})
const graph = {
  current: NEW,
  nodes: [node(NEW, 'none', '2026-02-03T00:00:00.000Z'), node(OLD, 'approved', '2026-01-02T00:00:00.000Z')],
}

test('each revision says whether it is current and whether it is approved', () => {
  expect(revisionOffers(graph, OLD).map(({ words }) => words)).toEqual([
    'aaaaaaaaaa, current, 2026-02-03',
    'bbbbbbbbbb, approved, 2026-01-02',
  ])
})

test('the chosen revision is always listed', () => {
  expect(revisionOffers(graph, GONE).at(-1)).toEqual({
    hash: GONE,
    approval: 'none',
    approvalReason: null,
    words: 'cccccccccc, an older one',
  })
  expect(revisionOffers(graph, '')).toHaveLength(2)
})
