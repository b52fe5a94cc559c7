/**
 * One reader of the stream with its subscriptions.
 *
 * Promises: a subscription gets an answer once, as far as deliveries can be remembered; a reader that takes nothing costs a
 * mark for each subscription and no message. Its memory is bounded by its limits.
 */
import { Refusal } from '../../api/refusal'
import type { ResponseMessage } from '../../api/schemas/frame'
import type { PlatformClient } from './platform-client'

export interface Subscription {
  readonly topic: string
  readonly traceId: string
}

export interface StreamReader {
  /** @returns false where it takes no more now; `resume` of its Reading is called when it does again */
  deliver(subscription: Subscription, message: ResponseMessage): boolean
}

/** A subscription, and what was delivered to it. */
export interface Waiting extends Subscription {
  readonly reader: OpenReader
  /** Ids of the messages that it got. */
  readonly delivered: Set<string>
  /** When it is looked up again: milliseconds since the epoch. */
  dueAt: number
  /** How long after that it is looked up once more; zero before the first time. */
  pause: number
  isQueued: boolean
  /** It got more than can be remembered, so a look-up would repeat answers: it gets announcements only. */
  announcementsOnly: boolean
  hasEnded: boolean
}

export class OpenReader {
  /** The reader takes no more; nothing is looked up for it until it resumes. */
  isFull = false
  private readonly subscriptions = new Map<string, Waiting>()
  /** Those with an answer that was not taken. */
  private readonly marked = new Set<Waiting>()
  private remembered = 0

  constructor(
    readonly client: PlatformClient,
    private readonly reader: StreamReader,
    private readonly limits: ReaderLimits,
  ) {}

  get size(): number {
    return this.subscriptions.size
  }

  get all(): Iterable<Waiting> {
    return this.subscriptions.values()
  }

  /**
   * A subscription that is repeated begins anew.
   * @returns it, and the one that made room for it
   * @throws Refusal BAD_REQUEST 429 past the limit
   */
  subscribe({ topic, traceId }: Subscription): { readonly waiting: Waiting; readonly dropped: Waiting | null } {
    const key = `${topic}\0${traceId}`
    const before = this.subscriptions.get(key)
    const dropped = before ?? (this.size < this.limits.subscriptions ? null : this.oldestAnswered())
    if (dropped !== null) this.drop(dropped)
    const waiting: Waiting = {
      topic,
      traceId,
      reader: this,
      delivered: new Set<string>(),
      dueAt: Number.POSITIVE_INFINITY,
      pause: 0,
      isQueued: false,
      announcementsOnly: false,
      hasEnded: false,
    }
    this.subscriptions.set(key, waiting)
    return { waiting, dropped }
  }

  /** @returns whether the reader took an answer that this subscription had not got before */
  offer(waiting: Waiting, message: ResponseMessage): boolean {
    if (waiting.hasEnded || waiting.delivered.has(message.id)) return false
    if (this.isFull || !this.reader.deliver(waiting, message)) {
      this.isFull = true
      this.mark(waiting)
      return false
    }
    if (this.remembered < this.limits.remembered) {
      waiting.delivered.add(message.id)
      this.remembered++
    } else waiting.announcementsOnly = true
    return true
  }

  /** It is looked up once the reader takes again. */
  mark(waiting: Waiting): void {
    this.marked.add(waiting)
  }

  /** The reader takes again. @returns what is to be looked up */
  resume(): readonly Waiting[] {
    this.isFull = false
    const marked = [...this.marked]
    this.marked.clear()
    return marked
  }

  /** @returns the subscriptions that it had */
  end(): readonly Waiting[] {
    const ended = [...this.subscriptions.values()]
    for (const waiting of ended) this.drop(waiting)
    return ended
  }

  private oldestAnswered(): Waiting {
    for (const waiting of this.subscriptions.values())
      if (waiting.delivered.size > 0 && !this.marked.has(waiting)) return waiting
    throw new Refusal(
      'BAD_REQUEST',
      `At most ${this.limits.subscriptions} subscriptions may wait on one stream; open another.`,
      {},
      { status: 429 },
    )
  }

  private drop(waiting: Waiting): void {
    waiting.hasEnded = true
    this.remembered -= waiting.delivered.size
    this.marked.delete(waiting)
    this.subscriptions.delete(`${waiting.topic}\0${waiting.traceId}`)
  }
}

export interface ReaderLimits {
  readonly subscriptions: number
  /** How many delivered answers its subscriptions remember together. */
  readonly remembered: number
}
