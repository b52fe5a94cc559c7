import { expect, it } from 'vitest'
import { coverageParts, coverageWords } from './coverage-parts'

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
