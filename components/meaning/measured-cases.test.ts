import { expect, it } from 'vitest'
import { coverageParts, coverageWords, scoreSentence } from './measured-cases'

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

it('divides a bar among the changes that count', () => {
  expect(coverageParts({ changes: 10, noticed: 4, equal: 2, undecided: 2 })).toEqual([
    { kind: 'noticed', share: 50 },
    { kind: 'missed', share: 25 },
    { kind: 'undecided', share: 25 },
  ])
})

it('omits parts without a change', () => {
  expect(coverageParts({ changes: 3, noticed: 3, equal: 0, undecided: 0 })).toEqual([{ kind: 'noticed', share: 100 }])
  expect(coverageParts({ changes: 2, noticed: 0, equal: 2, undecided: 0 })).toEqual([])
})

it.each([
  [{ changes: 6, noticed: 4, equal: 0, undecided: 1 }, '4 of 6 changes noticed, 1 not decided'],
  [{ changes: 3, noticed: 0, equal: 2, undecided: 0 }, '0 of 1 change noticed'],
  [{ changes: 2, noticed: 0, equal: 2, undecided: 0 }, 'no change can be noticed'],
])('says %o in words', (score, words) => {
  expect(coverageWords(score)).toBe(words)
})
