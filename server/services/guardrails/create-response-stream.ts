/**
 * The stream of answers in this process: subscriptions, and what is told to them.
 *
 * Promises: whoever subscribes is registered before stored answers are looked up, so that no answer falls between; what
 * the bus loses is found by looking again, the later the longer a subscription waits. What a reader does not take is not
 * kept: its subscription is marked, and looked up when the reader takes again.
 */
import type { Bus } from '../../messaging/bus'
import type { Frames } from './frames'
import { hearResponses } from './hear-responses'
import type { ReaderLimits } from './open-reader'
import { OpenReader } from './open-reader'
import { ResponseLookups } from './response-lookups'
import type { ResponseStream } from './response-stream'
import { SubscriptionIndex } from './subscription-index'

export interface ResponseStreamParts {
  readonly frames: Pick<Frames, 'responses'>
  readonly bus: Pick<Bus, 'listen'>
  readonly now: () => Date
  /** Calls once after so many milliseconds. @returns a function that calls it off */
  readonly after: (milliseconds: number, call: () => void) => () => void
  /** How long after its beginning a subscription is looked up again; the pause doubles each time, up to a minute. */
  readonly pollMs?: number
  /** Of one reader. */
  readonly most?: ReaderLimits
  /** Told of what went wrong beside every call; what it concerns is tried again. */
  readonly reportTrouble: (error: unknown) => void
}

const MOST: ReaderLimits = { subscriptions: 1_000, remembered: 50_000 }
const POLL = 2_000

export function createResponseStream({
  frames,
  bus,
  now,
  after,
  pollMs = POLL,
  most = MOST,
  reportTrouble,
}: ResponseStreamParts): ResponseStream {
  const readers = new Set<OpenReader>()
  const index = new SubscriptionIndex()
  const lookups = new ResponseLookups({ frames, now: () => now().getTime(), pollMs, reportTrouble })
  const listening = hearResponses({ bus, index, lookups, reportTrouble })
  let cancelPoll = after(pollMs, poll)

  function poll(): void {
    const time = now().getTime()
    for (const reader of readers)
      if (!reader.isFull) for (const waiting of reader.all) if (waiting.dueAt <= time) lookups.ask(waiting)
    cancelPoll = after(pollMs, poll)
  }

  return {
    open: (client, reader) => {
      const open = new OpenReader(client, reader, most)
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
