import { expect, it } from 'vitest'
import { scoreSentence } from './measured-cases'

it('says which changes count and which do not', () => {
  expect(scoreSentence({ changes: 38, noticed: 19, equal: 0, undecided: 0 }, 11)).toBe(
    '11 test cases notice 19 of 38 changes.',
  )
  // Equal changes are part of the score's changes.
  expect(scoreSentence({ changes: 7, noticed: 4, equal: 2, undecided: 1 }, 1)).toBe(
    '1 test case notices 4 of 5 changes. 2 more were proved to change no answer and do not count; 1 was not decided.',
  )
  expect(scoreSentence({ changes: 5, noticed: 4, equal: 1, undecided: 0 }, 2)).toBe(
    '2 test cases notice 4 of 4 changes. 1 more was proved to change no answer and does not count.',
  )
})
