import { expect, it } from 'vitest'
import { mentionAt, mentionText } from './comment-form'

it.each([
  ['@An', { from: 0, words: 'An' }],
  ['Hello @Ann L', { from: 6, words: 'Ann L' }],
  ['write to x@y', null],
  ['@Ann\nnext', null],
  ['nobody', null],
])('%j is read at its end as %j', (text, expected) => {
  expect(mentionAt(text, text.length)).toEqual(expected)
})

it('looks only at what is before the caret', () => {
  expect(mentionAt('@Ann and @Bo', 4)).toEqual({ from: 0, words: 'Ann' })
  expect(mentionAt('x @Ann', 1)).toBeNull()
})

it('names a member by e-mail address if the name is not unique', () => {
  const ann = { name: 'Ann', email: 'ann@example.org' }
  const other = { name: 'Ann', email: 'other@example.org' }
  expect(mentionText(ann, [ann])).toBe('Ann')
  expect(mentionText(ann, [ann, other])).toBe('ann@example.org')
})
