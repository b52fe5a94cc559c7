/**
 * The stream of answers in this process: who waits for which answers.
 *
 * Promises: an answer is delivered to every subscription of its topic and trace that its reader may read, whether it was
 * there before the subscription or comes after; each subscription gets each answer once, and again when it subscribes
 * again. A subscription is registered before stored answers are looked up, so that no answer falls between; what the bus
 * loses is found by looking again, the later the longer a subscription waits. Memory holds only subscriptions: an answer that
 * a reader does not take marks its subscription, which is looked up when the reader takes answers again.
 */
import { responseMessage } from '../../api/schemas/frame'
import type { Announcement, Bus } from '../../messaging/bus'
import type { Frames } from './frames'
import { OpenReader, type ReaderLimits, type StreamReader, type Subscription } from './open-reader'
import type { PlatformClient } from './platform-client'
import { ResponseLookups } from './response-lookups'
import { SubscriptionIndex } from './subscription-index'

export interface Reading {
  /**
   * Stored answers come at once, in the order of their answering, but none before this has returned. Where the
   * limit is reached, the oldest subscription that was answered makes room.
   * @throws Refusal BAD_REQUEST 429 where none was
   */
  subscribe(subscription: Subscription): void
  /** The reader takes messages again. */
  resume(): void
  end(): void
}

export interface ResponseStream {
  open(client: PlatformClient, reader: StreamReader): Reading
  /** Subscriptions of this process, for the operator. */
  readonly size: number
  close(): void
}

export interface ResponseStreamDependencies {
  readonly frames: Pick<Frames, 'responses'>
  readonly bus: Pick<Bus, 'listen'>
  readonly now: () => Date
  /** Calls once after so many milliseconds. @returns a function that cancels it */
  readonly after: (milliseconds: number, call: () => void) => () => void
  /** How long after its beginning a subscription is looked up again; the pause doubles each time, up to a minute. */
  readonly pollMs?: number
  /** Of one reader. */
  readonly limits?: ReaderLimits
  /** Logs what fails outside of every call; it is tried again. */
  readonly reportTrouble: (error: unknown) => void
}

export const READER_LIMITS: ReaderLimits = { subscriptions: 1_000, remembered: 50_000 }
const POLL = 2_000

export function createResponseStream({
  frames,
  bus,
  now,
  after,
  pollMs = POLL,
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
 * Delivers what the bus announces: a whole answer at once, and one that is only named after it was looked up for those who wait
 * for its trace. One that cannot be read is reported, and left to the next look-up.
 */
function subscribeToResponses({ bus, index, lookups, reportTrouble }: AnnouncementDependencies): {
  stop(): void
} {
  const deliver = (announcement: Announcement) => {
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
      deliver(announcement)
    } catch (error) {
      reportTrouble(new Error('An announcement of the bus could not be read.', { cause: error }))
    }
  })
}
