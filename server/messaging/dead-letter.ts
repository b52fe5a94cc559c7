/** What is told of a message that was given up, on every bus (public/docs/bus.md). */
import { DEAD_LETTERS } from '../api/bus-subjects'
import type { Announcement, WorkDelivery } from './bus'

/** @param at ISO 8601 */
export function deadLetterAnnouncement(
  { id, subject, payload, attempt }: WorkDelivery,
  reason: string,
  at: string,
): Announcement {
  const letter = { id, subject, payload, attempts: attempt, reason, at }
  return { subject: DEAD_LETTERS, id, payload: JSON.stringify(letter) }
}
