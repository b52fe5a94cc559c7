/**
 * Each subscription gets every matching answer once, stored or new, that its reader may read. Registering before the
 * look-up and repeated look-ups leave no gap. For a full reader only a mark stays in memory.
 */
import { responseMessage } from '../../../api/schemas/frame'
import type { Announcement, Bus } from '../../../messaging/bus/bus'
import type { Frames } from '../frames/frames'
import type { PlatformClient } from '../machine-accounts/platform-client'
import { OpenReader, type ReaderLimits, type StreamReader, type Subscription } from './open-reader'
import { ResponseLookups } from './response-lookups'
import { SubscriptionIndex } from './subscription-index'

export interface Reading {
  /**
   * Stored answers follow after this returns. At the limit, the oldest answered subscription makes room.
   * @throws Refusal BAD_REQUEST 429 if none was answered
   */
  subscribe(subscription: Subscription): void
  resume(): void
  end(): void
}

export interface ResponseStream {
  open(client: PlatformClient, reader: StreamReader): Reading
  /** For the operator. */
  readonly size: number
  close(): void
}

export interface ResponseStreamDependencies {
  readonly frames: Pick<Frames, 'responses'>
  readonly bus: Pick<Bus, 'listen'>
  readonly now: () => Date
  /** Calls once. @returns a function that cancels it */
  readonly after: (milliseconds: number, call: () => void) => () => void
  /** Before the first repeated look-up; the pause doubles up to a minute. */
  readonly pollMs?: number
  /** For each reader. */
  readonly limits?: ReaderLimits
  /** Logs failures outside of every call. */
  readonly reportTrouble: (error: unknown) => void
}

export const READER_LIMITS: ReaderLimits = { subscriptions: 1_000, remembered: 50_000 }
const POLL_MS = 2_000

export function createResponseStream({
  frames,
  bus,
  now,
  after,
  pollMs = POLL_MS,
  limits = READER_LIMITS,
  reportTrouble,
}: ResponseStreamDependencies): ResponseStream {
  const readers = new Set<OpenReader>()
  const index = new SubscriptionIndex()
  const lookups = new ResponseLookups({ frames, now: () => now().getTime(), pollMs, reportTrouble })
  const listening = subscribeToResponses({ bus, index, lookups, reportTrouble })
  let cancelPoll = after(pollMs, poll)

  function poll(): void {
    const time = now().getTime()
    for (const reader of readers)
      if (!reader.isFull) for (const waiting of reader.all) if (waiting.dueAt <= time) lookups.ask(waiting)
    cancelPoll = after(pollMs, poll)
  }

  return {
    open: (client, reader) => {
      const open = new OpenReader(client, reader, limits)
      readers.add(open)
      return {
        subscribe: (subscription) => {
          const { waiting, dropped } = open.subscribe(subscription)
          if (dropped !== null) index.remove(dropped)
          index.add(waiting)
          lookups.ask(waiting)
        },
        resume: () => {
          for (const waiting of open.resume()) lookups.ask(waiting)
        },
        end: () => {
          readers.delete(open)
          for (const waiting of open.end()) index.remove(waiting)
        },
      }
    },
    get size() {
      let size = 0
      for (const reader of readers) size += reader.size
      return size
    },
    close: () => {
      cancelPoll()
      listening.stop()
      lookups.close()
      for (const reader of readers) reader.end()
      readers.clear()
    },
  }
}

interface AnnouncementDependencies {
  readonly bus: Pick<Bus, 'listen'>
  readonly index: SubscriptionIndex
  readonly lookups: Pick<ResponseLookups, 'ask'>
  readonly reportTrouble: (error: unknown) => void
}

/**
 * Delivers announcements, or looks the answer up if there is only a trace. Unreadable ones are left to the next
 * look-up.
 */
function subscribeToResponses({ bus, index, lookups, reportTrouble }: AnnouncementDependencies): {
  stop(): void
} {
  const deliver = (announcement: Announcement) => {
    const { subject, about } = announcement
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
      deliver(announcement)
    } catch (error) {
      reportTrouble(new Error('An announcement of the bus could not be read.', { cause: error }))
    }
  })
}
