import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOG_KINDS } from '../../api/terms/log-kinds'
import { NOTIFICATION_KINDS } from '../../api/terms/notification-terms'
import { KIND_DECISIONS, READ_KINDS, readEntry } from './read-entry'

const HASH = 'a'.repeat(64)

describe('readEntry', () => {
  it('has a decision for every kind: who is told, or why nobody is', () => {
    expect(Object.keys(KIND_DECISIONS).toSorted()).toEqual([...LOG_KINDS].toSorted())
    for (const kind of LOG_KINDS) {
      const decision = KIND_DECISIONS[kind]
      if (typeof decision === 'string') expect(decision.length, kind).toBeGreaterThan(10)
      else expect(READ_KINDS).toContain(kind)
    }
  })

  it('ignores kinds of a later release and details that do not fit', () => {
    expect(readEntry({ index: 0n, kind: 'of_a_later_release', actor: 'x', details: {} })).toBeNull()
    fc.assert(
      fc.property(fc.constantFrom(...LOG_KINDS), fc.jsonValue(), (kind, details) => {
        const reading = readEntry({ index: 1n, kind, actor: 'x', details })
        for (const effect of reading?.effects ?? [])
          if (effect.do === 'tell') expect(NOTIFICATION_KINDS).toContain(effect.telling.kind)
      }),
    )
  })

  it('reads what reviews and comments need, with the keys that tell each person once', () => {
    const review_id = randomUUID()
    const details = { review_id, name: 'policy', hash: HASH, reviewer_ids: [], any_reviewer: true, due_on: null }
    const opened = readEntry({ index: 7n, kind: 'review_opened', actor: 'Ada <ada@example.org>', details })
    expect(opened?.effects).toMatchObject([
      { do: 'follow_review', reviewId: review_id, anyReviewer: true },
      { do: 'tell', telling: { kind: 'review_requested', key: `review/${review_id}` } },
    ])
    expect(opened?.actor).toEqual({ by: 'label', label: 'Ada <ada@example.org>' })
  })

  it('is the same for the same entry', () => {
    const details = { name: 'policy', hash: HASH, from: '2026-11-28T00:00:00.000Z', until: null }
    const entry = { index: 3n, kind: 'revision_put_in_force', actor: 'x', details }
    expect(readEntry(entry)).toEqual(readEntry(entry))
    expect(readEntry(entry)?.effects).toMatchObject([{ telling: { kind: 'in_force', name: 'policy', hash: HASH } }])
  })
})
