import { expect, test } from 'vitest'
import { EVERYTHING, matchingTargets } from './target-search'

const targets = [
  { name: 'rule 10', projectId: 'a', type: 'policy_rules' },
  { name: 'rule 9', projectId: 'b', type: 'llm_judge' },
  { name: 'Board', projectId: 'a', type: 'human_review' },
]
const names = (search: typeof EVERYTHING) =>
  matchingTargets(targets, search, ({ name, type }) => `${name} ${type}`).map(({ name }) => name)

test('an empty search returns all targets, sorted by name with numbers in numeric order', () => {
  expect(names(EVERYTHING)).toEqual(['Board', 'rule 9', 'rule 10'])
})

test('every word must occur in the searched text', () => {
  expect(names({ ...EVERYTHING, words: ' RULE judge ' })).toEqual(['rule 9'])
  expect(names({ ...EVERYTHING, words: 'rule board' })).toEqual([])
})

test('a project limits the search', () => {
  expect(names({ words: '', projectId: 'a' })).toEqual(['Board', 'rule 10'])
  expect(names({ words: '9', projectId: 'a' })).toEqual([])
})
