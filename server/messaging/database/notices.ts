/**
 * What processes tell each other by NOTIFY.
 *
 * Promises: every text made here is shorter than PostgreSQL takes; several announcements share one where they fit. Told
 * without its payload is what can be read in the same database, and what fits into no text. Reading trusts nothing: the
 * channel is open to every user of the database.
 */
import { z } from 'zod'
import type { Announcement } from '../bus'
import { checkPayload } from '../check-messages'

export const CHANNEL = 'touchstone_bus'

/** Of the bytes of a payload; PostgreSQL refuses 8,000. */
const MAX_BYTES = 7_500

const notice = z.object({
  /** The process that tells it. */
  from: z.int(),
  wake: z.boolean().optional(),
  /** Subject, id, payload, and what it is about. */
  said: z.array(z.tuple([z.string(), z.string(), z.string().nullable(), z.string().optional()])).optional(),
})

export interface Notice {
  readonly from: number
  /** Whether work was added. */
  readonly wake: boolean
  readonly announcements: readonly Announcement[]
}

export function wakeNotice(from: number): string {
  return JSON.stringify({ from, wake: true })
}

/** @throws Error for an announcement whose names alone are too long; RangeError for a payload that is no JSON */
export function announcementNotices(from: number, announcements: readonly Announcement[]): string[] {
  const frame = Buffer.byteLength(JSON.stringify({ from, said: [] }))
  const notices: string[] = []
  let said: string[] = []
  let size = frame
  const finish = () => {
    if (said.length > 0) notices.push(`{"from":${from},"said":[${said.join(',')}]}`)
    said = []
    size = frame
  }
  for (const announcement of announcements) {
    const text = textOf(announcement, MAX_BYTES - frame - 1)
    const bytes = Buffer.byteLength(text) + 1
    if (frame + bytes > MAX_BYTES) throw new Error('The names of an announcement are too long.')
    if (size + bytes > MAX_BYTES) finish()
    said.push(text)
    size += bytes
  }
  finish()
  return notices
}

function textOf(announcement: Announcement, room: number): string {
  const { subject, id, about } = announcement
  if (about !== undefined) return JSON.stringify([subject, id, null, about])
  const { payload } = announcement
  if (payload !== null) checkPayload(id, payload)
  const whole = JSON.stringify([subject, id, payload])
  return Buffer.byteLength(whole) <= room ? whole : JSON.stringify([subject, id, null])
}

/** Null for what is none of ours. */
export function readNotice(text: string): Notice | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const read = notice.safeParse(value)
  if (!read.success) return null
  const { from, wake = false, said = [] } = read.data
  return { from, wake, announcements: said.map(announcementOf) }
}

function announcementOf([subject, id, payload, about]: NonNullable<
  z.output<typeof notice>['said']
>[number]): Announcement {
  return { subject, id, payload, ...(about !== undefined && { about }) }
}
