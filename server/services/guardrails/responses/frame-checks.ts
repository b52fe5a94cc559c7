/**
 * A frame in and its evaluation out in one call. The frame is sent like any other, so it is stored, answered once, and
 * not lost if the caller goes away; waiting is a subscription to its answer.
 */
import type { CheckRequest, ResponseMessage } from '../../../api/schemas/frame'
import { unknownTrace } from '../frames/frame-refusals'
import type { Frames } from '../frames/frames'
import type { PlatformClient } from '../machine-accounts/platform-client'
import type { ResponseStream } from './response-stream'

export interface FrameChecks {
  /** @throws Refusal as {@link Frames.send} */
  check(client: PlatformClient, targetId: string, request: CheckRequest, wait: CheckWait): Promise<CheckOutcome>
  /**
   * Continues to wait for a frame of {@link check}.
   * @throws Refusal BAD_REQUEST 404 (no such target or trace), CREDENTIAL_SCOPE (a target of another group)
   */
  waitFor(client: PlatformClient, targetId: string, traceId: string, wait: CheckWait): Promise<CheckOutcome>
  /** Lets every call end with `waiting`, whose frames continue. */
  close(): void
}

export interface CheckWait {
  readonly milliseconds: number
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

export interface CheckOutcome {
  readonly traceId: string
  /** Null if there is no answer yet. */
  readonly message: ResponseMessage | null
}

export interface FrameChecksDependencies {
  readonly frames: Pick<Frames, 'send' | 'isSent'>
  readonly stream: Pick<ResponseStream, 'open'>
  readonly newId: () => string
  readonly after: (milliseconds: number, call: () => void) => () => void
  /** Calls of one client that wait in this process; further ones are answered `waiting` at once. */
  readonly maxWaiting?: number
}

/** The response topic of every frame that is checked in one call. */
export const CHECK_TOPIC = 'touchstone.check'
const MAX_WAITING = 2_000

export function createFrameChecks(dependencies: FrameChecksDependencies): FrameChecks {
  const { frames, stream, newId, after, maxWaiting = MAX_WAITING } = dependencies
  const ends = new Set<() => void>()
  const waiting = new Map<string, number>()
  let isClosed = false

  const count = (label: string, by: 1 | -1) => {
    const now = (waiting.get(label) ?? 0) + by
    if (now === 0) waiting.delete(label)
    else waiting.set(label, now)
  }

  const answerOf = (client: PlatformClient, targetId: string, traceId: string, wait: CheckWait) =>
    new Promise<CheckOutcome>((resolve) => {
      if (isClosed || wait.signal.aborted || (waiting.get(client.label) ?? 0) >= maxWaiting)
        return resolve({ traceId, message: null })
      count(client.label, 1)
      const settle = (message: ResponseMessage | null) => {
        if (!ends.delete(stop)) return
        cancel()
        wait.signal.removeEventListener('abort', stop)
        count(client.label, -1)
        reading.end()
        resolve({ traceId, message })
      }
      const stop = () => settle(null)
      ends.add(stop)
      const cancel = after(wait.milliseconds, stop)
      wait.signal.addEventListener('abort', stop)
      const reading = stream.open(client, {
        deliver: (_, message) => {
          // Another target may have answered under the same trace.
          if (message.rail_id === targetId.toLowerCase()) settle(message)
          return true
        },
      })
      reading.subscribe({ topic: CHECK_TOPIC, traceId })
    })

  return {
    check: async (client, targetId, { trace_id: traceId = newId(), entailment_frame }, wait) => {
      const request = { trace_id: traceId, response_topic: [CHECK_TOPIC], entailment_frame }
      await frames.send(client, targetId, request)
      return answerOf(client, targetId, traceId, wait)
    },

    waitFor: async (client, targetId, traceId, wait) => {
      if (!(await frames.isSent(client, targetId, { traceId, topic: CHECK_TOPIC }))) throw unknownTrace()
      return answerOf(client, targetId, traceId, wait)
    },

    close: () => {
      isClosed = true
      for (const end of [...ends]) end()
    },
  }
}
