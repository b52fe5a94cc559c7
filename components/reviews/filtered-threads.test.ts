import { expect, it } from 'vitest'
import { countThreads, groupThreads, THREAD_FILTERS } from './filtered-threads'
import type { Thread } from './review-data'

const thread = (id: string, name: string | null, more: Partial<Thread> = {}): Thread => ({
  ...{ id, author: 'Ann', byAgent: false, mine: false, text: id, createdAt: '2026-01-01T00:00:00.000Z', edits: [] },
  ...{ hash: 'a'.repeat(64), revision: 1, resolved: null, mayResolve: false, suggestion: null, replies: [] },
  subject: name === null ? { kind: 'whole', name } : { kind: 'assertion', name },
  place: { status: 'current', name, by: 'name' },
  ...more,
})
const SUBJECTS = [
  { kind: 'assertion', name: 'first' },
  { kind: 'assertion', name: 'second' },
]
const resolved = { at: '2026-01-02T00:00:00.000Z', by: 'Bo' }
const THREADS = [
  thread('1', 'second'),
  thread('2', 'gone', { place: { status: 'outdated' } }),
  thread('3', 'first', { resolved }),
  thread('4', null),
  thread('5', 'old', { place: { status: 'current', name: 'second', by: 'meaning' } }),
]

it('groups by subject: the whole ruleset, parts in order, outdated parts', () => {
  const groups = groupThreads(THREADS, SUBJECTS).map(({ heading, threads }) => [heading, threads.map(({ id }) => id)])
  expect(groups).toEqual([
    ['The whole ruleset', ['4']],
    ['Assertion first', ['3']],
    ['Assertion second', ['1', '5']],
    ['Assertion gone', ['2']],
  ])
})

it('counts each filter', () => {
  expect(THREAD_FILTERS.map((filter) => [filter, countThreads(THREADS, filter)])).toEqual([
    ['open', 4],
    ['resolved', 1],
    ['outdated', 1],
    ['all', 5],
  ])
})
