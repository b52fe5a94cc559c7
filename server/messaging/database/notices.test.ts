import fc from 'fast-check'
import { expect, it } from 'vitest'
import { announcementNotices, readNotice, wakeNotice } from './notices'

/** PostgreSQL refuses 8,000 bytes. */
const MOST = 7_999

const announcement = fc.record({
  subject: fc.string({ unit: 'grapheme', maxLength: 60 }),
  id: fc.string({ maxLength: 40 }),
  payload: fc.option(
    fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\0', '\n')),
      fc.integer({ min: 7_000, max: 8_200 }).map((length) => 'x'.repeat(length)),
      fc.integer({ min: 1_000, max: 4_000 }).map((length) => '"ü\n'.repeat(length)),
    ),
  ),
})

it('transports every announcement once and in order, whole or without its payload, in texts that fit', () => {
  fc.assert(
    fc.property(fc.array(announcement, { maxLength: 40 }), (announcements) => {
      const texts = announcementNotices(2 ** 31 - 1, announcements)
      for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST)
      const read = texts.flatMap((text) => readNotice(text)?.announcements ?? [])
      expect(read.map(({ subject, id }) => [subject, id])).toEqual(
        announcements.map(({ subject, id }) => [subject, id]),
      )
      for (const [i, { payload }] of read.entries()) {
        const given = announcements[i]?.payload ?? null
        const isSmall = given !== null && Buffer.byteLength(JSON.stringify(given)) < 6_500
        if (isSmall || payload !== null) expect(payload).toBe(given)
      }
    }),
  )
})

it('puts many announcements into one text', () => {
  const announcements = Array.from({ length: 100 }, (_, i) => ({
    subject: 'touchstone.responses.a.b',
    id: `${i}`,
    payload: '{}',
  }))
  expect(announcementNotices(1, announcements)).toHaveLength(1)
})

it('refuses a payload that is not JSON', () => {
  for (const payload of ['\0', 'half \ud800'])
    expect(() => announcementNotices(1, [{ subject: 'a', id: 'b', payload }])).toThrow('The payload of b is not JSON')
})

it('refuses a subject that leaves no room', () => {
  expect(() => announcementNotices(1, [{ subject: 'x'.repeat(8_000), id: 'a', payload: null }])).toThrow('too long')
})

it('reads a wake-up, and ignores foreign texts', () => {
  expect(readNotice(wakeNotice(7))).toEqual({ from: 7, wake: true, announcements: [] })
  for (const text of ['', '{', 'null', '[]', '{"from":"x"}', '{"from":1,"said":[["a","b"]]}'])
    expect(readNotice(text), text).toBe(null)
})
