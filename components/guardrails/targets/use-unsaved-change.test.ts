import { expect, test } from 'vitest'
import { isSame, readUnsavedChange } from './use-unsaved-change'

const word = (value: unknown) => (typeof value === 'string' ? value : null)

test('a stored change is read', () => {
  const change = { version: 3, value: 'mine', at: 17 }
  expect(readUnsavedChange(JSON.stringify(change), word)).toEqual(change)
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
])('%j is not a change', (text) => {
  expect(readUnsavedChange(text, word)).toBeNull()
})

test.each([
  [{ a: [1], b: null }, { b: null, a: [1] }, true],
  [{ a: [1] }, { a: [2] }, false],
  [{ a: 1 }, { a: 1, b: 1 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  [Number.NaN, Number.NaN, true],
])('%j and %j are the same: %j', (a, b, same) => {
  expect(isSame(a, b)).toBe(same)
  expect(isSame(b, a)).toBe(same)
})
