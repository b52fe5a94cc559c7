import { describe, expect, it } from 'vitest'
import { notificationPath, notificationSentence, plainName } from './notification-sentence'
import { NOTIFICATION_EVENTS, type NotificationEvent } from './schemas/notification-facts'
import { NOTIFICATION_REASONS, type NotificationReason } from './terms/notification-terms'

const HOSTILE = 'Eve\r\nBcc: victim@example.org\u2028\u202e <eve@example.org>'

describe('sentences of notifications', () => {
  it('are one line for every event and reason, whatever the names contain', () => {
    for (const event of NOTIFICATION_EVENTS)
      for (const reason of [null, ...NOTIFICATION_REASONS])
        for (const name of [null, HOSTILE, 'x'.repeat(5_000)])
          for (const hash of [null, 'a'.repeat(64)]) {
            const subject = { kind: 'assertion', name: HOSTILE }
            const facts = {
              event,
              actor: HOSTILE,
              subject,
              signer: HOSTILE,
              webhook: HOSTILE,
              time: 'never',
              due_on: HOSTILE,
            }
            const sentence = notificationSentence({ reason, name, hash, facts })
            expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
            expect(sentence).not.toContain('undefined')
            expect(sentence.length).toBeLessThan(900)
            expect(sentence.endsWith('.')).toBe(true)
            expect(notificationPath({ reason, name, hash, facts })).toMatch(/^\/[a-z0-9/-]*$/)
          }
  })

  it('lead to the review page, or to the revision that was signed', () => {
    const hash = 'a'.repeat(64)
    const pathOf = (event: NotificationEvent, reason: NotificationReason, facts = {}) =>
      notificationPath({ reason, name: 'team/policy', hash, facts: { event, actor: 'Ada', ...facts } })
    expect(pathOf('review_opened', 'asked')).toBe('/rulesets/team~policy/review')
    expect(pathOf('comment_added', 'author')).toBe('/rulesets/team~policy/review')
    expect(pathOf('new_revision', 'asked')).toBe('/rulesets/team~policy/review')
    expect(pathOf('new_revision', 'signer')).toBe(`/approve/${hash}`)
    expect(pathOf('approved', 'author', { record_id: 'r' })).toBe(`/approve/${hash}/receipts/r`)
  })

  it('name people without their address', () => {
    expect(plainName('Ada Lovelace <ada@example.org>')).toBe('Ada Lovelace')
    expect(plainName('nightly run')).toBe('nightly run')
  })

  it('say until when a reviewer should answer', () => {
    const facts = { event: 'review_opened', actor: 'Ada', due_on: '2026-12-03' } as const
    const about = { name: 'policy', hash: null, facts }
    expect(notificationSentence({ ...about, reason: 'asked' })).toBe(
      'Ada asks you to review “policy”. Please answer by 3 December 2026.',
    )
    expect(notificationSentence({ ...about, reason: null })).toBe(
      'Ada requested a review of “policy”. It is due on 3 December 2026.',
    )
  })
})
