import { describe, expect, it } from 'vitest'
import { afterwardsWords, replacedWords, type Span, utcMoment } from './in-force-data'

const span = (revision: number, from: string, until: string | null): Span => ({
  ...{ hash: `hash ${revision}`, revision, from, until, setBy: 'Ann', setAt: from, approved: true, reason: null },
})
const SPANS = [span(1, '2026-01-01', '2026-06-01'), span(2, '2026-06-01', null)]

describe('the dialog says', () => {
  it('what applies after the end', () => {
    expect(afterwardsWords(SPANS, 'hash 3', '2026-03-01')).toBe('Revision 1 is in force after that.')
    expect(afterwardsWords(SPANS, 'hash 3', '2026-06-01')).toBe('Revision 2 is in force after that.')
    expect(afterwardsWords([], 'hash 3', '2026-06-01')).toBe('No revision is in force after that.')
  })

  it('which later revisions are replaced', () => {
    expect(replacedWords(SPANS, '2026-03-01', null)).toBe('This replaces revision 2, which would begin later.')
    expect(replacedWords(SPANS, '2026-03-01', '2026-06-01')).toBeNull()
    expect(replacedWords(SPANS, '2026-07-01', null)).toBeNull()
  })
})

it('reads a local time as UTC', () => {
  expect(utcMoment('2026-11-28T09:30')).toBe('2026-11-28T09:30:00.000Z')
  expect(utcMoment('')).toBeNull()
  expect(utcMoment('2026-13-01T00:00')).toBeNull()
})
