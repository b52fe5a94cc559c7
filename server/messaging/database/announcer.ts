/**
 * Announcements of this process, to itself and to the others.
 *
 * Promises: a listener of this process hears an announcement before {@link Announcer.announce} waits for anything, each
 * once; what others are told goes together with what is announced meanwhile.
 */
import type { Announcement } from '../bus'
import type { BusLog } from '../bus-log'
import { GroupedCalls } from '../grouped-calls'
import type { Listeners } from '../listeners'
import { announcementNotices, wakeNotice } from './notices'

export interface AnnouncerParts {
  readonly holder: number
  readonly log: BusLog
  readonly listeners: Listeners
  /** Whether anybody but this process may hear what it tells. */
  readonly hasOthers: () => boolean
  /** Sends these texts to the other processes. @throws BusUnavailable */
  readonly notify: (texts: readonly string[]) => Promise<void>
}

/** Others are woken at most so often: a wake is a commit of its own for everybody. */
const WAKE_EVERY_MS = 20

export class Announcer {
  private readonly groups: GroupedCalls<Announcement>
  private wakeTimer: NodeJS.Timeout | null = null

  constructor(private readonly parts: AnnouncerParts) {
    this.groups = new GroupedCalls((announcements) => parts.notify(announcementNotices(parts.holder, announcements)))
  }

  /** @throws BusUnavailable when only this process was told */
  async announce(announcements: readonly Announcement[]): Promise<void> {
    this.parts.listeners.tell(announcements)
    if (!this.parts.hasOthers()) return
    await Promise.all(announcements.map((announcement) => this.groups.add(announcement)))
  }

  /** Says to the other processes that work was added, a moment later. */
  wakeOthers(): void {
    if (!this.parts.hasOthers()) return
    this.wakeTimer ??= setTimeout(() => {
      this.wakeTimer = null
      this.parts.notify([wakeNotice(this.parts.holder)]).catch((error) => {
        this.parts.log.debug({ err: error }, 'others were not woken; they look by themselves')
      })
    }, WAKE_EVERY_MS)
  }

  async close(): Promise<void> {
    if (this.wakeTimer !== null) clearTimeout(this.wakeTimer)
    this.wakeTimer = null
    await this.groups.idle()
  }
}
