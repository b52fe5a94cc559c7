/**
 * What the bus tells of answers, brought to whoever waits for them.
 *
 * Promises: an answer that is told whole is delivered without a look at the database; one that is only named is looked up,
 * by those who wait for its trace; one that cannot be read is reported and left to the next look-up.
 */

import { responseMessage } from '../../api/schemas/frame'
import type { Announcement, Bus } from '../../messaging/bus'
import type { ResponseLookups } from './response-lookups'
import type { SubscriptionIndex } from './subscription-index'

export interface AnnouncementParts {
  readonly bus: Pick<Bus, 'listen'>
  readonly index: SubscriptionIndex
  readonly lookups: Pick<ResponseLookups, 'ask'>
  readonly reportTrouble: (error: unknown) => void
}

export function hearResponses({ bus, index, lookups, reportTrouble }: AnnouncementParts): { stop(): void } {
  const tell = (announcement: Announcement) => {
    const { subject, about } = announcement
    // Most of what is announced is for readers of another process.
    if (!index.has(subject)) return
    const concerned = about === undefined ? index.all(subject) : index.of(subject, about)
    if (concerned.length === 0) return
    const { payload } = announcement
    if (payload === null) {
      for (const waiting of concerned) lookups.ask(waiting)
      return
    }
    const message = responseMessage.parse(JSON.parse(payload))
    for (const waiting of index.of(subject, message.trace_id)) waiting.reader.offer(waiting, message)
  }
  return bus.listen((announcement) => {
    try {
      tell(announcement)
    } catch (error) {
      reportTrouble(new Error('An announcement of the bus could not be read.', { cause: error }))
    }
  })
}
