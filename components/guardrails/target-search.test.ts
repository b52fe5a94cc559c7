import { expect, test } from 'vitest'
import { EVERYTHING, matchingTargets } from './target-search'

const targets = [
  { name: 'rule 10', projectId: 'a', type: 'policy_rules' },
  { name: 'rule 9', projectId: 'b', type: 'llm_judge' },
  { name: 'Board', projectId: 'a', type: 'human_review' },
]
const names = (search: typeof EVERYTHING) =>
  matchingTargets(targets, search, ({ name, type }) => `${name} ${type}`).map(({ name }) => name)

test('all of them, by name as a person counts', () => {
  expect(names(EVERYTHING)).toEqual(['Board', 'rule 9', 'rule 10'])
})

test('all words must be there, in the text that is searched', () => {
  expect(names({ ...EVERYTHING, words: ' RULE judge ' })).toEqual(['rule 9'])
  expect(names({ ...EVERYTHING, words: 'rule board' })).toEqual([])
})

test('of one project', () => {
  expect(names({ words: '', projectId: 'a' })).toEqual(['Board', 'rule 10'])
  expect(names({ words: '9', projectId: 'a' })).toEqual([])
})
