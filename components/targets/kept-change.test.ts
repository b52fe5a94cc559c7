import { expect, test } from 'vitest'
import { isSame, readKeptChange } from './kept-change'

const word = (value: unknown) => (typeof value === 'string' ? value : null)

test('what was kept reads back', () => {
  const kept = { version: 3, value: 'mine', at: 17 }
  expect(readKeptChange(JSON.stringify(kept), word)).toEqual(kept)
})

test.each([
  null,
  '',
  '{',
  '3',
  'null',
  '{"version":3,"value":4,"at":17}',
  '{"version":"3","value":"mine","at":17}',
  '{"version":3,"value":"mine"}',
])('%j is no change', (text) => {
  expect(readKeptChange(text, word)).toBeNull()
})

test('sameness is of what is written', () => {
  expect(isSame({ a: [1] }, { a: [1] })).toBe(true)
  expect(isSame({ a: [1] }, { a: [2] })).toBe(false)
})
