import { expect, test } from 'vitest'
import { type CheckReplayPage, checkReplaySentence, joinCheckReplays } from './check-replay'

const page = (equal: number, differing: number, reasons: readonly string[], next: string | null): CheckReplayPage => ({
  equal,
  differing: Array.from({ length: differing }, (_, nth) => ({
    ...{ checkId: `c${nth}`, at: '2026-11-28T11:00:00.000Z', rulesetHash: 'a'.repeat(64) },
    answers: [{ assertion: 'paid', before: 'TRUE', after: 'FALSE' }],
  })),
  skipped: reasons.map((reason, nth) => ({ checkId: `s${nth}`, at: '', reason })),
  next,
})

test.each([
  [[page(10, 0, [], null)], '10 checks were replayed. No check is answered differently.'],
  [[page(0, 1, ['r'], null)], '1 check was replayed. 1 is answered differently. 1 could not be replayed.'],
  [[page(0, 0, ['r'], null)], 'No check was replayed. 1 could not be replayed.'],
  [
    [page(1_500, 1, ['r'], '9'), page(0, 2, ['r', 's'], '4')],
    '1,503 checks were replayed. 3 are answered differently. 3 could not be replayed. Older checks follow.',
  ],
])('a replay is told in whole sentences', (pages, sentence) => {
  expect(checkReplaySentence(joinCheckReplays(pages))).toBe(sentence)
})

test('skipped checks are counted by reason', () => {
  const { skipped } = joinCheckReplays([page(0, 0, ['r', 's'], '1'), page(0, 0, ['r'], null)])
  expect([...skipped]).toEqual([
    ['r', 2],
    ['s', 1],
  ])
})
