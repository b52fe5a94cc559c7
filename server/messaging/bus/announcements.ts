import { DEAD_LETTERS_SUBJECT } from '../../api/terms/bus-subjects'
import type { Announcement, BusLog, WorkDelivery } from './bus'

export type Listener = (announcement: Announcement) => void

export class Listeners {
  private readonly all = new Set<{ readonly listener: Listener }>()

  constructor(private readonly log: BusLog) {}

  get size(): number {
    return this.all.size
  }

  add(listener: Listener): { stop(): void } {
    const entry = { listener }
    this.all.add(entry)
    return { stop: () => void this.all.delete(entry) }
  }

  notify(announcements: readonly Announcement[]): void {
    for (const announcement of announcements)
      for (const { listener } of this.all)
        try {
          listener(announcement)
        } catch (error) {
          this.log.error({ err: error }, 'a listener of the bus met a bug')
        }
  }
}

/**
 * The same on every bus (public/docs/bus.md).
 * @param at ISO 8601
 */
export function deadLetterAnnouncement(
  { id, subject, payload, attempt }: WorkDelivery,
  reason: string,
  at: string,
): Announcement {
  const letter = { id, subject, payload, attempts: attempt, reason, at }
  return { subject: DEAD_LETTERS_SUBJECT, id, payload: JSON.stringify(letter) }
}
