/** Who listens in this process. A listener that throws disturbs no other. */
import type { Announcement } from './bus'
import type { BusLog } from './bus-log'

export type Listener = (announcement: Announcement) => void

export class Listeners {
  private readonly all = new Set<{ readonly tell: Listener }>()

  constructor(private readonly log: BusLog) {}

  get size(): number {
    return this.all.size
  }

  add(tell: Listener): { stop(): void } {
    const entry = { tell }
    this.all.add(entry)
    return { stop: () => void this.all.delete(entry) }
  }

  tell(announcements: readonly Announcement[]): void {
    for (const announcement of announcements)
      for (const { tell } of this.all)
        try {
          tell(announcement)
        } catch (error) {
          this.log.error({ err: error }, 'a listener of the bus met a bug')
        }
  }
}
