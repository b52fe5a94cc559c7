import { describe, expect, test } from 'vitest'
import {
  costSentence,
  type FrameCounts,
  joinReplays,
  type ReplayPage,
  replaySentence,
  shownPeriods,
  totalsOf,
} from './frame-history'

const NONE = { YES: 0, NO: 0, UNKNOWN: 0, ERROR: 0, OPEN: 0 }
const countsOf = (periods: FrameCounts['periods'], more: Partial<FrameCounts> = {}): FrameCounts => ({
  ...{ since: '2026-11-28T10:30:00.000Z', period: 'hour', complete: true, periods, milliseconds: null },
  ...more,
})

describe('the columns', () => {
  test('have the hours without frames too, from the first hour on', () => {
    const periods = [
      { at: '2026-11-28T11:00:00.000Z', counts: { ...NONE, YES: 2 } },
      { at: '2026-11-28T13:00:00.000Z', counts: { ...NONE, NO: 1, OPEN: 3 } },
    ]
    expect(shownPeriods(countsOf(periods)).map(({ at, total }) => [at.slice(11, 13), total])).toEqual([
      ['10', 0],
      ['11', 2],
      ['12', 0],
      ['13', 4],
    ])
  })

  test('are at most 60, the latest ones', () => {
    const periods = [{ at: '2026-11-28T10:00:00.000Z', counts: { ...NONE, YES: 1 } }]
    const columns = shownPeriods(countsOf(periods, { since: '2026-01-01T00:00:00.000Z' }))
    expect(columns).toHaveLength(60)
    expect(columns.at(-1)).toMatchObject({ at: '2026-11-28T10:00:00.000Z', total: 1 })
  })

  test('are an empty list without frames', () => {
    expect(shownPeriods(countsOf([]))).toEqual([])
  })
})

test('totals leave out answers that no frame has', () => {
  const at = '2026-11-28T11:00:00.000Z'
  expect(
    totalsOf(
      countsOf([
        { at, counts: { ...NONE, NO: 1 } },
        { at, counts: { ...NONE, NO: 2, YES: 1 } },
      ]),
    ),
  ).toEqual([
    { answer: 'YES', frames: 1 },
    { answer: 'NO', frames: 3 },
  ])
})

describe('a replay', () => {
  const page = (differing: number, skipped: number, next: string | null): ReplayPage => ({
    replayed: 10,
    differing: Array.from({ length: differing }, (_, nth) => ({
      ...{ traceId: `t${nth}`, sentAt: '2026-11-28T11:00:00.000Z', assertions: [], furtherAssertions: 0 },
      before: { conclusion: 'YES', errorCode: null, confidence: 1 },
      after: { conclusion: 'NO', errorCode: null, confidence: 1 },
    })),
    skipped: Array.from({ length: skipped }, (_, nth) => ({ traceId: `s${nth}`, sentAt: '', reason: 'r' })),
    newClaims: [],
    cost: { modelCalls: 2, tokens: { input: 100, output: 10 } },
    next,
  })

  test.each([
    [[page(0, 0, null)], '10 frames were replayed. No frame is answered differently.'],
    [
      [page(1, 1, null)],
      '10 frames were replayed. 1 is answered differently. 1 frame has no stored claims and could not be replayed.',
    ],
    [
      [page(1, 0, 'a'), page(2, 2, 'b')],
      '20 frames were replayed. 3 are answered differently. 2 frames have no stored claims and could not be replayed. Older frames follow.',
    ],
  ])('is told in whole sentences', (pages, sentence) => {
    expect(replaySentence(joinReplays(pages))).toBe(sentence)
  })

  test('says what its model cost', () => {
    const cost = (pages: readonly ReplayPage[]) => costSentence(joinReplays(pages))
    expect(cost([page(0, 0, 'a'), page(0, 0, null)])).toBe(
      'The model was asked 4 times: 200 tokens of questions and 20 of answers.',
    )
    const unreported = { ...page(0, 0, null), cost: { modelCalls: 1, tokens: null } }
    expect(cost([unreported])).toBe('The model was asked 1 time; its endpoint does not report all tokens.')
  })
})
