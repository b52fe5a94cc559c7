/** NOTIFY payloads. Every database user can send them, so reading trusts nothing. */
import { z } from 'zod'
import type { Listeners } from '../bus/announcements'
import { type Announcement, type BusLog, checkPayload } from '../bus/bus'
import { GroupedCalls } from '../bus/server-calls'

export const CHANNEL = 'touchstone_bus'

/** PostgreSQL refuses 8,000 bytes. */
const MAX_NOTICE_BYTES = 7_500

const notice = z.object({
  from: z.int(),
  wake: z.boolean().optional(),
  /** Subject, id, payload, `about`. */
  said: z.array(z.tuple([z.string(), z.string(), z.string().nullable(), z.string().optional()])).optional(),
})

export interface Notice {
  readonly from: number
  readonly wake: boolean
  readonly announcements: readonly Announcement[]
}

export function wakeNotice(from: number): string {
  return JSON.stringify({ from, wake: true })
}

/** @throws RangeError if a payload is not JSON, Error if the names are too long */
export function announcementNotices(from: number, announcements: readonly Announcement[]): string[] {
  const frame = Buffer.byteLength(JSON.stringify({ from, said: [] }))
  const notices: string[] = []
  let group: string[] = []
  let size = frame
  const finish = () => {
    if (group.length > 0) notices.push(`{"from":${from},"said":[${group.join(',')}]}`)
    group = []
    size = frame
  }
  for (const announcement of announcements) {
    const text = textOf(announcement, MAX_NOTICE_BYTES - frame - 1)
    const bytes = Buffer.byteLength(text) + 1
    if (frame + bytes > MAX_NOTICE_BYTES) throw new Error('The names of an announcement are too long.')
    if (size + bytes > MAX_NOTICE_BYTES) finish()
    group.push(text)
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

/** Returns null for foreign texts. */
export function readNotice(text: string): Notice | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const read = notice.safeParse(value)
  if (!read.success) return null
  const { from, wake = false, said: items = [] } = read.data
  return { from, wake, announcements: items.map(announcementOf) }
}

function announcementOf([subject, id, payload, about]: NonNullable<
  z.output<typeof notice>['said']
>[number]): Announcement {
  return { subject, id, payload, ...(about !== undefined && { about }) }
}

/** Notifies this process's listeners at once, other processes in groups. */

export interface AnnouncerOptions {
  readonly holder: number
  readonly log: BusLog
  readonly listeners: Listeners
  readonly hasOthers: () => boolean
  /** @throws BusUnavailableError */
  readonly notify: (texts: readonly string[]) => Promise<void>
}

/** Each wake is a commit. */
const WAKE_EVERY_MS = 20

export class Announcer {
  private readonly groups: GroupedCalls<Announcement>
  private wakeTimer: NodeJS.Timeout | null = null

  constructor(private readonly options: AnnouncerOptions) {
    this.groups = new GroupedCalls((announcements) =>
      options.notify(announcementNotices(options.holder, announcements)),
    )
  }

  async announce(announcements: readonly Announcement[]): Promise<void> {
    this.options.listeners.notify(announcements)
    if (!this.options.hasOthers()) return
    await Promise.all(announcements.map((announcement) => this.groups.add(announcement)))
  }

  /** Waits a moment first. */
  wakeOthers(): void {
    if (!this.options.hasOthers()) return
    this.wakeTimer ??= setTimeout(() => {
      this.wakeTimer = null
      this.options.notify([wakeNotice(this.options.holder)]).catch((error) => {
        this.options.log.debug({ err: error }, 'others were not woken; they look by themselves')
      })
    }, WAKE_EVERY_MS)
  }

  async close(): Promise<void> {
    if (this.wakeTimer !== null) clearTimeout(this.wakeTimer)
    this.wakeTimer = null
    await this.groups.idle()
  }
}
