import fc from 'fast-check'
import { expect, it } from 'vitest'
import { repetitions } from '../../testing/repetitions'
import { type ForceRow, forceTimeline, spanAt } from './force-timeline'

const DAY_MS = 86_400_000
const day = (nth: number) => new Date(Date.UTC(2026, 0, 1) + nth * DAY_MS)

interface Act {
  readonly hash: string
  readonly from: number
  /** Null without an end. */
  readonly days: number | null
  readonly ends: boolean
}

const row = ({ hash, from, days, ends }: Act, nth: number): ForceRow => ({
  hash,
  revision: 1,
  from: day(from),
  until: days === null || ends ? null : day(from + days),
  ends,
  setBy: 'Ann',
  setAt: day(nth),
})

const act: fc.Arbitrary<Act> = fc.record({
  hash: fc.constantFrom('a', 'b', 'c'),
  from: fc.nat(12),
  days: fc.option(fc.integer({ min: 1, max: 6 })),
  ends: fc.boolean(),
})

/** Looks through the acts from the last one: the first that covers the day decides it. */
function revisionOn(acts: readonly Act[], nth: number): string | null {
  const deciding = acts.findLast(({ from, days, ends }) => from <= nth && (ends || days === null || nth < from + days))
  return deciding === undefined || deciding.ends ? null : deciding.hash
}

it('agrees with a search from the last act, for every day', { tags: ['repeated'] }, () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 10 }), (acts) => {
      const spans = forceTimeline(acts.map(row))
      for (let nth = -1; nth <= 20; nth++)
        expect([nth, spanAt(spans, day(nth))?.hash ?? null]).toEqual([nth, revisionOn(acts, nth)])
    }),
    { numRuns: repetitions(1_000) },
  )
})

it('has no overlaps, no empty spans and no needless breaks', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 10 }), (acts) => {
      const spans = forceTimeline(acts.map(row))
      for (const [nth, { hash, from, until }] of spans.entries()) {
        const next = spans[nth + 1]
        if (until !== null) expect(until > from).toBe(true)
        if (next === undefined) continue
        expect(until !== null && until <= next.from).toBe(true)
        expect(until?.getTime() === next.from.getTime() && hash === next.hash).toBe(false)
      }
    }),
  )
})

it('lets the earlier revision apply again after the end of a later one', () => {
  const spans = forceTimeline([
    row({ hash: 'a', from: 0, days: null, ends: false }, 0),
    row({ hash: 'b', from: 5, days: 2, ends: false }, 1),
  ])
  expect(spans.map(({ hash, from, until }) => [hash, from, until])).toEqual([
    ['a', day(0), day(5)],
    ['b', day(5), day(7)],
    ['a', day(7), null],
  ])
})
