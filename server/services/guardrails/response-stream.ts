/**
 * Who waits for which answers in this process.
 *
 * Promises: an answer is delivered to every subscription of its topic and trace that its reader may read, whether it was
 * there before the subscription or comes after; each subscription gets each answer once, and again when it subscribes
 * again. Nothing is kept in memory but subscriptions: an answer for somebody who does not read is read again later.
 */
import type { ResponseMessage } from '../../api/schemas/frame'
import type { PlatformClient } from './platform-client'

export interface Subscription {
  readonly topic: string
  readonly traceId: string
}

export interface StreamReader {
  /** False: it cannot take more now; {@link Reading.resume} is called when it can. */
  deliver(subscription: Subscription, message: ResponseMessage): boolean
}

export interface Reading {
  /**
   * Answers kept for it come at once, in the order of their answering, but none before this has returned. Where the
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
