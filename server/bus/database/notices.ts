/**
 * What processes tell each other by NOTIFY.
 *
 * Promises: every text made here is shorter than PostgreSQL takes; several announcements share one where they fit, and one
 * that fits into none is told without its payload. Reading trusts nothing: the channel is open to every user of the database.
 */
import { z } from 'zod'
import type { Announcement } from '../bus'

export const CHANNEL = 'touchstone_bus'

/** Of the bytes of a payload; PostgreSQL refuses 8,000. */
const MOST_BYTES = 7_500

const notice = z.object({
  /** The process that tells it. */
  from: z.int(),
  wake: z.boolean().optional(),
  said: z.array(z.tuple([z.string(), z.string(), z.string().nullable()])).optional(),
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

/** @throws Error for an announcement whose subject and id alone are too long */
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
  for (const { subject, id, payload } of announcements) {
    const whole = JSON.stringify([subject, id, payload])
    const text = frame + Buffer.byteLength(whole) <= MOST_BYTES ? whole : JSON.stringify([subject, id, null])
    const bytes = Buffer.byteLength(text) + 1
    if (frame + bytes > MOST_BYTES) throw new Error('The subject and the id of an announcement are too long.')
    if (size + bytes > MOST_BYTES) finish()
    said.push(text)
    size += bytes
  }
  finish()
  return notices
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
  return { from, wake, announcements: said.map(([subject, id, payload]) => ({ subject, id, payload })) }
}
